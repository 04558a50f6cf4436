import Domain
import Identity
import Storage

/// The sweep: overdue invitations are marked, those that end soon are reminded of, and what served its time is
/// forgotten.
public enum ExpireInvitations: Function {
  public static let name = "expire-invitations"

  public struct Event {
    let limit: Int
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    Event(limit: data.optionalInteger("limit") ?? 10_000)
  }

  /// How many rows one transaction changes: others wait for it.
  private static let batch = 500

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let expired = try sweep(event.limit, environment) { (rows, limit) throws(Problem) in
      try expire(limit, call, environment, rows)
    }
    let reminded = try sweep(event.limit - expired.count, environment) { (rows, limit) throws(Problem) in
      try remind(limit, call, environment, rows)
    }
    let events = try sweep(event.limit, environment) { (rows, limit) throws(Problem) in
      try rows.forgetSeenEvents(now: environment.now, limit: limit)
    }
    let hits = try sweep(event.limit, environment) { (rows, limit) throws(Problem) in
      try rows.forgetLimitHits(now: environment.now, limit: limit)
    }
    // An expired code is still told from a wrong one for a week.
    let codes = try sweep(event.limit, environment) { (rows, limit) throws(Problem) in
      try rows.forgetAccountCodes(before: environment.now - .days(7), limit: limit)
    }
    let mails = try sweep(event.limit, environment) { (rows, limit) throws(Problem) in
      try rows.recallMail(now: environment.now, limit: limit)
    }
    let more = [expired, reminded, events, hits, codes, mails].contains { $0.more }
    return [
      "expired": JSON(expired.count), "reminded": JSON(reminded.count), "more": .bool(more),
    ]
  }

  /// Runs batches until there is nothing left, or no room in the limit, or no time.
  private static func sweep(
    _ limit: Int, _ environment: Environment, _ step: (Transaction, _ limit: Int) throws(Problem) -> Int
  ) throws(Problem) -> (count: Int, more: Bool) {
    var count = 0
    while count < limit, environment.hasTimeToSend {
      let size = min(batch, limit - count)
      let done = try environment.store.sweep { (rows) throws(Problem) in try step(rows, size) }
      count += done
      if done < size { return (count, false) }
    }
    return (count, true)
  }

  private static func expire(
    _ limit: Int, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Int {
    let expired = try rows.expireOverdue(now: environment.now, limit: limit)
    for invitation in expired {
      try rows.cancelMail(ofInvitation: invitation.id, at: environment.now)
      try environment.announce(.invitationExpired, invitation, rows)
      try environment.audit(
        call, "invitation.expired", inviter: invitation.inviterID, subject: invitation.id, rows)
    }
    return expired.count
  }

  /// A reminder has a code of its own: the first one is not kept in a form that could be sent again.
  private static func remind(
    _ limit: Int, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Int {
    let invitations = try rows.invitationsToRemind(now: environment.now, limit: limit)
    for invitation in invitations {
      let next = environment.policy.invitation.reminder(of: invitation, after: environment.now)
      try rows.setReminder(of: invitation.id, at: next)
      let code = environment.newInvitationCode()
      try rows.addCode(hash: hashed(code), to: invitation.id)
      _ = try environment.queueInvitation(.reminder, try rows.offer(invitation), code: code, isTaken: false, rows)
      try environment.audit(
        call, "invitation.reminded", inviter: invitation.inviterID, subject: invitation.id, rows)
    }
    return invitations.count
  }
}
