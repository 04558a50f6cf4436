// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The sweep: it marks overdue invitations as expired, sends reminders for those that expire soon, and deletes expired
/// records.
package enum ExpireInvitations: Function {
  package static let name = "expire-invitations"

  package struct Event {
    let limit: Int
  }

  package struct Output: FunctionOutput {
    let expired: Int
    let reminded: Int
    let more: Bool

    package var json: JSON { ["expired": JSON(expired), "reminded": JSON(reminded), "more": .bool(more)] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(limit: data.optionalInteger("limit") ?? 10_000)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let expired = try environment.sweep(SweepStep(changing: expire), call, limit: event.limit)
    let reminded = try environment.sweep(SweepStep(run: remind), call, limit: event.limit - expired.count)
    let recalling = SweepStep(changing: { (decision, limit) throws(Problem) in
      try decision.tables.outbox.correctFutureDueTimes(now: environment.now, limit: limit)
    })
    let ending = SweepStep(changing: { (decision, limit) throws(Problem) in
      try decision.tables.joinRequests.expire(createdBefore: environment.now - JoinRequest.lifetime, limit: limit)
    })
    let rest = try environment.sweep(
      [recalling, ending] + Purge.ofExpiredRecords.map(\.step), call, limit: event.limit)
    return .answered(
      Output(expired: expired.count, reminded: reminded.count, more: expired.more || reminded.more || rest.more))
  }

  private static func expire(_ decision: Decision, _ limit: Int) throws(Problem) -> Int {
    let expired = try decision.tables.invitations.expireOverdue(now: decision.now, limit: limit)
    try decision.tables.outbox.cancel(of: expired, at: decision.now)
    for invitation in expired { try decision.outbox.announce(.invitationExpired, invitation) }
    try decision.tables.auditLog.insert(
      expired.map {
        decision.auditEntry(.invitationExpired, team: $0.teamID, subject: $0.id)
      })
    return expired.count
  }

  /// A reminder has its own code, because the first code is stored only as a hash.
  private static func remind(_ decision: Decision, _ limit: Int) throws(Problem) -> SweepStep.Swept {
    let due = try decision.tables.invitations.toRemind(now: decision.now, limit: limit)
    var queued = 0
    for invitation in due where try remind(invitation, decision) { queued += 1 }
    return SweepStep.Swept(rows: due.count, counted: queued)
  }

  /// - Returns: whether a reminder was queued: nobody is reminded of an invitation that cannot be accepted, or at an
  ///   address that gets no reminders.
  private static func remind(_ invitation: Invitation, _ decision: Decision) throws(Problem) -> Bool {
    let next = decision.policy.invitation.reminder(of: invitation, after: decision.now)
    try decision.tables.invitations.setReminder(of: invitation.id, at: next)
    // The person may answer the mail, so it comes from somebody who is still in the team.
    guard let details = try decision.invitations.forContact(decision.invitations.details(of: invitation)),
      details.isAcceptable(decision.policy, at: decision.now)
    else { return false }
    if let email = details.client.email, try decision.suppressions.suppression(of: email)?.blocks(.reminder) ?? false {
      return false
    }
    let code = decision.invitations.newCode()
    try decision.tables.invitations.addCode(hash: hashed(code), to: invitation.id)
    try decision.outbox.queueInvitation(.reminder, details, code: code)
    try decision.audit(.invitationReminded, team: invitation.teamID, subject: invitation.id)
    return true
  }
}
