// SPDX-License-Identifier: Apache-2.0

import Domain

/// The result of a function about one workout.
package struct WorkoutOutput: FunctionOutput {
  let workout: Workout

  package var json: JSON { ["workout": workout.json] }
}

extension Workout {
  /// Refuses a day that the calendar does not have.
  static func wrongDay(in data: Fields) -> [Problem.Field] {
    guard let day = data.optionalText("scheduledOn"), Timestamp(day: day) == nil else { return [] }
    return [Problem.Field(pointer: "/scheduledOn", detail: "is not a day of the calendar")]
  }
}
