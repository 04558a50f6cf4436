// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter changes a workout of one of its clients.
package enum UpdateWorkout: Function {
  package static let name = "update-workout"

  package struct Event {
    let workoutID: String
    let title: String?
    let scheduledFor: Change<Timestamp>
    let scheduledOn: Change<String>
    let details: JSON?
  }

  package typealias Output = WorkoutOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      workoutID: try data.text("workoutId"), title: data.optionalText("title"),
      scheduledFor: data.change("scheduledFor") { $0.string.flatMap(Timestamp.init(rfc3339:)) },
      scheduledOn: data.textChange("scheduledOn"), details: data.json("details"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    Workout.wrongDay(in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      var workout = try decision.teams.of(inviter).workout(event.workoutID)
      workout.title = event.title ?? workout.title
      workout.schedule(at: event.scheduledFor, on: event.scheduledOn)
      workout.details = event.details ?? workout.details

      try decision.tables.workouts.update(workout)
      try decision.audit(.workoutUpdated, team: workout.teamID, subject: workout.clientID)
      return Output(workout: workout)
    }
  }
}

extension Workout {
  /// A new time may be on another day, and a new day has no time, unless the event has both. A removed one leaves the
  /// other.
  fileprivate mutating func schedule(at time: Change<Timestamp>, on day: Change<String>) {
    let (formerTime, formerDay) = (scheduledFor, scheduledOn)
    scheduledFor = time.applied(to: day.newValue == nil ? formerTime : nil)
    scheduledOn = day.applied(to: time.newValue == nil ? formerDay : nil)
  }
}
