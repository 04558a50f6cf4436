// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Marks one of the caller's workouts as completed. If it is repeated, the first time is kept.
public struct CompleteWorkoutRequest: FunctionRequest {
  public typealias Answer = CompleteWorkoutResult

  /// The function that answers the request.
  public static let function = FunctionCall("complete-workout", at: "/complete-workout", for: .session)

  /// An opaque id.
  public var workoutId: String

  /// Creates the value from its members.
  public init(workoutId: String) {
    self.workoutId = workoutId
  }
}

/// The complete workout result.
public struct CompleteWorkoutResult: Codable, Hashable, Sendable {
  /// Something that an inviter assigned to a client.
  public var workout: Workout

  /// Creates the value from its members.
  public init(workout: Workout) {
    self.workout = workout
  }
}
