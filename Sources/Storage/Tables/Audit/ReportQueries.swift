// SPDX-License-Identifier: Apache-2.0

import Domain

/// The number of audit entries of one type.
package struct AuditCount: Sendable {
  package let function: String
  /// The text of an `AuditAction`, which may be unknown here.
  package let action: String
  package let provider: String?
  package let code: String?
  package let count: Int
}

/// The number of sign-ins, refusals or new accounts of one type, with where they come from and whose they are.
package struct OriginCount: Sendable {
  package let function: String
  /// The text of an `AuditAction`, which may be unknown here.
  package let action: String
  package let code: String?
  /// The country of the client; nil if it is unknown.
  package let country: String?
  /// The role of the account; nil if there is none, or none any more.
  package let role: String?
  package let count: Int
}

/// How many entries of the audit log an event of a function wrote after a number of milliseconds.
package struct DurationCount: Sendable {
  package let function: String
  /// The method of proof; nil for an event that has none.
  package let provider: String?
  package let milliseconds: Int
  package let count: Int
}

/// The audit entries of one type in an interval of a period.
package struct IntervalCount: Sendable {
  /// The number of the interval since 1970.
  package let interval: Int
  package let function: String
  /// The text of an `AuditAction`, which may be unknown here.
  package let action: String
  package let code: String?
  package let count: Int
}

/// How far the invitations of a period have come.
package struct InvitationFunnel: Equatable, Sendable {
  package var sent = 0
  /// Those whose mail or text message arrived, as a vendor or a mail server has said or an acceptance shows, and those
  /// whose message did not.
  package var delivered = 0
  package var notDelivered = 0
  /// Somebody has looked at what the link offers, or has taken it without a look.
  package var opened = 0
  /// Somebody has accepted, or waits for the proof of an address.
  package var started = 0
  package var accepted = 0
  /// The account that has accepted was signed in to.
  package var signedIn = 0

  package init() {}
}

/// The messages in the outbox that have not ended.
package struct QueueCount: Sendable {
  /// The number of mails, text messages and webhooks.
  package let waiting: Int
  /// When the oldest was created.
  package let oldest: Timestamp?
  /// The earliest due time of the messages that are due.
  package let dueSince: Timestamp?
}

/// The lengths of ended sessions.
package struct SessionLengths: Sendable {
  package let count: Int
  package let average: Duration
  package let median: Duration
}

