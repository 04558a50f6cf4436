// SPDX-License-Identifier: Apache-2.0

import Domain

/// One row of the audit log: who did what, or was refused.
package struct AuditEntry: Sendable {
  package var id: String
  package var at: Timestamp
  package var function: String
  /// The text of the action, such as `invitation.accepted`. An entry of another release may have one that is unknown
  /// here.
  package var action: String
  /// The account that acted.
  package var accountID: String?
  /// The team whose clients are concerned.
  package var teamID: String?
  /// The id of the invitation, client or session.
  package var subjectID: String?
  /// The error code of a refusal.
  package var code: ErrorCode?
  /// The method of proof: the policy's name of an identity provider, or `password`.
  package var provider: String?
  package var address: String?
  package var userAgent: String?
  package var traceID: String?
  /// A keyed hash of a limit and a caller: refusals with the same key share one row. Nil for other rows.
  package var refusalKey: String?
  /// A keyed hash of the address that a call without an account named.
  package var subjectKey: String?
  /// How many refusals the row stands for, and the time of the last one.
  package var count: Int?
  package var lastAt: Timestamp?
  /// The operating system's user who ran an operator's command; nil for other rows.
  package var operatorName: String?
  /// The name of the service key that acted; nil for other rows.
  package var service: String?
  /// The country of the client, as two capital letters (ISO 3166-1).
  package var country: String?
  /// The `id`, the `platform` and the `name` of the client's device.
  package var device: JSON?
  /// The time from the start of the event to the entry; nil for other than events of people and providers.
  package var duration: Duration?

  package init(
    id: String, at: Timestamp, function: String, action: AuditAction, accountID: String? = nil, teamID: String? = nil,
    subjectID: String? = nil, code: ErrorCode? = nil, provider: String? = nil, address: String? = nil,
    userAgent: String? = nil, traceID: String? = nil
  ) {
    self.init(id: id, at: at, function: function, actionText: action.rawValue)
    self.accountID = accountID
    self.teamID = teamID
    self.subjectID = subjectID
    self.code = code
    self.provider = provider
    self.address = address
    self.userAgent = userAgent
    self.traceID = traceID
  }

  fileprivate init(id: String, at: Timestamp, function: String, actionText: String) {
    (self.id, self.at, self.function, action) = (id, at, function, actionText)
  }
}

