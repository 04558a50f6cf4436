// SPDX-License-Identifier: Apache-2.0

import Domain

/// How often something was written to the audit log.
public struct AuditCount: Sendable {
  public let function: String
  public let action: String
  public let provider: String?
  public let code: String?
  public let count: Int
}

/// What is in the outbox and has not gone.
public struct QueueCount: Sendable {
  /// Mails, text messages and webhooks that wait.
  public let waiting: Int
  /// When the first of them was made.
  public let oldest: Timestamp?
  /// Since when the first of those that are due could have gone.
  public let dueSince: Timestamp?
}

/// How long sessions were that have ended.
public struct SessionLengths: Sendable {
  public let count: Int
  public let average: Duration
  public let median: Duration
}

/// What `vestibule report` counts, and `vestibule doctor` looks at.
extension Transaction {
  /// What happened from one moment until another.
  public func auditCounts(from start: Timestamp, until end: Timestamp) throws(Problem) -> [AuditCount] {
    try query(
      """
      SELECT function, action, provider, code, CAST(SUM(COALESCE(count, 1)) AS BIGINT) AS count FROM audit WHERE at >= $1 AND at < $2
      GROUP BY function, action, provider, code
      """, [.timestamp(start), .timestamp(end)]
    ).map { (row) throws(Problem) in
      AuditCount(
        function: try row.text("function"), action: try row.text("action"), provider: try row.optionalText("provider"),
        code: try row.optionalText("code"), count: try row.integer("count"))
    }
  }

  /// How many invitations there are in each state, as it is written.
  public func invitationCounts() throws(Problem) -> [String: Int] {
    let rows = try query("SELECT status, COUNT(*) AS count FROM invitations GROUP BY status")
    return try counts(rows, by: "status")
  }

  /// How many pending invitations have come to their end and are not marked yet.
  public func overdueInvitations(now: Timestamp) throws(Problem) -> Int {
    // The order says which index is meant: there are others of what is pending.
    let rows = try query(
      """
      SELECT COUNT(*) AS count FROM (
        SELECT id FROM invitations WHERE status = 'pending' AND expires_at <= $1 ORDER BY expires_at, id) AS overdue
      """, [.timestamp(now)])
    return try rows[0].integer("count")
  }

  /// - Parameter isWebhooks: whether webhooks are counted, or all else.
  public func queueCount(isWebhooks: Bool, now: Timestamp) throws(Problem) -> QueueCount {
    let row = try query(
      """
      SELECT COUNT(*) AS count, MIN(created_at) AS oldest, MIN(CASE WHEN due_at <= $1 THEN due_at END) AS due_since
      FROM outbox WHERE state IN ('queued', 'leased') AND kind \(isWebhooks ? "=" : "<>") 'webhook'
      """, [.timestamp(now)])[0]
    return QueueCount(
      waiting: try row.integer("count"), oldest: try row.optionalTimestamp("oldest"),
      dueSince: try row.optionalTimestamp("due_since"))
  }

  /// How many mails and the like ended from one moment until another, by the state they are in.
  public func endedMailCounts(from start: Timestamp, until end: Timestamp) throws(Problem) -> [String: Int] {
    let rows = try query(
      "SELECT state, COUNT(*) AS count FROM outbox WHERE ended_at >= $1 AND ended_at < $2 GROUP BY state",
      [.timestamp(start), .timestamp(end)])
    return try counts(rows, by: "state")
  }

  /// How many sessions could be used.
  public func activeSessions(now: Timestamp) throws(Problem) -> Int {
    let rows = try query(
      """
      SELECT COUNT(*) AS count FROM (
        SELECT id FROM sessions
        WHERE COALESCE(revoked_at, idle_ends_at) > $1 AND revoked_at IS NULL AND ends_at > $1
        ORDER BY COALESCE(revoked_at, idle_ends_at)) AS active
      """, [.timestamp(now)])
    return try rows[0].integer("count")
  }

  /// How long sessions were used that ended from one moment until another, by whatever end.
  public func sessionLengths(from start: Timestamp, until end: Timestamp) throws(Problem) -> SessionLengths? {
    let lengths = try query(
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

  /// When the last thing happened that was written down.
  public func lastAudit() throws(Problem) -> Timestamp? {
    try query("SELECT MAX(at) AS at FROM audit").first?.optionalTimestamp("at")
  }

  /// Changes nothing.
  /// - Throws: as any statement that changes something would.
  public func checkMayWrite() throws(Problem) { try change("UPDATE key_sets SET url = url WHERE url = ''") }

  private func counts(_ rows: [Row], by column: String) throws(Problem) -> [String: Int] {
    var counts: [String: Int] = [:]
    for row in rows { counts[try row.text(column)] = try row.integer("count") }
    return counts
  }
}