/// The counts of `vestibule report` and `vestibule doctor`.
package struct ReportQueries {
  package let transaction: Transaction

  /// The audit entries of a period, by type.
  package func auditCounts(from start: Timestamp, until end: Timestamp) throws(Problem) -> [AuditCount] {
    try transaction.query(
      """
      SELECT function, action, provider, code, CAST(SUM(COALESCE(count, 1)) AS BIGINT) AS count FROM audit
      WHERE at >= $1 AND at < $2
      GROUP BY function, action, provider, code
      """, [.timestamp(start), .timestamp(end)]
    ).map { (row) throws(Problem) in
      AuditCount(
        function: try row.text("function"), action: try row.text("action"), provider: try row.optionalText("provider"),
        code: try row.optionalText("code"), count: try row.integer("count"))
    }
  }

  private static let actionsWithOrigin =
    [AuditAction.accountSignedIn, .accountCreated, .invitationAccepted, .refused]
    .map { "'\($0.rawValue)'" }.joined(separator: ", ")

  /// The sign-ins, refusals and new accounts of a period, by country and role.
  package func originCounts(from start: Timestamp, until end: Timestamp) throws(Problem) -> [OriginCount] {
    try transaction.query(
      """
      SELECT audit.function, audit.action, audit.code, audit.country,
        CASE WHEN accounts.id IS NULL THEN NULL ELSE COALESCE(accounts.role, $3) END AS role,
        CAST(SUM(COALESCE(audit.count, 1)) AS BIGINT) AS count
      FROM audit LEFT JOIN accounts ON accounts.id = audit.account_id
      WHERE audit.at >= $1 AND audit.at < $2
        AND audit.action IN (\(Self.actionsWithOrigin))
      GROUP BY 1, 2, 3, 4, 5
      """, [.timestamp(start), .timestamp(end), .text(transaction.legacyRole ?? "")]
    ).map { (row) throws(Problem) in
      OriginCount(
        function: try row.text("function"), action: try row.text("action"), code: try row.optionalText("code"),
        country: try row.optionalText("country"), role: try row.optionalText("role"), count: try row.integer("count"))
    }
  }

  /// How long the events of a period took until their entries were written, by function and method of proof.
  package func durationCounts(from start: Timestamp, until end: Timestamp) throws(Problem) -> [DurationCount] {
    try transaction.query(
      """
      SELECT function, provider, duration, COUNT(*) AS count FROM audit
      WHERE at >= $1 AND at < $2 AND duration IS NOT NULL
      GROUP BY function, provider, duration
      """, [.timestamp(start), .timestamp(end)]
    ).map { (row) throws(Problem) in
      DurationCount(
        function: try row.text("function"), provider: try row.optionalText("provider"),
        milliseconds: try row.integer("duration"), count: try row.integer("count"))
    }
  }

  /// The roles of accounts.
  package func roles() throws(Problem) -> [String: Int] {
    let rows = try transaction.query(
      "SELECT role, COUNT(*) AS count FROM accounts WHERE role IS NOT NULL GROUP BY role")
    return try counts(rows, by: "role")
  }

  /// The number of invitations in each stored status.
  package func invitationCounts() throws(Problem) -> [String: Int] {
    let rows = try transaction.query("SELECT status, COUNT(*) AS count FROM invitations GROUP BY status")
    return try counts(rows, by: "status")
  }

  /// The number of pending invitations that have expired and are not marked yet.
  package func overdueInvitations(now: Timestamp) throws(Problem) -> Int {
    // The order selects the index: others contain pending invitations too.
    let rows = try transaction.query(
      """
      SELECT COUNT(*) AS count FROM (
        SELECT id FROM invitations WHERE status = 'pending' AND expires_at <= $1 ORDER BY expires_at, id) AS overdue
      """, [.timestamp(now)])
    return try rows[0].integer("count")
  }

  /// The number of links to join in each state, by the rules of `JoinLink.status(at:)`.
  package func joinLinkCounts(now: Timestamp) throws(Problem) -> [String: Int] {
    let rows = try transaction.query(
      """
      SELECT CASE WHEN closed_at IS NOT NULL THEN 'closed' WHEN expires_at <= $1 THEN 'expired'
        WHEN uses >= max_uses THEN 'full' ELSE 'open' END AS status, COUNT(*) AS count
      FROM join_links GROUP BY 1
      """, [.timestamp(now)])
    return try counts(rows, by: "status")
  }

  /// The number of join requests in each state, by the rules of `JoinRequest.status(at:)`.
  package func joinRequestCounts(now: Timestamp) throws(Problem) -> [String: Int] {
    let rows = try transaction.query(
      """
      SELECT CASE WHEN status = 'pending' AND created_at <= $1 THEN 'expired' ELSE status END AS status,
        COUNT(*) AS count
      FROM join_requests GROUP BY 1
      """, [.timestamp(now - JoinRequest.lifetime)])
    return try counts(rows, by: "status")
  }

  /// - Parameter isWebhooks: whether to count webhooks or all other messages.
  package func queueCount(isWebhooks: Bool, now: Timestamp) throws(Problem) -> QueueCount {
    let row = try transaction.query(
      """
      SELECT COUNT(*) AS count, MIN(created_at) AS oldest, MIN(CASE WHEN due_at <= $1 THEN due_at END) AS due_since
      FROM outbox WHERE state IN ('queued', 'leased') AND queue \(isWebhooks ? "=" : "<") \(OutboxMessage.Queue.last.rawValue)
      """, [.timestamp(now)])[0]
    return QueueCount(
      waiting: try row.integer("count"), oldest: try row.optionalTimestamp("oldest"),
      dueSince: try row.optionalTimestamp("due_since"))
  }

  /// The number of messages that ended in a period, by state. Push messages are not counted: they fail whenever
  /// somebody has removed the app. Neither are messages without a recipient, which were never meant to be sent.
  package func endedMailCounts(from start: Timestamp, until end: Timestamp) throws(Problem) -> [String: Int] {
    let rows = try transaction.query(
      """
      SELECT state, COUNT(*) AS count FROM outbox WHERE ended_at >= $1 AND ended_at < $2 AND kind <> 'push'
        AND (state <> 'cancelled' OR recipient <> '')
      GROUP BY state
      """,
      [.timestamp(start), .timestamp(end)])
    return try counts(rows, by: "state")
  }

  /// The number of sessions that can be used.
  package func activeSessions(now: Timestamp) throws(Problem) -> Int {
    let rows = try transaction.query(
      """
      SELECT COUNT(*) AS count FROM (
        SELECT id FROM sessions
        WHERE COALESCE(revoked_at, idle_ends_at) > $1 AND revoked_at IS NULL AND ends_at > $1
        ORDER BY COALESCE(revoked_at, idle_ends_at)) AS active
      """, [.timestamp(now)])
    return try rows[0].integer("count")
  }

  /// The lengths of the sessions that ended in a period, for any reason.
  package func sessionLengths(from start: Timestamp, until end: Timestamp) throws(Problem) -> SessionLengths? {
    let lengths = try transaction.query(
      """
      SELECT last_used_at - created_at AS length FROM sessions
      WHERE COALESCE(revoked_at, idle_ends_at) >= $1 AND COALESCE(revoked_at, idle_ends_at) < $2
      """, [.timestamp(start), .timestamp(end)]
    ).map { (row) throws(Problem) in try row.integer("length") }.sorted()
    guard !lengths.isEmpty else { return nil }
    return SessionLengths(
      count: lengths.count, average: .milliseconds(lengths.reduce(0, +) / lengths.count),
      median: .milliseconds(lengths[lengths.count / 2]))
  }

  /// The time of the last audit entry.
  package func lastAudit() throws(Problem) -> Timestamp? {
    try transaction.query("SELECT MAX(at) AS at FROM audit").first?.optionalTimestamp("at")
  }

  /// Writes a row that is as large as the rows of an event together, and deletes it again, so that the commit writes to
  /// the disk but changes nothing.
  /// - Parameter name: the name of the row. Another process that waits for its commit has another one.
  package func writeAndDelete(_ name: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "INSERT INTO notices (name, detail, at) VALUES ($1, $2, $3)",
      [.text(name), .text(String(repeating: "0", count: 1 << 16)), .timestamp(now)])
    try transaction.change("DELETE FROM notices WHERE name = $1", [.text(name)])
  }

  private func counts(_ rows: [Row], by column: String) throws(Problem) -> [String: Int] {
    var counts: [String: Int] = [:]
    for row in rows { counts[try row.text(column)] = try row.integer("count") }
    return counts
  }
}
