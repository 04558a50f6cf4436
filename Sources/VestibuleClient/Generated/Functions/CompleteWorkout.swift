// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Completes one of the caller's workouts; the first time counts.
public struct CompleteWorkoutRequest: FunctionRequest {
  public typealias Answer = CompleteWorkoutResult

  /// The function that answers the request.
  public static let function = FunctionCall("complete-workout", at: "/complete-workout", for: .session)

  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("CompleteWorkoutRequest") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// An opaque id.
  @_alwaysEmitIntoClient public var workoutId: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(workoutId: String) {
    json = JSONMembers(Self.shape)
    self.workoutId = workoutId
  }
}

/// The complete workout result.
public struct CompleteWorkoutResult: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("CompleteWorkoutResult") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// Something that an inviter assigned to a client.
  @_alwaysEmitIntoClient public var workout: Workout {
    get { json[object: 0] }
    set { json[object: 0] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(workout: Workout) {
    json = JSONMembers(Self.shape)
    self.workout = workout
  }
}
