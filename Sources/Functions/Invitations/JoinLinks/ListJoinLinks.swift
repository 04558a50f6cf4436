// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The links of an inviter by which people join, oldest first, with their codes.
package enum ListJoinLinks: Function {
  package static let name = "list-join-links"

  package typealias Output = PageOutput<JoinLinkOutput>

  package static func answer(
    _ page: ListPage, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.answer(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let team = try decision.teams.of(inviter).chosen()
      let links = try decision.tables.joinLinks.list(
        of: team.teamID, after: page.start, limit: page.limit + 1
      ).map { (link) throws(Problem) in try decision.invitations.output(link) }
      return page.output(
        "joinLinks", links, start: { PageStart(createdAt: $0.link.createdAt, id: $0.link.id) }, json: \.member)
    }
  }
}
