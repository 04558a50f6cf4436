// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Makes a team that the inviter owns; an account is in at most 10.
public struct CreateTeamRequest: FunctionRequest {
  /// What `create-team` answers.
  public typealias Answer = CreateTeamResult

  /// `POST /create-team`. It needs a session.
  public static let function = FunctionCall("create-team", at: "/create-team", for: .session)

  /// What members and clients see. At most 200 characters.
  public var name: String

  /// Creates a request.
  public init(name: String) {
    self.name = name
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.name = try container.required("name")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(name, "name")
  }
}

/// What `create-team` answers to ``CreateTeamRequest``.
public struct CreateTeamResult: Codable, Equatable, Sendable {
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
