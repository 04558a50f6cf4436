// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Assigns a workout to one of the inviter's clients.
public struct AssignWorkoutRequest: FunctionRequest {
  /// What `assign-workout` answers.
  public typealias Answer = AssignWorkoutResult

  /// `POST /assign-workout`. It needs a session.
  public static let function = FunctionCall("assign-workout", at: "/assign-workout", for: .session)

  /// The client to whom it is assigned. At most 64 characters.
  public var clientId: String

  /// What the client sees first; one line of text. At most 200 characters.
  public var title: String

  /// A timestamp (RFC 3339) in UTC.
  public var scheduledFor: Date?

  /// A day, wherever the client is: `2026-11-21`.
  public var scheduledOn: String?

  /// Any JSON object of at most 64 KiB.
  public var details: [String: JSONValue]?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(
    clientId: String, title: String, scheduledFor: Date? = nil, scheduledOn: String? = nil,
    details: [String: JSONValue]? = nil, teamId: String? = nil
  ) {
    self.clientId = clientId
    self.title = title
    self.scheduledFor = scheduledFor
    self.scheduledOn = scheduledOn
    self.details = details
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.clientId = try container.required("clientId")
    self.title = try container.required("title")
    self.scheduledFor = try container.optional("scheduledFor")
    self.scheduledOn = try container.optional("scheduledOn")
    self.details = try container.optional("details")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(clientId, "clientId")
    try container.write(title, "title")
    try container.writeIfPresent(scheduledFor, "scheduledFor")
    try container.writeIfPresent(scheduledOn, "scheduledOn")
    try container.writeIfPresent(details, "details")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `assign-workout` answers to ``AssignWorkoutRequest``.
public struct AssignWorkoutResult: Codable, Equatable, Sendable {
  /// Something that an inviter assigned to a client.
  public var workout: Workout

  /// Creates a value, such as for a test or a preview.
  public init(workout: Workout) {
    self.workout = workout
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.workout = try container.required("workout")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(workout, "workout")
  }
}
