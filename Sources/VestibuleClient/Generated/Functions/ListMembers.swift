// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists the accounts of invitees: those of the inviter's clients, or all, as `members.visibility` of the
/// policy says.
public struct ListMembersRequest: FunctionRequest {
  public typealias Answer = ListMembersResult

  /// The function that answers the request.
  public static let function = FunctionCall("list-members", at: "/list-members", for: .session)

  /// Part of a display name or address; upper and lower case are equal.
  public var query: String?
  /// Only accounts with this role; every member has the invitee's role.
  public var role: String?
  /// Only accounts with this status.
  public var status: AccountStatus?
  /// The maximum number of items in a page; default 50.
  public var limit: Int?
  /// The `nextCursor` of the previous page.
  public var cursor: String?

  /// Creates the value from its members.
  public init(
    query: String? = nil, role: String? = nil, status: AccountStatus? = nil, limit: Int? = nil, cursor: String? = nil
  ) {
    self.query = query
    self.role = role
    self.status = status
    self.limit = limit
    self.cursor = cursor
  }
}

/// The list members result.
public struct ListMembersResult: Codable, Hashable, Sendable {
  /// The members.
  public var members: [Account]
  /// The `cursor` of the next page; null on the last page.
  public var nextCursor: String?

  /// Creates the value from its members.
  public init(members: [Account], nextCursor: String? = nil) {
    self.members = members
    self.nextCursor = nextCursor
  }
}
