// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter assigns a workout to one of its clients. The client need not have accepted yet.
package enum AssignWorkout: Function {
  package static let name = "assign-workout"

  package struct Event {
    let clientID: String
    let title: String
    let scheduledFor: Timestamp?
    let scheduledOn: String?
    let details: JSON
  }

  package typealias Output = WorkoutOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      clientID: try data.text("clientId"), title: try data.text("title"),
      scheduledFor: data.optionalTimestamp("scheduledFor"), scheduledOn: data.optionalText("scheduledOn"),
      details: data.json("details") ?? [:])
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    Workout.wrongDay(in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let client = try decision.teams.of(inviter).client(event.clientID)
      // Nobody would see it: a person who is invited to another role does not become a client.
      guard try decision.tables.invitations.find(ofClient: client.id)?.role == nil else {
        throw Problem(.clientNotFound, "the record is of somebody who is invited to another role")
      }
      let workout = Workout(
        id: decision.newID(), clientID: client.id, title: event.title, scheduledFor: event.scheduledFor,
        scheduledOn: event.scheduledOn, details: event.details, createdAt: decision.now,
        inviter: try decision.teams.named(inviter, in: client.teamID))
      try decision.tables.workouts.insert(workout)
      try decision.outbox.announceAssignment(of: workout, to: client, by: inviter)
      try decision.audit(.workoutAssigned, team: client.teamID, subject: client.id)
      return Output(workout: workout)
    }
  }
}
