// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter removes a workout of one of its clients. The answer shows it for the last time.
package enum RemoveWorkout: Function {
  package static let name = "remove-workout"

  package typealias Output = WorkoutOutput

  package static func event(from data: Fields) throws(Problem) -> String { try data.text("workoutId") }

  package static func answer(
    _ workoutID: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let workout = try decision.teams.of(inviter).workout(workoutID)
      try decision.tables.workouts.remove(workout.id)
      try decision.audit(.workoutRemoved, team: workout.teamID, subject: workout.clientID)
      return Output(workout: workout)
    }
  }
}
