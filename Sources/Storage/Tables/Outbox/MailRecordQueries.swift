// SPDX-License-Identifier: Apache-2.0

import Domain

/// A message of the outbox with its result, without the template's values.
package struct MailRecord: Sendable {
  package var mail: OutboxMessage
  package var endedAt: Timestamp?
  /// The relay's id of the mail.
  package var vendorID: String?
  /// Why it was not sent, or not yet.
  package var failure: String?
  package var outcomeAt: Timestamp?
  package var outcomeDetail: String?
  /// Why it bounced or failed.
  package var reason: BounceReason?
  /// Whether its values are stored, so it can be sent.
  package var hasValues = false
}

/// Selects messages; nil selects all.
package struct MailFilter {
  package var state: OutboxMessage.State?
  package var kind: OutboxMessage.Kind?
  package var recipient: String?
  /// Messages that ended since, or that were created since and have not ended.
  package var since: Timestamp?

  package init(
    state: OutboxMessage.State? = nil, kind: OutboxMessage.Kind? = nil, recipient: String? = nil,
    since: Timestamp? = nil
  ) {
    self.state = state
    self.kind = kind
    self.recipient = recipient
    self.since = since
  }
}

/// The outbox as operators see it.
package struct MailRecordQueries {
  package let transaction: Transaction

  /// The record of the message with an id; nil if there is none.
  package func find(id: String) throws(Problem) -> MailRecord? {
    try transaction.query("SELECT * FROM outbox WHERE id = $1", [.text(id)]).first.map(mailRecord)
  }

  /// Messages, newest first: ids are in order of creation.
  /// - Parameter before: the id that precedes the page.
  package func list(_ filter: MailFilter, before: String? = nil, limit: Int) throws(Problem) -> [MailRecord] {
    var conditions: [String] = []
    var parameters: [SQLValue] = []
    func add(_ condition: (_ parameter: String) -> String, _ value: SQLValue) {
      parameters.append(value)
      conditions.append(condition("$\(parameters.count)"))
    }
    if let state = filter.state {
      add({ "state = \($0)" }, .text(state.rawValue))
      // Most messages are sent. The other states have their own index, which this condition selects.
      if state != .sent { conditions.append("state <> 'sent'") }
    }
    if let kind = filter.kind { add({ "kind = \($0)" }, .text(kind.rawValue)) }
    if let recipient = filter.recipient {
      add({ "recipient_key = \($0)" }, .text(OutboxMessage.key(ofRecipient: recipient)))
    }
    if let since = filter.since { add({ "COALESCE(ended_at, created_at) >= \($0)" }, .timestamp(since)) }
    if let before { add({ "id < \($0)" }, .text(before)) }
    parameters.append(.integer(limit))
    let rows = try transaction.query(
      """
      SELECT * FROM outbox \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
      ORDER BY id DESC LIMIT $\(parameters.count)
      """, parameters)
    return try rows.map(mailRecord)
  }

  /// Makes a queued message due now, or queues a failed one again whose values are kept. Its attempts begin again. Its
  /// unknown attempts stay counted: the relay may have accepted it.
  /// - Returns: false if it has ended otherwise.
  package func makeDue(_ mailID: String, at now: Timestamp) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      """
      UPDATE outbox SET state = 'queued', due_at = $2, attempts = 0, requeued_at = $2, ended_at = NULL, outcome = NULL,
        outcome_at = NULL, outcome_detail = NULL, outcome_reason = NULL
      WHERE id = $1 AND (state = 'queued' OR state = 'failed' AND sealed_values IS NOT NULL) RETURNING id
      """, [.text(mailID), .timestamp(now)]
    ).isEmpty
  }

  /// The audit entries about subjects, oldest first.
  package func audit(about subjects: [String]) throws(Problem) -> [AuditEntry] {
    var entries: [AuditEntry] = []
    for subject in subjects {
      entries += try transaction.query("SELECT * FROM audit WHERE subject_id = $1", [.text(subject)]).map(
        transaction.auditLog.auditEntry)
    }
    return entries.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  private func mailRecord(_ row: Row) throws(Problem) -> MailRecord {
    var record = MailRecord(mail: try transaction.outbox.message(row))
    record.hasValues = !record.mail.sealedValues.isEmpty
    record.mail.sealedValues = ""
    record.reason = try row.optionalText("outcome_reason").flatMap(BounceReason.init)
    record.endedAt = try row.optionalTimestamp("ended_at")
    record.vendorID = try row.optionalText("vendor_id")
    // The column keeps its released name, also in `requeue`, `end` and `recordDelay`.
    record.failure = try row.optionalText("trouble")
    record.outcomeAt = try row.optionalTimestamp("outcome_at")
    record.outcomeDetail = try row.optionalText("outcome_detail")
    return record
  }
}
