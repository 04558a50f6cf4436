// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Changes a workout of one of the inviter's clients.
public struct UpdateWorkoutRequest: FunctionRequest, Equatable {
  public typealias Answer = UpdateWorkoutResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("update-workout", at: "/update-workout", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UpdateWorkoutRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The workout to change.
  @_alwaysEmitIntoClient public var workoutId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The new title; one line of text.
  @_alwaysEmitIntoClient public var title: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC; null removes it.
  @_alwaysEmitIntoClient public var scheduledFor: Change<Date>? {
    get { json[dateChange: 2] }
    set { update { $0[dateChange: 2] = newValue } }
  }

  /// Any JSON object of at most 64 KiB.
  @_alwaysEmitIntoClient public var details: [String: JSONValue]? {
    get { json[values: 3] }
    set { update { $0[values: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    workoutId: String, title: String? = nil, scheduledFor: Change<Date>? = nil, details: [String: JSONValue]? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = workoutId
    json[text: 1] = title
    json[dateChange: 2] = scheduledFor
    json[values: 3] = details
    self.json = json
  }
}

/// The update workout result.
public struct UpdateWorkoutResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UpdateWorkoutResult") }

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
