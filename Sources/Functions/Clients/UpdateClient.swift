// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter changes its data about a client. The address cannot change, because the invitation was sent there.
package enum UpdateClient: Function {
  package static let name = "update-client"

  package struct Event {
    let clientID: String
    let data: Fields
  }

  package struct Output: FunctionOutput {
    let client: Client

    package var json: JSON { ["client": client.json] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(clientID: try data.text("clientId"), data: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let inviter = try call.requireCaller()
    return try environment.decide(call) { (decision) throws(Problem) in
      var client = try decision.teams(of: inviter).client(event.clientID)
      let data = event.data
      client.name = data.optionalText("name") ?? client.name
      if data.has("phone") { client.phone = decision.policy.profile.clientPhone(data.optionalText("phone")) }
      if data.has("notes") { client.notes = data.optionalText("notes") }
      if data.has("coachId") {
        client.coachID = data.optionalText("coachId")
        try decision.requireCoach(client.coachID, in: client.teamID, at: "/coachId")
      }
      if data.has("locale") { client.locale = data.optionalText("locale") }

      try decision.transaction.clients.update(client)
      try decision.audit(.clientUpdated, team: client.teamID, subject: client.id)
      return Output(client: client)
    }
  }
}
