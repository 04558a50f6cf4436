// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists workouts: a client's own, or those of an inviter's client.
public struct ListWorkoutsRequest: FunctionRequest {
  public typealias Answer = ListWorkoutsResult

  /// The function that answers the request.
  public static let function = FunctionCall("list-workouts", at: "/list-workouts", for: .session)

  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("ListWorkoutsRequest") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// An opaque id.
  @_alwaysEmitIntoClient public var clientId: String? {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The maximum number of items in a page; default 50.
  @_alwaysEmitIntoClient public var limit: Int? {
    get { json[integer: 1] }
    set { json[integer: 1] = newValue }
  }

  /// The `nextCursor` of the previous page.
  @_alwaysEmitIntoClient public var cursor: String? {
    get { json[text: 2] }
    set { json[text: 2] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(clientId: String? = nil, limit: Int? = nil, cursor: String? = nil) {
    json = JSONMembers(Self.shape)
    self.clientId = clientId
    self.limit = limit
    self.cursor = cursor
  }
}

/// The list workouts result.
public struct ListWorkoutsResult: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("ListWorkoutsResult") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The workouts.
  @_alwaysEmitIntoClient public var workouts: [Workout] {
    get { json[objects: 0] }
    set { json[objects: 0] = newValue }
  }

  /// The `cursor` of the next page; null on the last page.
  @_alwaysEmitIntoClient public var nextCursor: String? {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(workouts: [Workout], nextCursor: String? = nil) {
    json = JSONMembers(Self.shape)
    self.workouts = workouts
    self.nextCursor = nextCursor
  }
}
