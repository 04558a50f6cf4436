// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The accounts of invitees that the policy shows to an inviter.
package enum ListMembers: Function {
  package static let name = "list-members"

  package struct Event {
    let query: String?
    let role: String?
    let status: Account.Status?
    var page: ListPage
  }

  package typealias Output = PageOutput<MemberEntry>

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      query: data.optionalText("query"), role: data.optionalText("role"),
      status: data.optionalText("status").flatMap(Account.Status.init), page: try ListPage(data))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let policy = environment.policy
    // Every member has the invitee's role.
    let isEmpty = event.role.map { $0 != policy.roles.invitee } ?? false
    return try environment.answer(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      var entries: [MemberEntry] = []
      if !isEmpty {
        var filter = try filter(for: inviter, decision)
        (filter.status, filter.text) = (event.status, event.query)
        entries = try decision.tables.members.list(
          filter, after: event.page.start, skipping: event.page.skipped, limit: event.page.limit + 1)
      }
      return event.page.output("members", entries, start: { $0.position }, json: { $0.account.sharedJSON })
    }
  }

  /// All members that the policy shows to an inviter.
  static func filter(for inviter: Account, _ decision: Decision) throws(Problem) -> MemberFilter {
    let policy = decision.policy
    return MemberFilter(
      role: policy.roles.invitee, policy.listedMembers, for: try decision.teams.of(inviter).chosen().teamID)
  }
}
