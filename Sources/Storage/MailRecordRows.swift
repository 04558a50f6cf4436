// SPDX-License-Identifier: Apache-2.0

import Domain

/// A mail with what became of it, as the outbox has it. What it was to be filled with is not told.
public struct MailRecord: Sendable {
  public var mail: OutboxMessage
  public var endedAt: Timestamp?
  /// What the relay calls it.
  public var vendorID: String?
  /// Why it has not gone, or not yet.
  public var failure: String?
  public var outcomeAt: Timestamp?
  public var outcomeDetail: String?
}

/// Which mails are asked for; nil for all.
public struct MailFilter {
  public var state: OutboxMessage.State?
  public var kind: OutboxMessage.Kind?
  public var recipient: String?
  /// Those that ended since, or were made since where they have not ended.
  public var since: Timestamp?

  public init(
    state: OutboxMessage.State? = nil, kind: OutboxMessage.Kind? = nil, recipient: String? = nil,
    since: Timestamp? = nil
  ) {
    self.state = state
    self.kind = kind
    self.recipient = recipient
    self.since = since
  }
}

extension Transaction {
  public func mailRecord(id: String) throws(Problem) -> MailRecord? {
    try query("SELECT * FROM outbox WHERE id = $1", [.text(id)]).first.map(mailRecord)
  }

  /// Mails, the newest first: their ids are in the order in which they were made.
  /// - Parameter before: the id that comes before them on the list.
  public func mailRecords(_ filter: MailFilter, before: String? = nil, limit: Int) throws(Problem) -> [MailRecord] {
    var conditions: [String] = []
    var parameters: [SQLValue] = []
    func add(_ condition: (_ parameter: String) -> String, _ value: SQLValue) {
      parameters.append(value)
      conditions.append(condition("$\(parameters.count)"))
    }
    if let state = filter.state {
      add({ "state = \($0)" }, .text(state.rawValue))
      // Most mails are sent ones: the others have an index of their own, which this lets be used.
      if state != .sent { conditions.append("state <> 'sent'") }
    }
    if let kind = filter.kind { add({ "kind = \($0)" }, .text(kind.rawValue)) }
    if let recipient = filter.recipient {
      add({ "recipient_key = \($0)" }, .text(OutboxMessage.key(ofRecipient: recipient)))
    }
    if let since = filter.since { add({ "COALESCE(ended_at, created_at) >= \($0)" }, .timestamp(since)) }
    if let before { add({ "id < \($0)" }, .text(before)) }
    parameters.append(.integer(limit))
    let rows = try query(
      """
      SELECT * FROM outbox \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
      ORDER BY id DESC LIMIT $\(parameters.count)
      """, parameters)
    return try rows.map(mailRecord)
  }

  /// Makes a waiting mail due, with all its attempts before it. Its doubts stay: the relay may have it already.
  /// - Returns: false where it does not wait any more.
  public func makeDue(_ mailID: String, at now: Timestamp) throws(Problem) -> Bool {
    try !change(
      "UPDATE outbox SET due_at = $2, attempts = 0 WHERE id = $1 AND state = 'queued' RETURNING id",
      [.text(mailID), .timestamp(now)]
    ).isEmpty
  }

  /// What the audit log has about things, the oldest first.
  public func audit(about subjects: [String]) throws(Problem) -> [AuditEntry] {
    var entries: [AuditEntry] = []
    for subject in subjects {
      entries += try query("SELECT * FROM audit WHERE subject_id = $1", [.text(subject)]).map(auditEntry)
    }
    return entries.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  private func mailRecord(_ row: Row) throws(Problem) -> MailRecord {
    var record = MailRecord(mail: try mail(row))
    record.mail.sealedValues = ""
    record.endedAt = try row.optionalTimestamp("ended_at")
    record.vendorID = try row.optionalText("vendor_id")
    record.failure = try row.optionalText("trouble")
    record.outcomeAt = try row.optionalTimestamp("outcome_at")
    record.outcomeDetail = try row.optionalText("outcome_detail")
    return record
  }
}
