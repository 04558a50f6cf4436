// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Renames, prolongs, limits, closes or opens a link by which people join, or gives it a new code.
public struct UpdateJoinLinkRequest: FunctionRequest {
  /// What `update-join-link` answers.
  public typealias Answer = UpdateJoinLinkResult

  /// `POST /update-join-link`. It needs a session.
  public static let function = FunctionCall("update-join-link", at: "/update-join-link", for: .session)

  /// The link to change. At most 64 characters.
  public var joinLinkId: String

  /// What people see, such as the name of a course. At most 200 characters.
  public var name: String?

  /// How many people can join. Fewer than have joined already makes the link full. 1 to 100000.
  public var maxUses: Int?

  /// The days from today (UTC) to the last day of the link. 1 to 365.
  public var days: Int?

  /// Whether nobody can join any more; false opens the link again.
  public var closed: Bool?

  /// Whether the link gets a new code. The old one is then `invitation/superseded`.
  public var reset: Bool?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(
    joinLinkId: String, name: String? = nil, maxUses: Int? = nil, days: Int? = nil, closed: Bool? = nil,
    reset: Bool? = nil, teamId: String? = nil
  ) {
    self.joinLinkId = joinLinkId
    self.name = name
    self.maxUses = maxUses
    self.days = days
    self.closed = closed
    self.reset = reset
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.joinLinkId = try container.required("joinLinkId")
    self.name = try container.optional("name")
    self.maxUses = try container.optional("maxUses")
    self.days = try container.optional("days")
    self.closed = try container.optional("closed")
    self.reset = try container.optional("reset")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(joinLinkId, "joinLinkId")
    try container.writeIfPresent(name, "name")
    try container.writeIfPresent(maxUses, "maxUses")
    try container.writeIfPresent(days, "days")
    try container.writeIfPresent(closed, "closed")
    try container.writeIfPresent(reset, "reset")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `update-join-link` answers to ``UpdateJoinLinkRequest``.
public struct UpdateJoinLinkResult: Codable, Equatable, Sendable {
  /// A link by which any number of people become clients.
  public var joinLink: JoinLink

  /// Creates a value, such as for a test or a preview.
  public init(joinLink: JoinLink) {
    self.joinLink = joinLink
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.joinLink = try container.required("joinLink")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(joinLink, "joinLink")
  }
}
