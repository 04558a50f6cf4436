// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a client with its invitation and workouts; the person's account stays.
public struct RemoveClientRequest: FunctionRequest {
  /// What `remove-client` answers.
  public typealias Answer = RemoveClientResult

  /// `POST /remove-client`. It needs a session.
  public static let function = FunctionCall("remove-client", at: "/remove-client", for: .session)

  /// The client to remove. At most 64 characters.
  public var clientId: String

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(clientId: String, teamId: String? = nil) {
    self.clientId = clientId
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.clientId = try container.required("clientId")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(clientId, "clientId")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `remove-client` answers to ``RemoveClientRequest``.
public struct RemoveClientResult: Codable, Equatable, Sendable {
  /// The client's id.
  public var removed: String

  /// Creates a value, such as for a test or a preview.
  public init(removed: String) {
    self.removed = removed
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.removed = try container.required("removed")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(removed, "removed")
  }
}
