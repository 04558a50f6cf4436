// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The workouts of a client. An inviter names one of its clients; a client gets the workouts that all inviters have
/// assigned to it.
package enum ListWorkouts: Function {
  package static let name = "list-workouts"

  package struct Event {
    let clientID: String?
    let page: ListPage
  }

  package typealias Output = PageOutput<Workout>

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(clientID: data.optionalText("clientId"), page: try ListPage(data))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.answer(call) { (decision) throws(Problem) in
      let caller = try decision.requireCaller()
      let owner = try owner(event.clientID, caller, decision)
      let workouts = try decision.tables.workouts.all(
        of: owner, after: event.page.start, limit: event.page.limit + 1)
      return event.page.output(
        "workouts", workouts, start: { PageStart(createdAt: $0.createdAt, id: $0.id) }, json: { $0.json })
    }
  }

  private static func owner(
    _ clientID: String?, _ caller: Account, _ decision: Decision
  ) throws(Problem) -> WorkoutOwner {
    let roles = decision.policy.roles
    switch (caller.role, clientID) {
    case (roles.inviter, let clientID?): return .client(try decision.teams.of(caller).client(clientID).id)
    case (roles.inviter, nil): throw .invalid("/clientId", .eventInvalid, "is required for an inviter")
    case (roles.invitee, nil): return .account(caller.id)
    case (roles.invitee, let clientID?):
      return .client(try decision.tables.clients.find(id: clientID, ofAccount: caller).id)
    default: throw Problem(.permissionDenied, "the account's role has no workouts")
    }
  }
}
