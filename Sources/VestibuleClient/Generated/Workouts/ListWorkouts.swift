// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists workouts: a client's own, or those of an inviter's client.
public struct ListWorkoutsRequest: PagedRequest {
  /// What `list-workouts` answers.
  public typealias Answer = ListWorkoutsResult

  /// `POST /list-workouts`. It needs a session.
  public static let function = FunctionCall("list-workouts", at: "/list-workouts", for: .session)

  /// Only workouts of this client; an invitee may leave it out. At most 64 characters.
  public var clientId: String?

  /// The maximum number of items in a page; default 50. 1 to 100.
  public var limit: Int?

  /// The `nextCursor` of the previous page. At most 256 characters.
  public var cursor: String?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(clientId: String? = nil, limit: Int? = nil, cursor: String? = nil, teamId: String? = nil) {
    self.clientId = clientId
    self.limit = limit
    self.cursor = cursor
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.clientId = try container.optional("clientId")
    self.limit = try container.optional("limit")
    self.cursor = try container.optional("cursor")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(clientId, "clientId")
    try container.writeIfPresent(limit, "limit")
    try container.writeIfPresent(cursor, "cursor")
    try container.writeIfPresent(teamId, "teamId")
  }

  /// The `workouts` of a page.
  public static func entries(of page: ListWorkoutsResult) -> [Workout] { page.workouts }

  /// The `cursor` of the next page; nil after the last one.
  public static func nextCursor(of page: ListWorkoutsResult) -> String? { page.nextCursor }
}

/// What `list-workouts` answers to ``ListWorkoutsRequest``.
public struct ListWorkoutsResult: Codable, Equatable, Sendable {
  /// The workouts of this page, oldest first. At most 100 entries.
  public var workouts: [Workout]

  /// The `cursor` of the next page; nil on the last page.
  public var nextCursor: String?

  /// Creates a value, such as for a test or a preview.
  public init(workouts: [Workout], nextCursor: String? = nil) {
    self.workouts = workouts
    self.nextCursor = nextCursor
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.workouts = try container.required("workouts")
    self.nextCursor = try container.optional("nextCursor")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(workouts, "workouts")
    try container.writeIfPresent(nextCursor, "nextCursor")
  }
}
