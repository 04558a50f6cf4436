// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The clients of an inviter, each with its invitation.
package enum ListClients: Function {
  package static let name = "list-clients"

  package struct Event {
    let filter: ClientFilter
    let order: ClientOrder
    let page: ListPage
    /// How many clients are left out first.
    let skip: Int
  }

  package typealias Output = PageOutput<ClientEntry>

  package static func event(from data: Fields) throws(Problem) -> Event {
    let status = data.optionalText("status").flatMap(Invitation.Status.init)
    // Without the status, false has always meant all.
    let isUndelivered = data.flag("undelivered") || status == .pending && data.has("undelivered")
    return Event(
      filter: ClientFilter(
        coachID: data.optionalText("coachId"), status: status,
        isUndelivered: isUndelivered ? data.flag("undelivered") : nil, text: data.optionalText("query")),
      order: data.optionalText("sort").flatMap(ClientOrder.init) ?? .created, page: try ListPage(data),
      skip: data.optionalInteger("skip") ?? 0)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.answer(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let team = try decision.teams.of(inviter).chosen()
      try decision.teams.requireCoach(event.filter.coachID, in: team.teamID, at: "/coachId")
      let entries = try decision.tables.clients.list(
        of: team.teamID, event.filter, by: event.order, after: event.page.start, skip: event.skip,
        limit: event.page.limit + 1, now: decision.now)
      return event.page.output("clients", entries, start: { $0.position(by: event.order) }) {
        $0.json(at: decision.now)
      }
    }
  }
}

extension ClientEntry {
  fileprivate func json(at now: Timestamp) -> JSON {
    client.json.merging(["invitation": invitationJSON(at: now)])
  }

  /// The invitation with the last sign-in of the person who accepted it.
  func invitationJSON(at now: Timestamp) -> JSON {
    invitation.json(at: now).merging(["lastSignInAt": lastSignInAt.map { JSON($0.rfc3339) } ?? .null])
  }
}
