// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Deletes the account: at once, or after the policy's `deletion.graceDays`, in which it can be restored.
public struct DeleteAccountRequest: FunctionRequest {
  /// What `delete-account` answers.
  public typealias Answer = DeleteAccountResult

  /// `POST /delete-account`. It needs a session.
  public static let function = FunctionCall("delete-account", at: "/delete-account", for: .session)

  /// An inviter with clients confirms that the clients are deleted too.
  public var confirm: Bool?

  /// Creates a request. What is nil is not sent.
  public init(confirm: Bool? = nil) {
    self.confirm = confirm
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.confirm = try container.optional("confirm")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(confirm, "confirm")
  }
}

/// What `delete-account` answers to ``DeleteAccountRequest``.
///
/// Exactly one of these is present:
/// - `deleted`
/// - `account` and `deletesAt`
public struct DeleteAccountResult: Codable, Equatable, Sendable {
  /// The account's id, if it was erased at once. Nil if `account` is present.
  public var deleted: String?

  /// A person who can sign in. `email` is nil if the provider gave none.
  public var account: Account?

  /// When the account is erased. Until then `restore-account` restores it. Nil if `deleted` is present.
  public var deletesAt: Date?

  /// Creates a value, such as for a test or a preview.
  public init(deleted: String? = nil, account: Account? = nil, deletesAt: Date? = nil) {
    self.deleted = deleted
    self.account = account
    self.deletesAt = deletesAt
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.deleted = try container.optional("deleted")
    self.account = try container.optional("account")
    self.deletesAt = try container.optional("deletesAt")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(deleted, "deleted")
    try container.writeIfPresent(account, "account")
    try container.writeIfPresent(deletesAt, "deletesAt")
  }
}
