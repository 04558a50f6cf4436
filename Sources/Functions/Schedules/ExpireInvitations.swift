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
    let expiring = SweepStep(name: "expired") { (rows, limit) throws(Problem) in
      try expire(limit, call, environment, rows)
    }
    let reminding = SweepStep(name: "reminded") { (rows, limit) throws(Problem) in
      try remind(limit, call, environment, rows)
    }
    let expired = try environment.sweep([expiring], limit: event.limit)
    let reminded = try environment.sweep([reminding], limit: event.limit - expired.counts[0])
    let recalling = SweepStep(name: "recalled") { (rows, limit) throws(Problem) in
      try rows.outbox.correctFutureDueTimes(now: environment.now, limit: limit)
    }
    let rest = try environment.sweep([recalling] + environment.stepsForExpiredRecords, limit: event.limit)
    return .answered(
      Output(
        expired: expired.counts[0], reminded: reminded.counts[0], more: expired.more || reminded.more || rest.more))
  }

  private static func expire(
    _ limit: Int, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Int {
    let expired = try rows.invitations.expireOverdue(now: environment.now, limit: limit)
    try rows.outbox.cancel(ofInvitations: expired.map(\.id), at: environment.now)
    for invitation in expired { try environment.announce(.invitationExpired, invitation, rows) }
    try rows.auditLog.insert(
      expired.map { environment.auditEntry(call, .invitationExpired, inviter: $0.inviterID, subject: $0.id) })
    return expired.count
  }

  /// A reminder has its own code, because the first code is stored only as a hash.
  private static func remind(
    _ limit: Int, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Int {
    var count = 0
    while count < limit {
      let due = try rows.invitations.toRemind(now: environment.now, limit: limit - count)
      if due.isEmpty { break }
      for invitation in due where try remind(invitation, call, environment, rows) { count += 1 }
    }
    return count
  }

  /// - Returns: whether a reminder was queued: nobody is reminded of an invitation that cannot be accepted.
  private static func remind(
    _ invitation: Invitation, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Bool {
    let next = environment.policy.invitation.reminder(of: invitation, after: environment.now)
    try rows.invitations.setReminder(of: invitation.id, at: next)
    let offer = try rows.invitations.offer(invitation)
    guard offer.isTakeable(environment.policy, at: environment.now) else { return false }
    let code = environment.newInvitationCode()
    try rows.invitations.addCode(hash: hashed(code), to: invitation.id)
    _ = try environment.queueInvitation(.reminder, offer, code: code, isLeased: false, rows)
    try environment.audit(call, .invitationReminded, inviter: invitation.inviterID, subject: invitation.id, rows)
    return true
  }
}
