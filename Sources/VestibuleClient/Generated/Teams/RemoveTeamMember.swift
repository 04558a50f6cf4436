// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Takes a member out of a team, or leaves it. What the member has made there stays.
public struct RemoveTeamMemberRequest: FunctionRequest {
  /// What `remove-team-member` answers.
  public typealias Answer = RemoveTeamMemberResult

  /// `POST /remove-team-member`. It needs a session.
  public static let function = FunctionCall("remove-team-member", at: "/remove-team-member", for: .session)

  /// The account of the member. At most 64 characters.
  public var accountId: String

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(accountId: String, teamId: String? = nil) {
    self.accountId = accountId
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.accountId = try container.required("accountId")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(accountId, "accountId")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `remove-team-member` answers to ``RemoveTeamMemberRequest``.
public struct RemoveTeamMemberResult: Codable, Equatable, Sendable {
  /// Who is in the team then; empty if the caller has left it. At most 1000 entries.
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
