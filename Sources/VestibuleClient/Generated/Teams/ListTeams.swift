// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists the teams of the inviter.
public struct ListTeamsRequest: ReadingRequest {
  /// What `list-teams` answers.
  public typealias Answer = ListTeamsResult

  /// `POST /list-teams`. It needs a session.
  public static let function = FunctionCall("list-teams", at: "/list-teams", for: .session)

  /// Creates a request.
  public init() {}
}

/// What `list-teams` answers to ``ListTeamsRequest``.
public struct ListTeamsResult: Codable, Equatable, Sendable {
  /// The teams, in the order in which the inviter joined them; empty after leaving the last one. At most 100 entries.
  public var teams: [Team]

  /// Creates a value, such as for a test or a preview.
  public init(teams: [Team]) {
    self.teams = teams
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.teams = try container.required("teams")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(teams, "teams")
  }

  /// A team that the inviter is in.
  public struct Team: Codable, Hashable, Identifiable, Sendable {
    /// The id of the team, which other functions call `teamId`.
    public var id: String

    /// The name of the team, or that of its owner until it has one.
    public var name: String

    /// The place in a team: owners change the team and who is in it.
    public var role: TeamRole

    /// Creates a value, such as for a test or a preview.
    public init(id: String, name: String, role: TeamRole) {
      self.id = id
      self.name = name
      self.role = role
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.id = try container.required("id")
      self.name = try container.required("name")
      self.role = try container.required("role")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(id, "id")
      try container.write(name, "name")
      try container.write(role, "role")
    }
  }
}
