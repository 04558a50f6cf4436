// SPDX-License-Identifier: Apache-2.0

import Domain

extension Transaction {
  public func insert(_ mail: OutboxMessage) throws(Problem) {
    try change(
      """
      INSERT INTO outbox (id, kind, invitation_id, account_id, locale, recipient, recipient_key, sealed_values, state,
        attempts, doubts, due_at, expires_at, created_at, traceparent)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      """,
      [
        .text(mail.id), .text(mail.kind.rawValue), .text(mail.invitationID), .text(mail.accountID),
        .text(mail.locale), .text(mail.recipient), .text(OutboxMessage.key(ofRecipient: mail.recipient)),
        .text(mail.sealedValues), .text(mail.state.rawValue), .integer(mail.attempts), .integer(mail.doubts),
        .timestamp(mail.dueAt), .timestamp(mail.expiresAt), .timestamp(mail.createdAt),
        .text(mail.traceparent),
      ])
  }

  /// Takes mails that are due, or whose lease ran out, for one process until `leaseEnd`, and gives the oldest first.
  /// Webhooks come behind the mails: a receiver that hangs is not to keep a password's reset.
  public func leaseMail(now: Timestamp, until leaseEnd: Timestamp, limit: Int) throws(Problem) -> [OutboxMessage] {
    let mails = try lease("<>", now: now, until: leaseEnd, limit: limit)
    guard mails.count < limit else { return mails }
    return mails + (try lease("=", now: now, until: leaseEnd, limit: limit - mails.count))
  }

  private func lease(
    _ relation: String, now: Timestamp, until leaseEnd: Timestamp, limit: Int
  ) throws(Problem) -> [OutboxMessage] {
    try change(
      """
      WITH due AS MATERIALIZED (
        SELECT id FROM outbox WHERE state IN ('queued', 'leased') AND kind \(relation) 'webhook' AND due_at <= $1
        ORDER BY due_at, id LIMIT $3 \(dialect.skippingLocked))
      UPDATE outbox SET state = 'leased', due_at = $2, attempts = attempts + 1 WHERE id IN (SELECT id FROM due)
      RETURNING *
      """, [.timestamp(now), .timestamp(leaseEnd), .integer(limit)]
    )
    // `RETURNING` has no order, and PostgreSQL's is not that of the query. An id begins with its moment.
    .map(mail).sorted { $0.id < $1.id }
  }

  /// Makes mails due that are put off for longer than any pause or lease: the clock that did so was ahead.
  /// - Returns: how many there were, at most so many.
  public func recallMail(now: Timestamp, limit: Int) throws(Problem) -> Int {
    var count = 0
    for relation in ["<>", "="] {
      count += try change(
        """
        WITH late AS MATERIALIZED (
          SELECT id FROM outbox WHERE state IN ('queued', 'leased') AND kind \(relation) 'webhook' AND due_at > $2
          ORDER BY due_at, id LIMIT $3 \(dialect.skippingLocked))
        UPDATE outbox SET due_at = $1 WHERE id IN (SELECT id FROM late)
        RETURNING id
        """, [.timestamp(now), .timestamp(now + .days(7)), .integer(limit - count)]
      ).count
    }
    return count
  }

  /// Reserves the next place in the pace of a relay that all processes share.
  /// - Returns: when it is; nil, and nothing is reserved, where that is not before `end`.
  public func reservePlace(
    of relay: String, rate: Double, now: Timestamp, before end: Timestamp
  ) throws(Problem) -> Timestamp? {
    let free = try query("SELECT free_at FROM relay_paces WHERE relay = $1", [.text(relay)]).first?.timestamp("free_at")
    let start = max(free ?? now, now)
    guard start < end else { return nil }
    try change(
      """
      INSERT INTO relay_paces (relay, free_at) VALUES ($1, $2)
      ON CONFLICT (relay) DO UPDATE SET free_at = excluded.free_at
      """, [.text(relay), .timestamp(start + .milliseconds(Int(1000 / rate)))])
    return start
  }

