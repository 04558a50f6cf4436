// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The audit entries of an inviter's actions, and of its invitations and clients, newest first.
package enum ListAudit: Function {
  package static let name = "list-audit"

  package struct Event {
    let action: String?
    let subject: String?
    let page: ListPage
  }

  package typealias Output = PageOutput<AuditEntry>

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(action: data.optionalText("action"), subject: data.optionalText("subjectId"), page: try ListPage(data))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.answer(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let team = try decision.teams.of(inviter).chosen()
      let entries = try decision.tables.auditLog.entries(
        of: team.teamID, seenBy: inviter.id, action: event.action, subject: event.subject, before: event.page.start,
        limit: event.page.limit + 1)
      return event.page.output("entries", entries, start: { PageStart(createdAt: $0.at, id: $0.id) }) {
        $0.json(seenBy: inviter.id)
      }
    }
  }
}

extension AuditEntry {
  /// The inviter does not see the address, the device and the provider of its clients.
  fileprivate func json(seenBy inviterID: String) -> JSON {
    let isOwn = accountID == inviterID
    return .object([
      "id": JSON(id), "at": JSON(at.rfc3339), "function": JSON(function), "action": JSON(action),
      "accountId": accountID.map(JSON.string), "subjectId": subjectID.map(JSON.string),
      "code": code.map { JSON($0.rawValue) }, "count": count.map { JSON($0) },
      "lastAt": lastAt.map { JSON($0.rfc3339) }, "provider": isOwn ? provider.map(JSON.string) : nil,
      "address": isOwn ? address.map(JSON.string) : nil,
      "userAgent": isOwn ? userAgent.map(JSON.string) : nil, "traceId": traceID.map(JSON.string),
      "operator": operatorName.map(JSON.string), "service": service.map(JSON.string),
    ])
  }
}
