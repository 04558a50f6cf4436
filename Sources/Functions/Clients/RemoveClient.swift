// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter removes a client, with the invitation, the workouts and the notes. The person's account stays.
package enum RemoveClient: Function {
  package static let name = "remove-client"

  package struct Event {
    let clientID: String
  }

  package struct Output: FunctionOutput {
    let clientID: String

    package var json: JSON { ["removed": .string(clientID)] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(clientID: try data.text("clientId")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let inviter = try call.requireCaller()
    return try environment.decide(call) { (rows) throws(Problem) in
      let client = try rows.clients.find(id: event.clientID, of: inviter)
      if let invitation = try rows.invitations.find(ofClient: client.id) {
        try rows.outbox.cancel(ofInvitations: [invitation.id], at: environment.now)
      }
      try rows.clients.remove(client.id)
      try environment.audit(call, .clientRemoved, inviter: inviter.id, subject: client.id, rows)
      return Output(clientID: client.id)
    }
  }
}
