// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists the accounts of invitees: those of the inviter's clients, or all, as `members.visibility` of the policy
/// says.
public struct ListMembersRequest: PagedRequest {
  /// What `list-members` answers.
  public typealias Answer = ListMembersResult

  /// `POST /list-members`. It needs a session.
  public static let function = FunctionCall("list-members", at: "/list-members", for: .session)

  /// Part of a display name or address; upper and lower case are equal. At most 200 characters.
  public var query: String?

  /// Only accounts with this role; every member has the invitee's role. At most 64 characters.
  public var role: Role?

  /// Only accounts with this status.
  public var status: Account.Status?

  /// The maximum number of items in a page; default 50. 1 to 100.
  public var limit: Int?

  /// The `nextCursor` of the previous page. At most 256 characters.
  public var cursor: String?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(
    query: String? = nil, role: Role? = nil, status: Account.Status? = nil, limit: Int? = nil, cursor: String? = nil,
    teamId: String? = nil
  ) {
    self.query = query
    self.role = role
    self.status = status
    self.limit = limit
    self.cursor = cursor
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.query = try container.optional("query")
    self.role = try container.optional("role")
    self.status = try container.optional("status")
    self.limit = try container.optional("limit")
    self.cursor = try container.optional("cursor")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(query, "query")
    try container.writeIfPresent(role, "role")
    try container.writeIfPresent(status, "status")
    try container.writeIfPresent(limit, "limit")
    try container.writeIfPresent(cursor, "cursor")
    try container.writeIfPresent(teamId, "teamId")
  }

  /// The `members` of a page.
  public static func entries(of page: ListMembersResult) -> [Account] { page.members }

  /// The `cursor` of the next page; nil after the last one.
  public static func nextCursor(of page: ListMembersResult) -> String? { page.nextCursor }
}

/// What `list-members` answers to ``ListMembersRequest``.
public struct ListMembersResult: Codable, Equatable, Sendable {
  /// The accounts of this page. At most 100 entries.
  public var members: [Account]

  /// The `cursor` of the next page; nil on the last page.
  public var nextCursor: String?

  /// Creates a value, such as for a test or a preview.
  public init(members: [Account], nextCursor: String? = nil) {
    self.members = members
    self.nextCursor = nextCursor
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.members = try container.required("members")
    self.nextCursor = try container.optional("nextCursor")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(members, "members")
    try container.writeIfPresent(nextCursor, "nextCursor")
  }
}
