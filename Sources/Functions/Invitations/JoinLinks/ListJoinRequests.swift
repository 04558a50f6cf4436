// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The people who want to join by an inviter's links and wait for the answer, oldest first.
package enum ListJoinRequests: Function {
  package static let name = "list-join-requests"

  package typealias Output = PageOutput<JoinRequestEntry>

  package static func answer(
    _ page: ListPage, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.answer(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let team = try decision.teams.of(inviter).chosen()
      let entries = try decision.tables.joinRequests.pending(
        to: team.teamID, after: page.start, limit: page.limit + 1, now: decision.now)
      return page.output(
        "joinRequests", entries, start: { PageStart(createdAt: $0.request.createdAt, id: $0.request.id) }, json: \.json)
    }
  }
}

extension JoinRequestEntry {
  fileprivate var json: JSON {
    [
      "id": .string(request.id),
      "account": .object([
        "displayName": JSON(displayName), "email": email.map { JSON($0.text) }, "emailVerified": .bool(emailVerified),
      ]),
      "joinLink": .object(["id": JSON(request.joinLinkID), "name": linkName.map(JSON.string)]),
      "createdAt": .string(request.createdAt.rfc3339),
    ]
  }
}
