// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists workouts: a client's own, or those of an inviter's client.
public struct ListWorkoutsRequest: FunctionRequest {
  public typealias Answer = ListWorkoutsResult

  /// The function that answers the request.
  public static let function = FunctionCall("list-workouts", at: "/list-workouts", for: .session)

  /// An opaque id.
  public var clientId: String?
  /// The maximum number of items in a page; default 50.
  public var limit: Int?
  /// The `nextCursor` of the previous page.
  public var cursor: String?

  /// Creates the value from its members.
  public init(clientId: String? = nil, limit: Int? = nil, cursor: String? = nil) {
    self.clientId = clientId
    self.limit = limit
    self.cursor = cursor
  }
}

/// The list workouts result.
public struct ListWorkoutsResult: Codable, Hashable, Sendable {
  /// The workouts.
  public var workouts: [Workout]
  /// The `cursor` of the next page; null on the last page.
  public var nextCursor: String?

  /// Creates the value from its members.
  public init(workouts: [Workout], nextCursor: String? = nil) {
    self.workouts = workouts
    self.nextCursor = nextCursor
  }
}
