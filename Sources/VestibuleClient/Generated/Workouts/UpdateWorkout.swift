// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Changes a workout of one of the inviter's clients.
public struct UpdateWorkoutRequest: FunctionRequest {
  /// What `update-workout` answers.
  public typealias Answer = UpdateWorkoutResult

  /// `POST /update-workout`. It needs a session.
  public static let function = FunctionCall("update-workout", at: "/update-workout", for: .session)

  /// The workout to change. At most 64 characters.
  public var workoutId: String

  /// The new title; one line of text. At most 200 characters.
  public var title: String?

  /// A timestamp (RFC 3339) in UTC. `.remove` removes it; nil keeps it.
  public var scheduledFor: Change<Date>?

  /// A day, wherever the client is: `2026-11-21`. `.remove` removes it; nil keeps it.
  public var scheduledOn: Change<String>?

  /// Any JSON object of at most 64 KiB.
  public var details: [String: JSONValue]?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not changed.
  public init(
    workoutId: String, title: String? = nil, scheduledFor: Change<Date>? = nil, scheduledOn: Change<String>? = nil,
    details: [String: JSONValue]? = nil, teamId: String? = nil
  ) {
    self.workoutId = workoutId
    self.title = title
    self.scheduledFor = scheduledFor
    self.scheduledOn = scheduledOn
    self.details = details
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.workoutId = try container.required("workoutId")
    self.title = try container.optional("title")
    self.scheduledFor = try container.optional("scheduledFor")
    self.scheduledOn = try container.optional("scheduledOn")
    self.details = try container.optional("details")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(workoutId, "workoutId")
    try container.writeIfPresent(title, "title")
    try container.writeIfPresent(scheduledFor, "scheduledFor")
    try container.writeIfPresent(scheduledOn, "scheduledOn")
    try container.writeIfPresent(details, "details")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `update-workout` answers to ``UpdateWorkoutRequest``.
public struct UpdateWorkoutResult: Codable, Equatable, Sendable {
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
