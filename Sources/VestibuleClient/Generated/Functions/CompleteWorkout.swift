// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Marks one of the caller's workouts as completed. If it is repeated, the first time is kept.
public struct CompleteWorkoutRequest: FunctionRequest, Equatable {
  public typealias Answer = CompleteWorkoutResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("complete-workout", at: "/complete-workout", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("CompleteWorkoutRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The workout that the client has done.
  @_alwaysEmitIntoClient public var workoutId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(workoutId: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = workoutId
    self.json = json
  }
}

/// The complete workout result.
public struct CompleteWorkoutResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("CompleteWorkoutResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Something that an inviter assigned to a client.
  @_alwaysEmitIntoClient public var workout: Workout {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(workout: Workout) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = workout
    self.json = json
  }
}
