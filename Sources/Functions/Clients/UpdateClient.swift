// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter changes its data about a client. The address changes only with `resend-invitation`.
package enum UpdateClient: Function {
  package static let name = "update-client"

  package struct Event {
    let clientID: String
    let name: String?
    let phone: Change<String>
    let notes: Change<String>
    let coachID: Change<String>
    let locale: Change<String>
  }

  package struct Output: FunctionOutput {
    let client: Client

    package var json: JSON { ["client": client.json] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      clientID: try data.text("clientId"), name: data.optionalText("name"), phone: data.textChange("phone"),
      notes: data.textChange("notes"), coachID: data.textChange("coachId"), locale: data.textChange("locale"))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      var client = try decision.teams.of(inviter).client(event.clientID)
      client.name = event.name ?? client.name
      if case .set(let phone) = event.phone { client.phone = decision.policy.profile.clientPhone(phone) }
      client.notes = event.notes.applied(to: client.notes)
      if case .set(let coachID) = event.coachID {
        client.coachID = coachID
        try decision.teams.requireCoach(coachID, in: client.teamID, at: "/coachId")
      }
      client.locale = event.locale.applied(to: client.locale)

      try decision.tables.clients.update(client)
      try decision.audit(.clientUpdated, team: client.teamID, subject: client.id)
      return Output(client: client)
    }
  }
}
