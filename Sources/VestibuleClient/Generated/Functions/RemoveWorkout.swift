// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a workout of one of the inviter's clients.
public struct RemoveWorkoutRequest: FunctionRequest, Equatable {
  public typealias Answer = RemoveWorkoutResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("remove-workout", at: "/remove-workout", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RemoveWorkoutRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The workout to remove.
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

/// The remove workout result.
public struct RemoveWorkoutResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RemoveWorkoutResult") }

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
