// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain

/// A refresh token: a session, how often its token has been replaced, and a MAC over both under a hash key of the
/// database.
///
/// Nothing of it stands in the database but the number. Whoever shows an older number has a token that was replaced,
/// however long ago; and the token after the one that a client lost the answer to can be made again.
public struct RefreshToken: Equatable, Sendable {
  public var sessionID: String
  public var generation: Int
  /// Sessions that began at this moment or later do not take it; nil where all do. Tokens of releases before schema 2
  /// have their MAC under `SECRET_KEY` itself, and a session that began since has none of those.
  public var isOfSessionsBefore: Timestamp?

  public init(sessionID: String, generation: Int) {
    self.sessionID = sessionID
    self.generation = generation
  }

  public func text(_ key: HashKey) -> String {
    "\(signed).\(authenticationCode(of: Array(signed.utf8), key: key.key).base64URL)"
  }

  /// Reads a token; nil where it is none of ours.
  /// - Parameters:
  ///   - key: nil where no token has been made under one yet.
  ///   - secret: for tokens of releases before schema 2.
  public init?(_ text: String, _ key: HashKey?, _ secret: SecretKey) throws(Problem) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let generation = Int(parts[1]), String(generation) == parts[1] else { return nil }
    self.init(sessionID: String(parts[0]), generation: generation)
    if let key, constantTimeEqual(self.text(key), text) { return }
    let codes = try secret.fingerprints(Array(signed.utf8), for: .refreshTokens)
    guard codes.contains(where: { constantTimeEqual($0, parts[2]) }) else { return nil }
    isOfSessionsBefore = key?.createdAt
  }

  private var signed: String { "\(sessionID).\(generation)" }
}
