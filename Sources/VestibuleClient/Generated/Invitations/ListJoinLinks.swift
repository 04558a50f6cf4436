// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists the inviter's links by which people join.
public struct ListJoinLinksRequest: PagedRequest {
  /// What `list-join-links` answers.
  public typealias Answer = ListJoinLinksResult

  /// `POST /list-join-links`. It needs a session.
  public static let function = FunctionCall("list-join-links", at: "/list-join-links", for: .session)

  /// The maximum number of items in a page; default 50. 1 to 100.
  public var limit: Int?

  /// The `nextCursor` of the previous page. At most 256 characters.
  public var cursor: String?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(limit: Int? = nil, cursor: String? = nil, teamId: String? = nil) {
    self.limit = limit
    self.cursor = cursor
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.limit = try container.optional("limit")
    self.cursor = try container.optional("cursor")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(limit, "limit")
    try container.writeIfPresent(cursor, "cursor")
    try container.writeIfPresent(teamId, "teamId")
  }

  /// The `joinLinks` of a page.
  public static func entries(of page: ListJoinLinksResult) -> [JoinLink] { page.joinLinks }

  /// The `cursor` of the next page; nil after the last one.
  public static func nextCursor(of page: ListJoinLinksResult) -> String? { page.nextCursor }
}

/// What `list-join-links` answers to ``ListJoinLinksRequest``.
public struct ListJoinLinksResult: Codable, Equatable, Sendable {
  /// The links of this page, oldest first. At most 100 entries.
  public var joinLinks: [JoinLink]

  /// The `cursor` of the next page; nil on the last page.
  public var nextCursor: String?

  /// Creates a value, such as for a test or a preview.
  public init(joinLinks: [JoinLink], nextCursor: String? = nil) {
    self.joinLinks = joinLinks
    self.nextCursor = nextCursor
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.joinLinks = try container.required("joinLinks")
    self.nextCursor = try container.optional("nextCursor")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(joinLinks, "joinLinks")
    try container.writeIfPresent(nextCursor, "nextCursor")
  }
}
