// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Changes a workout of one of the inviter's clients.
public struct UpdateWorkoutRequest: FunctionRequest {
  public typealias Answer = UpdateWorkoutResult

  /// The function that answers the request.
  public static let function = FunctionCall("update-workout", at: "/update-workout", for: .session)

  /// An opaque id.
  public var workoutId: String
  /// The title.
  public var title: String?
  /// A timestamp (RFC 3339) in UTC; null removes it.
  public var scheduledFor: Change<Date>?
  /// Any JSON object of at most 64 KiB.
  public var details: [String: JSONValue]?

  /// Creates the value from its members.
  public init(
    workoutId: String, title: String? = nil, scheduledFor: Change<Date>? = nil, details: [String: JSONValue]? = nil
  ) {
    self.workoutId = workoutId
    self.title = title
    self.scheduledFor = scheduledFor
    self.details = details
  }
}

/// The update workout result.
public struct UpdateWorkoutResult: Codable, Hashable, Sendable {
  /// Something that an inviter assigned to a client.
  public var workout: Workout

  /// Creates the value from its members.
  public init(workout: Workout) {
    self.workout = workout
  }
}
