// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter makes a link by which any number of people join: for a poster, a chat or a team.
package enum CreateJoinLink: Function {
  package static let name = "create-join-link"

  package struct Event {
    let linkName: String?
    let days: Int
    let maxUses: Int?
    let needsApproval: Bool
    let allowedDomains: [String]
    let profile: JSON?
    let note: String?
  }

  package typealias Output = JoinLinkOutput

  static let defaultDays = 30

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      linkName: data.optionalText("name"), days: data.optionalInteger("days") ?? defaultDays,
      maxUses: data.optionalInteger("maxUses"), needsApproval: data.flag("approval"),
      allowedDomains: (data.json("allowedDomains")?.array ?? []).compactMap { $0.string.flatMap(DomainName.host) },
      profile: data.json("profile"), note: data.optionalText("note"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    let domains = (data.json("allowedDomains")?.array ?? []).enumerated()
    let wrong = domains.filter { $1.string.flatMap(DomainName.host) == nil }
    return rules.brokenName(in: data)
      + wrong.map { index, _ in
        Problem.Field(pointer: "/allowedDomains/\(index)", detail: "should be a domain such as example.com")
      } + rules.brokenProfile(in: data, isInviter: true)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      try inviter.requireVerifiedInviter()
      let team = try decision.teams.of(inviter).chosen().teamID
      let open = try decision.tables.joinLinks.countOpen(of: team, now: decision.now)
      guard open < JoinLink.maximumOpen else { throw JoinLink.tooMany }
      var link = JoinLink(
        id: decision.newID(), teamID: team, inviterID: inviter.id, name: event.linkName, note: event.note,
        profile: event.profile, allowedDomains: event.allowedDomains, needsApproval: event.needsApproval,
        maxUses: event.maxUses,
        sealedCodes: "", createdAt: decision.now,
        expiresAt: InvitationTerm.end(sentAt: decision.now, days: event.days))
      let codes = try decision.invitations.setCodes(of: &link) { (link) throws(Problem) in
        try decision.tables.joinLinks.insert(link)
      }
      try decision.audit(.joinLinkCreated, team: team, subject: link.id)
      return try decision.invitations.output(link, codes)
    }
  }
}
