// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// One client of an inviter: its record, its invitation, the deliveries of the invitation's messages, and the first
/// page of its workouts.
package enum GetClient: Function {
  package static let name = "get-client"
  /// The latest deliveries are shown.
  private static let maximumDeliveries = 50

  package struct Event {
    let clientID: String
  }

  package struct Output: FunctionOutput {
    package let entry: ClientEntry
    package let deliveries: [MessageDelivery]
    package let workouts: [Workout]
    package let now: Timestamp

    package var json: JSON {
      [
        "client": entry.client.json, "invitation": entry.invitationJSON(at: now),
        "deliveries": .array(deliveries.map(\.json)), "workouts": .array(workouts.map(\.json)),
      ]
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(clientID: try data.text("clientId")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.answer(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let tables = decision.tables
      let client = try decision.teams.of(inviter).client(event.clientID)
      guard let invitation = try tables.invitations.find(ofClient: client.id) else {
        throw .bug("a client has no invitation")
      }
      let account = try client.accountID.flatMap { (id) throws(Problem) in try tables.accounts.find(id: id) }
      return Output(
        entry: ClientEntry(client: client, invitation: invitation, lastSignInAt: account?.lastSignInAt),
        deliveries: try tables.deliveries.all(ofInvitation: invitation.id, limit: maximumDeliveries),
        workouts: try tables.workouts.all(of: .client(client.id), after: nil, limit: ListPage.defaultLimit),
        now: decision.now)
    }
  }
}

extension MessageDelivery {
  fileprivate var json: JSON {
    .object([
      "at": JSON(at.rfc3339), "status": JSON(status.rawValue), "reason": reason.map { JSON($0.rawValue) },
      "text": text.map(JSON.string),
    ])
  }
}
