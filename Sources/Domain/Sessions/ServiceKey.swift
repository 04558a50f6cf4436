// SPDX-License-Identifier: Apache-2.0

/// A key with which an app's own backend calls functions, as an inviter or as a team.
package struct ServiceKey: Equatable, Sendable {
  /// For whom a key acts.
  package enum Holder: Equatable, Sendable {
    case inviter(accountID: String)
    /// Any member of the team who may act for it.
    case team(id: String)
  }

  package enum State: String, Sendable {
    case active, expired
    /// Its inviter was suspended or deleted the account, or the database was restored. Rotating gives it a new secret.
    case ended
  }

  package let id: String
  /// The name that operators gave it, unique among all keys.
  package let name: String
  /// The functions that it may call.
  package let functions: [String]
  package let holder: Holder
  /// The keyed hash of the secret; nil if the key has ended.
  package var secretHash: String?
  package let createdAt: Timestamp
  /// When it got its present secret, if that is not the first.
  package var rotatedAt: Timestamp?
  /// Nil if it never expires.
  package var expiresAt: Timestamp?

  package init(
    id: String, name: String, functions: [String], holder: Holder, secretHash: String?, createdAt: Timestamp,
    rotatedAt: Timestamp? = nil, expiresAt: Timestamp? = nil
  ) {
    (self.id, self.name, self.functions, self.holder) = (id, name, functions, holder)
    (self.secretHash, self.createdAt) = (secretHash, createdAt)
    (self.rotatedAt, self.expiresAt) = (rotatedAt, expiresAt)
  }

  /// The beginning of every secret, by which programs that look for leaked secrets recognise them.
  package static let prefix = "vsk_"

  package var accountID: String? { if case .inviter(let id) = holder { id } else { nil } }
  package var teamID: String? { if case .team(let id) = holder { id } else { nil } }

  package func state(at now: Timestamp) -> State {
    guard secretHash != nil else { return .ended }
    return expiresAt.map { $0 <= now } ?? false ? .expired : .active
  }
}
