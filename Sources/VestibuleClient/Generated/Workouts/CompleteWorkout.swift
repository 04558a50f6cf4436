// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Marks one of the caller's workouts as completed. If it is repeated, the first time is kept.
public struct CompleteWorkoutRequest: FunctionRequest {
  /// What `complete-workout` answers.
  public typealias Answer = CompleteWorkoutResult

  /// `POST /complete-workout`. It needs a session.
  public static let function = FunctionCall("complete-workout", at: "/complete-workout", for: .session)

  /// The workout that the client has done. At most 64 characters.
  public var workoutId: String

  /// Creates a request.
  public init(workoutId: String) {
    self.workoutId = workoutId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.workoutId = try container.required("workoutId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(workoutId, "workoutId")
  }
}

/// What `complete-workout` answers to ``CompleteWorkoutRequest``.
public struct CompleteWorkoutResult: Codable, Equatable, Sendable {
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
