// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Deletes the account: at once, or after the policy's `deletion.graceDays`, in which it can be restored.
public struct DeleteAccountRequest: FunctionRequest, Equatable {
  public typealias Answer = DeleteAccountResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("delete-account", at: "/delete-account", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("DeleteAccountRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// An inviter with clients confirms that the clients are deleted too.
  @_alwaysEmitIntoClient public var confirm: Bool? {
    get { json[flag: 0] }
    set { update { $0[flag: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(confirm: Bool? = nil) {
    var json = JSONMembers(Self.shape)
    json[flag: 0] = confirm
    self.json = json
  }
}

/// Exactly one of these is present: `deleted`; `account` and `deletesAt`.
public struct DeleteAccountResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("DeleteAccountResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The account's id, if it was erased at once.
  @_alwaysEmitIntoClient public var deleted: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// A person who can sign in. `email` is null if the provider gave none.
  @_alwaysEmitIntoClient public var account: Account? {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// When the account is erased. Until then `restore-account` restores it.
  @_alwaysEmitIntoClient public var deletesAt: Date? {
    get { json[date: 2] }
    set { update { $0[date: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(deleted: String? = nil, account: Account? = nil, deletesAt: Date? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = deleted
    json[object: 1] = account
    json[date: 2] = deletesAt
    self.json = json
  }
}