  /// Whether any mail is due.
  public func hasDueMail(now: Timestamp) throws(Problem) -> Bool {
    for relation in ["<>", "="] {
      let due = try query(
        """
        SELECT id FROM outbox WHERE state IN ('queued', 'leased') AND kind \(relation) 'webhook' AND due_at <= $1 LIMIT 1
        """, [.timestamp(now)])
      if !due.isEmpty { return true }
    }
    return false
  }

  /// Puts a leased mail back until it is due again.
  /// - Returns: false where it is not leased any more: somebody else has decided about it.
  @discardableResult
  public func requeue(_ mail: OutboxMessage, dueAt: Timestamp, failure: String) throws(Problem) -> Bool {
    try !change(
      """
      UPDATE outbox SET state = 'queued', due_at = $2, attempts = $3, doubts = $4, trouble = $5
      WHERE id = $1 AND state = 'leased' RETURNING id
      """,
      [.text(mail.id), .timestamp(dueAt), .integer(mail.attempts), .integer(mail.doubts), .text(failure)]
    ).isEmpty
  }

  /// Ends a mail's life: its secrets are erased.
  /// - Returns: false where it had ended before.
  @discardableResult
  public func end(
    _ mailID: String, as state: OutboxMessage.State, at now: Timestamp, vendorID: String? = nil, failure: String? = nil
  ) throws(Problem) -> Bool {
    try !change(
      """
      UPDATE outbox SET state = $2, ended_at = $3, vendor_id = $4, trouble = $5, sealed_values = NULL
      WHERE id = $1 AND state IN ('queued', 'leased') RETURNING id
      """, [.text(mailID), .text(state.rawValue), .timestamp(now), .text(vendorID), .text(failure)]
    ).isEmpty
  }

  /// Cancels the mails of invitations that have not gone out.
  ///
  /// It asks for those that have not ended, and not by their state, so that no planner looks through the index of all
  /// mails that are due: everybody who queues one would be in the way.
  public func cancelMail(ofInvitations ids: [String], at now: Timestamp) throws(Problem) {
    guard !ids.isEmpty else { return }
    try change(
      """
      UPDATE outbox SET state = 'cancelled', ended_at = $1, sealed_values = NULL
      WHERE invitation_id IN (\(parameters(2, count: ids.count))) AND ended_at IS NULL
        AND kind IN ('invitation', 'resent-invitation', 'reminder', 'invitation-sms')
      """, [.timestamp(now)] + ids.map(SQLValue.text))
  }

  /// Forgets mails that ended before a moment, at most so many. What has not gone yet has not ended.
  public func forgetMail(endedBefore timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try change(
      """
      DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE ended_at <= $1 ORDER BY ended_at LIMIT $2)
      RETURNING id
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }

  func mail(_ row: Row) throws(Problem) -> OutboxMessage {
    guard let kind = OutboxMessage.Kind(rawValue: try row.text("kind")),
      let state = OutboxMessage.State(rawValue: try row.text("state"))
    else { throw .bug("a mail's kind or state is none") }
    var mail = OutboxMessage(
      id: try row.text("id"), kind: kind, invitationID: try row.optionalText("invitation_id"),
      accountID: try row.optionalText("account_id"),
      locale: try row.text("locale"), recipient: try row.text("recipient"),
      sealedValues: try row.optionalText("sealed_values") ?? "", state: state,
      attempts: try row.integer("attempts"), doubts: try row.integer("doubts"), dueAt: try row.timestamp("due_at"),
      expiresAt: try row.timestamp("expires_at"),
      createdAt: try row.timestamp("created_at"))
    mail.outcome = try row.optionalText("outcome").flatMap(OutboxMessage.Outcome.init)
    mail.traceparent = try row.optionalText("traceparent")
    return mail
  }
}
