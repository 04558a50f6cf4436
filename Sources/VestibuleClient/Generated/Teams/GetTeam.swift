// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Shows a team, who is in it and who is invited.
public struct GetTeamRequest: ReadingRequest {
  /// What `get-team` answers.
  public typealias Answer = GetTeamResult

  /// `POST /get-team`. It needs a session.
  public static let function = FunctionCall("get-team", at: "/get-team", for: .session)

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(teamId: String? = nil) {
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `get-team` answers to ``GetTeamRequest``.
public struct GetTeamResult: Codable, Equatable, Sendable {
  /// Inviters who share clients, invitations, links and workouts.
  public var team: Team

  /// Who is in the team, in the order in which they joined it. At most 1000 entries.
  public var members: [TeamMember]

  /// The pending invitations into the team, at most 100. At most 100 entries.
  public var invited: [InvitedItem]

  /// Creates a value, such as for a test or a preview.
  public init(team: Team, members: [TeamMember], invited: [InvitedItem]) {
    self.team = team
    self.members = members
    self.invited = invited
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.team = try container.required("team")
    self.members = try container.required("members")
    self.invited = try container.required("invited")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(team, "team")
    try container.write(members, "members")
    try container.write(invited, "invited")
  }

  /// A person who is invited.
  public struct InvitedItem: Codable, Equatable, Sendable {
    /// The id of the invitation, with which it can be revoked or sent again.
    public var invitationId: String

    /// The person's name, as the inviter wrote it.
    public var name: String

    /// The place in a team: owners change the team and who is in it.
    public var role: TeamRole

    /// When the invitation ends.
    public var expiresAt: Date

    /// The invited address; nil if none is known.
    public var email: String?

    /// Creates a value, such as for a test or a preview.
    public init(invitationId: String, name: String, role: TeamRole, expiresAt: Date, email: String? = nil) {
      self.invitationId = invitationId
      self.name = name
      self.role = role
      self.expiresAt = expiresAt
      self.email = email
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.invitationId = try container.required("invitationId")
      self.name = try container.required("name")
      self.role = try container.required("role")
      self.expiresAt = try container.required("expiresAt")
      self.email = try container.optional("email")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(invitationId, "invitationId")
      try container.write(name, "name")
      try container.write(role, "role")
      try container.write(expiresAt, "expiresAt")
      try container.writeIfPresent(email, "email")
    }
  }
}
