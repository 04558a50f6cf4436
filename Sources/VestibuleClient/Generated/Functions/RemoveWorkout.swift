// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a workout of one of the inviter's clients.
public struct RemoveWorkoutRequest: FunctionRequest {
  public typealias Answer = RemoveWorkoutResult

  /// The function that answers the request.
  public static let function = FunctionCall("remove-workout", at: "/remove-workout", for: .session)

  /// An opaque id.
  public var workoutId: String

  /// Creates the value from its members.
  public init(workoutId: String) {
    self.workoutId = workoutId
  }
}

/// The remove workout result.
public struct RemoveWorkoutResult: Codable, Hashable, Sendable {
  /// Something that an inviter assigned to a client.
  public var workout: Workout

  /// Creates the value from its members.
  public init(workout: Workout) {
    self.workout = workout
  }
}
