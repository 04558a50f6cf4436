// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Assigns a workout to one of the inviter's clients.
public struct AssignWorkoutRequest: FunctionRequest {
  public typealias Answer = AssignWorkoutResult

  /// The function that answers the request.
  public static let function = FunctionCall("assign-workout", at: "/assign-workout", for: .session)

  /// An opaque id.
  public var clientId: String
  /// The title.
  public var title: String
  /// A timestamp (RFC 3339) in UTC.
  public var scheduledFor: Date?
  /// Any JSON object of at most 64 KiB.
  public var details: [String: JSONValue]?

  /// Creates the value from its members.
  public init(clientId: String, title: String, scheduledFor: Date? = nil, details: [String: JSONValue]? = nil) {
    self.clientId = clientId
    self.title = title
    self.scheduledFor = scheduledFor
    self.details = details
  }
}

/// The assign workout result.
public struct AssignWorkoutResult: Codable, Hashable, Sendable {
  /// Something that an inviter assigned to a client.
  public var workout: Workout

  /// Creates the value from its members.
  public init(workout: Workout) {
    self.workout = workout
  }
}