/// The audit log.
package struct AuditTable {
  package let transaction: Transaction

  /// One page of a team's actions and of actions on its invitations and clients, newest first.
  /// - Parameter accountID: the account that sees them. Actions of other members on their own accounts are hidden.
  package func entries(
    of teamID: String, seenBy accountID: String, action: String?, subject: String?, before start: PageStart?, limit: Int
  ) throws(Problem) -> [AuditEntry] {
    // One subject has few rows: the expression prevents the planner from scanning all rows of the inviter.
    let owned =
      subject == nil ? "team_id = $1" : "subject_id = $6 AND team_id || '' = $1"
    return try transaction.query(
      """
      SELECT * FROM audit WHERE \(owned) AND (at, id) < ($2, $3) AND ($4 = '' OR action = $4)
        \(transaction.showsTeams ? "AND (account_id = $\(subject == nil ? 6 : 7) OR \(Self.isShared))" : "")
      ORDER BY at DESC, id DESC LIMIT $5
      """,
      [
        .text(teamID), .integer(start?.createdAt.milliseconds ?? Int.max), .text(start?.id ?? ""),
        .text(action ?? ""), .integer(limit),
      ] + (subject.map { [.text($0)] } ?? []) + (transaction.showsTeams ? [.text(accountID)] : [])
    ).map(auditEntry)
  }

  /// Whether an entry is about what the members of a team share, as an expression.
  private static let isShared =
    "("
    + ["client", "invitation", "join-link", "join-request", "key", "mail", "member", "team", "workout"].map {
      "action LIKE '\($0).%'"
    }.joined(separator: " OR ") + ")"

  /// Whether somebody else may have caused an entry that names an account, as an expression.
  static let mayBeOfOthers =
    "(action IN \(list(AuditAction.ofAnybody)) OR COALESCE(code, '') IN \(list(AuditAction.codesOfAnybody)))"

  private static func list(_ values: [some RawRepresentable<String>]) -> String {
    "('" + values.map(\.rawValue).joined(separator: "', '") + "')"
  }

  func auditEntry(_ row: Row) throws(Problem) -> AuditEntry {
    var entry = AuditEntry(
      id: try row.text("id"), at: try row.timestamp("at"), function: try row.text("function"),
      actionText: try row.text("action"))
    entry.accountID = try row.optionalText("account_id")
    entry.teamID = try row.optionalText("team_id")
    entry.subjectID = try row.optionalText("subject_id")
    entry.code = try row.optionalText("code").flatMap(ErrorCode.init)
    entry.provider = try row.optionalText("provider")
    entry.address = try row.optionalText("address")
    entry.userAgent = try row.optionalText("user_agent")
    entry.traceID = try row.optionalText("trace_id")
    entry.refusalKey = try row.optionalText("refusal_key")
    entry.count = try row.optionalInteger("count")
    entry.lastAt = try row.optionalTimestamp("last_at")
    entry.operatorName = try row.optionalText("operator")
    entry.service = try row.optionalText("service")
    entry.country = try row.optionalText("country")
    entry.device = try row.optionalText("device").flatMap { try? JSON(parsing: $0) }
    entry.duration = try row.optionalInteger("duration").map { .milliseconds($0) }
    return entry
  }

  /// Increments the count of an existing row for the same refusal.
  /// - Parameter start: older rows are not continued.
  /// - Returns: the new count; nil if there is no such row.
  package func countRefusal(_ key: String, since start: Timestamp, at now: Timestamp) throws(Problem) -> Int? {
    // The expression prevents the planner from scanning all rows since then.
    try transaction.changeReturning(
      """
      UPDATE audit SET count = count + 1, last_at = $3
      WHERE id = (SELECT id FROM audit WHERE refusal_key = $1 AND at + 0 > $2 ORDER BY at DESC LIMIT 1) RETURNING count
      """, [.text(key), .timestamp(start), .timestamp(now)]
    ).first?.integer("count")
  }

  /// Deletes entries before a timestamp, at most `limit`.
  package func delete(before timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at <= $1 ORDER BY at LIMIT $2)
      RETURNING id
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }

  /// Writes one entry.
  package func insert(_ entry: AuditEntry) throws(Problem) { try insert([entry]) }

  /// Writes any number of entries in one statement.
  package func insert(_ entries: [AuditEntry]) throws(Problem) {
    guard !entries.isEmpty else { return }
    var values: [SQLValue] = []
    var lines = ""
    for entry in entries {
      let line: [SQLValue] = [
        .text(entry.id), .timestamp(entry.at), .text(entry.function), .text(entry.action), .text(entry.accountID),
        .text(entry.teamID), .text(entry.subjectID), .text(entry.code?.rawValue), .text(entry.provider),
        .text(entry.address), .text(entry.userAgent), .text(entry.traceID), .text(entry.refusalKey),
        entry.count.map { .integer($0) } ?? .null, .timestamp(entry.lastAt), .text(entry.operatorName),
        .text(entry.subjectKey), .text(entry.country), .text(entry.device?.text),
        entry.duration.map { .integer($0.wholeMilliseconds) } ?? .null, .text(entry.service),
      ]
      lines += "\(lines.isEmpty ? "" : ", ")(\(transaction.parameters(values.count + 1, count: line.count)))"
      values += line
    }
    try transaction.change(
      """
      INSERT INTO audit (id, at, function, action, account_id, team_id, subject_id, code, provider, address,
        user_agent, trace_id, refusal_key, count, last_at, operator, subject_key,
        country, device, duration, service)
      VALUES \(lines)
      """, values)
  }
}
