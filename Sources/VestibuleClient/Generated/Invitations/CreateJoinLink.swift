// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Makes a link by which any number of people become clients of the inviter: for a poster, a chat or a team.
public struct CreateJoinLinkRequest: FunctionRequest {
  /// What `create-join-link` answers.
  public typealias Answer = CreateJoinLinkResult

  /// `POST /create-join-link`. It needs a session.
  public static let function = FunctionCall("create-join-link", at: "/create-join-link", for: .session)

  /// What people see, such as the name of a course. At most 200 characters.
  public var name: String?

  /// The days from today (UTC) to the last day of the link; default: 30. 1 to 365.
  public var days: Int?

  /// How many people can join; without it any number. 1 to 100000.
  public var maxUses: Int?

  /// Whether the inviter has to agree to each person.
  public var approval: Bool?

  /// Only people who have proven an address of one of these domains join. At most 20 entries.
  public var allowedDomains: [String]?

  /// Fields that only inviters set, for the accounts that join.
  public var profile: [String: JSONValue]?

  /// The inviter's own note, which nobody else sees. At most 1000 characters.
  public var note: String?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(
    name: String? = nil, days: Int? = nil, maxUses: Int? = nil, approval: Bool? = nil, allowedDomains: [String]? = nil,
    profile: [String: JSONValue]? = nil, note: String? = nil, teamId: String? = nil
  ) {
    self.name = name
    self.days = days
    self.maxUses = maxUses
    self.approval = approval
    self.allowedDomains = allowedDomains
    self.profile = profile
    self.note = note
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.name = try container.optional("name")
    self.days = try container.optional("days")
    self.maxUses = try container.optional("maxUses")
    self.approval = try container.optional("approval")
    self.allowedDomains = try container.optional("allowedDomains")
    self.profile = try container.optional("profile")
    self.note = try container.optional("note")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(name, "name")
    try container.writeIfPresent(days, "days")
    try container.writeIfPresent(maxUses, "maxUses")
    try container.writeIfPresent(approval, "approval")
    try container.writeIfPresent(allowedDomains, "allowedDomains")
    try container.writeIfPresent(profile, "profile")
    try container.writeIfPresent(note, "note")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `create-join-link` answers to ``CreateJoinLinkRequest``.
public struct CreateJoinLinkResult: Codable, Equatable, Sendable {
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
