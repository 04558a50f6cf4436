// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter removes a client, with the invitation, the workouts and the notes. The person's account stays.
package enum RemoveClient: Function {
  package static let name = "remove-client"

  package struct Output: FunctionOutput {
    let clientID: String

    package var json: JSON { ["removed": .string(clientID)] }
  }

  package static func event(from data: Fields) throws(Problem) -> String { try data.text("clientId") }

  package static func answer(
    _ clientID: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let client = try decision.teams.of(inviter).client(clientID)
      if let invitation = try decision.tables.invitations.find(ofClient: client.id) {
        try decision.tables.outbox.cancel(of: [invitation], at: decision.now)
      }
      try decision.tables.clients.remove(client.id)
      try decision.audit(.clientRemoved, team: client.teamID, subject: client.id)
      return Output(clientID: client.id)
    }
  }
}
