// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Names a team, or sets what its invitations show. Only its owners can.
public struct UpdateTeamRequest: FunctionRequest {
  /// What `update-team` answers.
  public typealias Answer = UpdateTeamResult

  /// `POST /update-team`. It needs a session.
  public static let function = FunctionCall("update-team", at: "/update-team", for: .session)

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// What members and clients see. At most 200 characters.
  public var name: String?

  /// What an inviter's invitations show instead of the app's name, color and logo. It replaces the stored branding.
  /// It needs policy invitation.branding. `.remove` removes it; nil keeps it.
  public var branding: Change<Branding>?

  /// Creates a request. What is nil is not changed.
  public init(teamId: String? = nil, name: String? = nil, branding: Change<Branding>? = nil) {
    self.teamId = teamId
    self.name = name
    self.branding = branding
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.teamId = try container.optional("teamId")
    self.name = try container.optional("name")
    self.branding = try container.optional("branding")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(teamId, "teamId")
    try container.writeIfPresent(name, "name")
    try container.writeIfPresent(branding, "branding")
  }
}

/// What `update-team` answers to ``UpdateTeamRequest``.
public struct UpdateTeamResult: Codable, Equatable, Sendable {
  /// Inviters who share clients, invitations, links and workouts.
  public var team: Team

  /// Creates a value, such as for a test or a preview.
  public init(team: Team) {
    self.team = team
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.team = try container.required("team")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(team, "team")
  }
}
