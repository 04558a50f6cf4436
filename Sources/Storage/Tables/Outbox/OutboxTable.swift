// SPDX-License-Identifier: Apache-2.0

import Domain

/// Mails, text messages, pushes and webhooks that wait, and what became of them.
package struct OutboxTable {
  package let transaction: Transaction

  /// When the last mail of a kind was sent to an account; nil if none was, or if the record of it was deleted.
  package func lastSent(_ kind: OutboxMessage.Kind, to accountID: String) throws(Problem) -> Timestamp? {
    try transaction.query(
      "SELECT MAX(ended_at) AS at FROM outbox WHERE account_id = $1 AND kind = $2 AND state = 'sent'",
      [.text(accountID), .text(kind.rawValue)]
    ).first?.optionalTimestamp("at")
  }

  /// Queues a message.
  ///
  /// The columns `doubts` and `trouble` are `unknownAttempts` and `failure` everywhere else: applied migrations do not
  /// change.
  package func insert(_ message: OutboxMessage) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO outbox (id, kind, invitation_id, account_id, locale, recipient, recipient_key, sealed_values, state,
        attempts, doubts, due_at, expires_at, created_at, traceparent, ended_at, queue)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      """,
      [
        .text(message.id), .text(message.kind.rawValue), .text(message.invitationID), .text(message.accountID),
        .text(message.locale), .text(message.recipient), .text(OutboxMessage.key(ofRecipient: message.recipient)),
        .text(message.sealedValues), .text(message.state.rawValue), .integer(message.attempts),
        .integer(message.unknownAttempts),
        .timestamp(message.dueAt), .timestamp(message.expiresAt), .timestamp(message.createdAt),
        .text(message.traceparent), .timestamp(message.state == .cancelled ? message.createdAt : nil),
        .integer(message.kind.queue.rawValue),
      ])
  }

  /// Leases messages that are due, or whose lease has expired, to this process until `leaseEnd`: one queue after the
  /// other, and in each of them the oldest first.
  /// - Parameter withMails: whether mails are included. They are not while no relay accepts them.
  package func lease(
    now: Timestamp, until leaseEnd: Timestamp, limit: Int, withMails: Bool = true
  ) throws(Problem) -> [OutboxMessage] {
    var leased: [OutboxMessage] = []
    for queue in OutboxMessage.Queue.allCases where leased.count < limit {
      leased += try lease(
        queue, Self.restriction(withMails: withMails), now: now, until: leaseEnd, limit: limit - leased.count)
    }
    return leased
  }

  /// Leases messages of the first queue, oldest first.
  package func leaseFirst(
    now: Timestamp, until leaseEnd: Timestamp, limit: Int, withMails: Bool = true
  ) throws(Problem) -> [OutboxMessage] {
    try lease(.first, Self.restriction(withMails: withMails), now: now, until: leaseEnd, limit: limit)
  }

  private static let queues = OutboxMessage.Queue.allCases.map { String($0.rawValue) }.joined(separator: ", ")

  /// Leaves the mails out, unless they are included.
  private static func restriction(withMails: Bool) -> String {
    withMails ? "" : " AND kind NOT IN \(OutboxMessage.Kind.mails)"
  }

  /// Leases mails that have waited too long for a relay, or whose content has ended.
  /// - Parameter start: mails that were queued before that time have waited too long.
  package func leaseOverdue(
    now: Timestamp, queuedBefore start: Timestamp, until leaseEnd: Timestamp, limit: Int
  ) throws(Problem) -> [OutboxMessage] {
    let restriction = """
       AND kind IN \(OutboxMessage.Kind.mails)
        AND (expires_at <= $1 OR COALESCE(requeued_at, created_at) <= $4)
      """
    var leased: [OutboxMessage] = []
    for queue in [OutboxMessage.Queue.first, .usual] where leased.count < limit {
      leased += try lease(queue, restriction, now: now, until: leaseEnd, limit: limit - leased.count, .timestamp(start))
    }
    return leased
  }

  /// - Parameters:
  ///   - restriction: what else a message has to fulfil, beginning with `AND`.
  ///   - values: the values of that restriction, from `$4` on.
  private func lease(
    _ queue: OutboxMessage.Queue, _ restriction: String, now: Timestamp, until leaseEnd: Timestamp, limit: Int,
    _ values: SQLValue...
  ) throws(Problem) -> [OutboxMessage] {
    try transaction.changeReturning(
      """
      WITH due AS MATERIALIZED (
        SELECT id FROM outbox
        WHERE state IN ('queued', 'leased') AND queue = \(queue.rawValue) AND due_at <= $1\(restriction)
        ORDER BY due_at, id LIMIT $3 \(transaction.dialect.skippingLocked))
      UPDATE outbox SET state = 'leased', due_at = $2, attempts = attempts + 1 WHERE id IN (SELECT id FROM due)
      RETURNING *
      """, [.timestamp(now), .timestamp(leaseEnd), .integer(limit)] + values
    )
    // `RETURNING` has no defined order. Ids begin with their timestamp.
    .map(message).sorted { $0.id < $1.id }
  }

  /// Makes messages due now whose due time is later than any retry or lease: the clock that set it was ahead.
  /// - Returns: the number of messages, at most `limit`.
  package func correctFutureDueTimes(now: Timestamp, limit: Int) throws(Problem) -> Int {
    var count = 0
    for queue in OutboxMessage.Queue.allCases {
      count += try transaction.changeReturning(
        """
        WITH late AS MATERIALIZED (
          SELECT id FROM outbox WHERE state IN ('queued', 'leased') AND queue = \(queue.rawValue) AND due_at > $2
          ORDER BY due_at, id LIMIT $3 \(transaction.dialect.skippingLocked))
        UPDATE outbox SET due_at = $1 WHERE id IN (SELECT id FROM late)
        RETURNING id
        """, [.timestamp(now), .timestamp(now + .days(7)), .integer(limit - count)]
      ).count
    }
    return count
  }

  /// Whether any message is due.
  /// - Parameter withMails: whether mails count, besides other messages.
  package func hasDueMessages(now: Timestamp, withMails: Bool = true) throws(Problem) -> Bool {
    try !transaction.query(
      """
      SELECT 1 AS is_due FROM outbox
      WHERE state IN ('queued', 'leased') AND queue IN (\(Self.queues))
        AND due_at <= $1\(Self.restriction(withMails: withMails))
      LIMIT 1
      """, [.timestamp(now)]
    ).isEmpty
  }

  /// Puts a leased message back into the queue.
  /// - Returns: false if it is no longer leased, because another process has changed its state.
  @discardableResult
  package func requeue(_ message: OutboxMessage, dueAt: Timestamp, failure: String) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      """
      UPDATE outbox SET state = 'queued', due_at = $2, attempts = $3, doubts = $4, trouble = $5
      WHERE id = $1 AND state = 'leased' RETURNING id
      """,
      [
        .text(message.id), .timestamp(dueAt), .integer(message.attempts), .integer(message.unknownAttempts),
        .text(failure),
      ]
    ).isEmpty
  }

  /// Sets the final state of a message.
  /// - Parameters:
  ///   - reason: the class of a failure; nil keeps that of a bounce that came first.
  ///   - keepsValues: whether its values are kept, so that it can be sent again. Otherwise they are erased.
  /// - Returns: false if it had ended before.
  @discardableResult
  package func end(
    _ mailID: String, as state: OutboxMessage.State, at now: Timestamp, vendorID: String? = nil, failure: String? = nil,
    reason: BounceReason? = nil, keepsValues: Bool = false
  ) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      """
      UPDATE outbox SET state = $2, ended_at = $3, vendor_id = $4, trouble = $5,
        outcome_reason = COALESCE($6, CASE WHEN outcome IS NOT NULL THEN outcome_reason END),
        sealed_values = \(keepsValues ? "sealed_values" : "NULL")
      WHERE id = $1 AND state IN ('queued', 'leased') RETURNING id
      """,
      [
        .text(mailID), .text(state.rawValue), .timestamp(now), .text(vendorID), .text(failure), .text(reason?.rawValue),
      ]
    ).isEmpty
  }

  /// Ends a mail that the relay has refused because of its recipient or its content. Its values are kept, so that it
  /// can be sent again.
  /// - Returns: false if it had ended before.
  package func bounce(
    _ mailID: String, _ reason: BounceReason, failure: String, text: String?, at now: Timestamp
  ) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      """
      UPDATE outbox SET state = 'failed', ended_at = $2, trouble = $3, outcome = 'bounced', outcome_at = $2,
        outcome_reason = $4, outcome_detail = $5
      WHERE id = $1 AND state IN ('queued', 'leased') RETURNING id
      """, [.text(mailID), .timestamp(now), .text(failure), .text(reason.rawValue), .text(text)]
    ).isEmpty
  }

  /// Erases the values of failed messages whose content has ended, at most `limit`. `state <> 'sent'` selects the index
  /// of messages that are not sent.
  package func eraseValuesOfEnded(now: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      UPDATE outbox SET sealed_values = NULL WHERE id IN (
        SELECT outbox.id FROM outbox LEFT JOIN invitations ON invitations.id = outbox.invitation_id
        WHERE outbox.state = 'failed' AND outbox.state <> 'sent' AND outbox.sealed_values IS NOT NULL
          AND (outbox.expires_at <= $1 OR outbox.kind IN \(OutboxMessage.Kind.offeringInvitation)
            AND COALESCE(invitations.status, '') <> 'pending')
        ORDER BY outbox.id LIMIT $2)
      RETURNING id
      """, [.timestamp(now), .integer(limit)]
    ).count
  }

  /// Cancels the unsent messages of invitations. The delivery of an invitation whose own message is among them is
  /// `cancelled`.
  ///
  /// The condition is `ended_at IS NULL` instead of a state, so that no planner scans the index of all messages that
  /// are due, which would conflict with every transaction that queues one.
  package func cancel(of invitations: [Invitation], at now: Timestamp) throws(Problem) {
    guard !invitations.isEmpty else { return }
    let waiting = invitations.filter { $0.delivery == .queued }
    if !waiting.isEmpty {
      try transaction.change(
        """
        UPDATE invitations SET delivery = $1
        WHERE id IN (\(transaction.parameters(2, count: waiting.count))) AND EXISTS (
          SELECT 1 FROM outbox WHERE outbox.invitation_id = invitations.id AND ended_at IS NULL
            AND kind IN \(OutboxMessage.Kind.sql(where: \.isInvitation)))
        """, [.text(OutboxMessage.Delivery.cancelled.rawValue)] + waiting.map { .text($0.id) })
    }
    try transaction.change(
      """
      UPDATE outbox SET state = 'cancelled', ended_at = $1, sealed_values = NULL
      WHERE invitation_id IN (\(transaction.parameters(2, count: invitations.count))) AND ended_at IS NULL
        AND kind IN \(OutboxMessage.Kind.offeringInvitation)
      """, [.timestamp(now)] + invitations.map { .text($0.id) })
  }

  /// Cancels unsent messages about the invitations of a team that is deleted, of any kind.
  package func cancel(ofTeam teamID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      """
      UPDATE outbox SET state = 'cancelled', ended_at = $2, sealed_values = NULL
      WHERE ended_at IS NULL AND invitation_id IN (
        SELECT invitations.id FROM clients JOIN invitations ON invitations.client_id = clients.id
        WHERE clients.team_id = $1)
      """, [.text(teamID), .timestamp(now)])
  }

  /// Deletes messages that ended before a timestamp, at most `limit`. Unsent messages have not ended.
  package func delete(endedBefore timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE ended_at <= $1 ORDER BY ended_at LIMIT $2)
      RETURNING id
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }

  func message(_ row: Row) throws(Problem) -> OutboxMessage {
    guard let kind = OutboxMessage.Kind(rawValue: try row.text("kind")),
      let state = OutboxMessage.State(rawValue: try row.text("state"))
    else { throw .bug("a message has an invalid kind or state") }
    var message = OutboxMessage(
      id: try row.text("id"), kind: kind, invitationID: try row.optionalText("invitation_id"),
      accountID: try row.optionalText("account_id"),
      locale: try row.text("locale"), recipient: try row.text("recipient"),
      sealedValues: try row.optionalText("sealed_values") ?? "", state: state,
      attempts: try row.integer("attempts"), unknownAttempts: try row.integer("doubts"),
      dueAt: try row.timestamp("due_at"),
      expiresAt: try row.timestamp("expires_at"),
      createdAt: try row.timestamp("created_at"))
    message.outcome = try row.optionalText("outcome").flatMap(OutboxMessage.Outcome.init)
    message.bounceReason = try row.optionalText("outcome_reason").flatMap(BounceReason.init)
    message.traceparent = try row.optionalText("traceparent")
    message.requeuedAt = try row.optionalTimestamp("requeued_at")
    return message
  }
}
