// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter changes a workout of one of its clients.
package enum UpdateWorkout: Function {
  package static let name = "update-workout"

  package struct Event {
    let workoutID: String
    let data: Fields
  }

  package typealias Output = WorkoutOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(workoutID: try data.text("workoutId"), data: data)
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    Workout.wrongDay(in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let inviter = try call.requireCaller()
    return try environment.decide(call) { (decision) throws(Problem) in
      var workout = try decision.teams(of: inviter).workout(event.workoutID)
      let data = event.data
      workout.title = data.optionalText("title") ?? workout.title
      let (time, day) = (data.optionalTimestamp("scheduledFor"), data.optionalText("scheduledOn"))
      // A new time may be on another day, and a new day has no time, unless the event has both. null removes its own
      // only.
      if data.has("scheduledFor") || day != nil { workout.scheduledFor = time }
      if data.has("scheduledOn") || time != nil { workout.scheduledOn = day }
      workout.details = data.json("details") ?? workout.details

      try decision.transaction.workouts.update(workout)
      try decision.audit(.workoutUpdated, team: workout.teamID, subject: workout.clientID)
      return Output(workout: workout)
    }
  }
}
