// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter renames, prolongs, limits, closes or opens a link by which people join, or gives it a new code. People
/// who have joined already stay.
package enum UpdateJoinLink: Function {
  package static let name = "update-join-link"

  package struct Event {
    let joinLinkID: String
    let linkName: String?
    let maxUses: Int?
    /// In how many days from now the link ends; nil if that does not change.
    let days: Int?
    let isClosed: Bool?
    /// Whether the link gets a new code.
    let resets: Bool
  }

  package typealias Output = JoinLinkOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      joinLinkID: try data.text("joinLinkId"), linkName: data.optionalText("name"),
      maxUses: data.optionalInteger("maxUses"), days: data.optionalInteger("days"),
      isClosed: data.has("closed") ? data.flag("closed") : nil, resets: data.flag("reset"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    rules.brokenName(in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let known = try decision.teams.of(inviter).joinLink(event.joinLinkID)
      var link = known
      if let name = event.linkName { link.name = name }
      if let maxUses = event.maxUses { link.maxUses = maxUses }
      if let days = event.days { link.expiresAt = InvitationTerm.end(sentAt: decision.now, days: days) }
      if let isClosed = event.isClosed { link.closedAt = isClosed ? known.closedAt ?? decision.now : nil }
      try requireRoom(for: link, known, decision)

      let store = { (link: JoinLink) throws(Problem) in try decision.tables.joinLinks.update(link) }
      // People who accepted with the old code and still wait have to use the new one.
      if event.resets { try decision.tables.waitingAcceptances.remove(subject: link.id) }
      var codes: JoinCodes?
      if event.resets { codes = try decision.invitations.setCodes(of: &link, store: store) } else { try store(link) }
      try decision.audit(.joinLinkUpdated, team: link.teamID, subject: link.id)
      return try decision.invitations.output(link, codes)
    }
  }

  /// Opening a link again, or prolonging it, needs room for one more.
  private static func requireRoom(
    for link: JoinLink, _ known: JoinLink, _ decision: Decision
  ) throws(Problem) {
    func isOpen(_ link: JoinLink) -> Bool { link.closedAt == nil && link.expiresAt > decision.now }
    guard isOpen(link), !isOpen(known) else { return }
    let open = try decision.tables.joinLinks.countOpen(of: link.teamID, now: decision.now)
    guard open < JoinLink.maximumOpen else { throw JoinLink.tooMany }
  }
}

extension JoinLink {
  static let tooMany = Problem(
    .tooManyRequests, "\(JoinLink.maximumOpen) links are open, which is the maximum; close one",
    message: Problem.Message("links"))
}
