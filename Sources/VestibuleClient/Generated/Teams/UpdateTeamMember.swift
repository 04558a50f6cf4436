// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Gives a member of a team another role. Only owners of the team can; a team keeps an owner.
public struct UpdateTeamMemberRequest: FunctionRequest {
  /// What `update-team-member` answers.
  public typealias Answer = UpdateTeamMemberResult

  /// `POST /update-team-member`. It needs a session.
  public static let function = FunctionCall("update-team-member", at: "/update-team-member", for: .session)

  /// The account of the member. At most 64 characters.
  public var accountId: String

  /// The place in a team: owners change the team and who is in it.
  public var role: TeamRole

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(accountId: String, role: TeamRole, teamId: String? = nil) {
    self.accountId = accountId
    self.role = role
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.accountId = try container.required("accountId")
    self.role = try container.required("role")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(accountId, "accountId")
    try container.write(role, "role")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `update-team-member` answers to ``UpdateTeamMemberRequest``.
public struct UpdateTeamMemberResult: Codable, Equatable, Sendable {
  /// Who is in the team, in the order in which they joined it. At most 1000 entries.
  public var members: [TeamMember]

  /// Creates a value, such as for a test or a preview.
  public init(members: [TeamMember]) {
    self.members = members
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.members = try container.required("members")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(members, "members")
  }
}
