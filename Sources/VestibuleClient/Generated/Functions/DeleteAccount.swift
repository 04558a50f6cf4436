// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Deletes the account: at once, or after the policy's `deletion.graceDays`, in which it can be restored.
public struct DeleteAccountRequest: FunctionRequest {
  public typealias Answer = DeleteAccountResult

  /// The function that answers the request.
  public static let function = FunctionCall("delete-account", at: "/delete-account", for: .session)

  /// An inviter with clients confirms that the clients are deleted too.
  public var confirm: Bool?

  /// Creates the value from its members.
  public init(confirm: Bool? = nil) {
    self.confirm = confirm
  }
}

/// Exactly one of these is present: `deleted`; `account` and `deletesAt`.
public struct DeleteAccountResult: Codable, Hashable, Sendable {
  /// The account's id, if it was erased at once.
  public var deleted: String?
  /// A person who can sign in. `email` is null if the provider gave none.
  public var account: Account?
  /// When the account is erased. Until then `restore-account` restores it.
  public var deletesAt: Date?

  /// Creates the value from its members.
  public init(deleted: String? = nil, account: Account? = nil, deletesAt: Date? = nil) {
    self.deleted = deleted
    self.account = account
    self.deletesAt = deletesAt
  }
}
