// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Assigns a workout to one of the inviter's clients.
public struct AssignWorkoutRequest: FunctionRequest, Equatable {
  public typealias Answer = AssignWorkoutResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("assign-workout", at: "/assign-workout", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AssignWorkoutRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The client to whom it is assigned.
  @_alwaysEmitIntoClient public var clientId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// What the client sees first; one line of text.
  @_alwaysEmitIntoClient public var title: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var scheduledFor: Date? {
    get { json[date: 2] }
    set { update { $0[date: 2] = newValue } }
  }

  /// Any JSON object of at most 64 KiB.
  @_alwaysEmitIntoClient public var details: [String: JSONValue]? {
    get { json[values: 3] }
    set { update { $0[values: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    clientId: String, title: String, scheduledFor: Date? = nil, details: [String: JSONValue]? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = clientId
    json[text: 1] = title
    json[date: 2] = scheduledFor
    json[values: 3] = details
    self.json = json
  }
}

/// The assign workout result.
public struct AssignWorkoutResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AssignWorkoutResult") }

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
