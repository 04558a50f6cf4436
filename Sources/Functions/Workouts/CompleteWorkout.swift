// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A client completes one of its workouts. Completing it again is granted, and the first time stays.
package enum CompleteWorkout: Function {
  package static let name = "complete-workout"

  package typealias Output = WorkoutOutput

  package static func event(from data: Fields) throws(Problem) -> String { try data.text("workoutId") }

  package static func answer(
    _ workoutID: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let account = try decision.requireCaller()
      var workout = try decision.tables.workouts.find(id: workoutID, ofAccount: account)
      if workout.completedAt == nil {
        try decision.tables.workouts.markCompleted(workout.id, at: decision.now)
        try decision.audit(.workoutCompleted, account: account.id, team: workout.teamID, subject: workout.clientID)
        workout.completedAt = decision.now
      }
      return Output(workout: workout)
    }
  }
}
