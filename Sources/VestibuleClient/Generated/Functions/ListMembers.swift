// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists the accounts of invitees: those of the inviter's clients, or all, as `members.visibility` of the
/// policy says.
public struct ListMembersRequest: FunctionRequest, Equatable {
  public typealias Answer = ListMembersResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("list-members", at: "/list-members", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListMembersRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Part of a display name or address; upper and lower case are equal.
  @_alwaysEmitIntoClient public var query: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Only accounts with this role; every member has the invitee's role.
  @_alwaysEmitIntoClient public var role: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Only accounts with this status.
  @_alwaysEmitIntoClient public var status: AccountStatus? {
    get { json[choice: 2] }
    set { update { $0[choice: 2] = newValue } }
  }

  /// The maximum number of items in a page; default 50.
  @_alwaysEmitIntoClient public var limit: Int? {
    get { json[integer: 3] }
    set { update { $0[integer: 3] = newValue } }
  }

  /// The `nextCursor` of the previous page.
  @_alwaysEmitIntoClient public var cursor: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    query: String? = nil, role: String? = nil, status: AccountStatus? = nil, limit: Int? = nil, cursor: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = query
    json[text: 1] = role
    json[choice: 2] = status
    json[integer: 3] = limit
    json[text: 4] = cursor
    self.json = json
  }
}

/// The list members result.
public struct ListMembersResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListMembersResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The accounts of this page.
  @_alwaysEmitIntoClient public var members: [Account] {
    get { json[objects: 0] }
    set { update { $0[objects: 0] = newValue } }
  }

  /// The `cursor` of the next page; null on the last page.
  @_alwaysEmitIntoClient public var nextCursor: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(members: [Account], nextCursor: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[objects: 0] = members
    json[text: 1] = nextCursor
    self.json = json
  }
}
