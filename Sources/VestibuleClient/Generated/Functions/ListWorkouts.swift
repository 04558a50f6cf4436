// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists workouts: a client's own, or those of an inviter's client.
public struct ListWorkoutsRequest: FunctionRequest, Equatable {
  public typealias Answer = ListWorkoutsResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("list-workouts", at: "/list-workouts", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListWorkoutsRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Only workouts of this client; an invitee may leave it out.
  @_alwaysEmitIntoClient public var clientId: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The maximum number of items in a page; default 50.
  @_alwaysEmitIntoClient public var limit: Int? {
    get { json[integer: 1] }
    set { update { $0[integer: 1] = newValue } }
  }

  /// The `nextCursor` of the previous page.
  @_alwaysEmitIntoClient public var cursor: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(clientId: String? = nil, limit: Int? = nil, cursor: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = clientId
    json[integer: 1] = limit
    json[text: 2] = cursor
    self.json = json
  }
}

/// The list workouts result.
public struct ListWorkoutsResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListWorkoutsResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The workouts of this page, oldest first.
  @_alwaysEmitIntoClient public var workouts: [Workout] {
    get { json[objects: 0] }
    set { update { $0[objects: 0] = newValue } }
  }

  /// The `cursor` of the next page; null on the last page.
  @_alwaysEmitIntoClient public var nextCursor: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(workouts: [Workout], nextCursor: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[objects: 0] = workouts
    json[text: 1] = nextCursor
    self.json = json
  }
}
