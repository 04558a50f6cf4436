// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a workout of one of the inviter's clients.
public struct RemoveWorkoutRequest: FunctionRequest {
  /// What `remove-workout` answers.
  public typealias Answer = RemoveWorkoutResult

  /// `POST /remove-workout`. It needs a session.
  public static let function = FunctionCall("remove-workout", at: "/remove-workout", for: .session)

  /// The workout to remove. At most 64 characters.
  public var workoutId: String

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(workoutId: String, teamId: String? = nil) {
    self.workoutId = workoutId
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.workoutId = try container.required("workoutId")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(workoutId, "workoutId")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `remove-workout` answers to ``RemoveWorkoutRequest``.
public struct RemoveWorkoutResult: Codable, Equatable, Sendable {
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
