// SPDX-License-Identifier: Apache-2.0

import Domain

extension OutboxTable {
  /// The message with an id; nil if there is none.
  package func find(id: String) throws(Problem) -> OutboxMessage? {
    try transaction.query("SELECT * FROM outbox WHERE id = $1", [.text(id)]).first.map(message)
  }

  /// The message with the relay's id.
  package func find(vendorID: String) throws(Problem) -> OutboxMessage? {
    try transaction.query("SELECT * FROM outbox WHERE vendor_id = $1", [.text(vendorID)]).first.map(message)
  }

  /// Stores what happened after the relay accepted a mail.
  /// - Parameters:
  ///   - reason: why it bounced.
  ///   - text: what the server said.
  package func setOutcome(
    _ outcome: OutboxMessage.Outcome, of mailID: String, reason: BounceReason?, text: String?, at now: Timestamp
  ) throws(Problem) {
    try transaction.change(
      "UPDATE outbox SET outcome = $2, outcome_at = $3, outcome_detail = $4, outcome_reason = $5 WHERE id = $1",
      [.text(mailID), .text(outcome.rawValue), .timestamp(now), .text(text), .text(reason?.rawValue)])
  }

  /// Stores why a mail is delayed, unless its outcome is known.
  /// - Returns: false if the outcome is known or the same text is stored.
  package func recordDelay(_ detail: String, of mailID: String) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      """
      UPDATE outbox SET outcome_detail = $2
      WHERE id = $1 AND outcome IS NULL AND COALESCE(outcome_detail, '') <> $2 RETURNING id
      """, [.text(mailID), .text(detail)]
    ).isEmpty
  }

  /// Whether a message is the latest one that delivers its invitation. Outcomes of earlier ones are ignored.
  package func isLatestInvitation(_ message: OutboxMessage) throws(Problem) -> Bool {
    let kinds = OutboxMessage.Kind.sql(where: \.isInvitation)
    let latest = try transaction.query(
      """
      SELECT id FROM outbox WHERE invitation_id = $1 AND kind IN \(kinds) ORDER BY created_at DESC, id DESC LIMIT 1
      """, [.text(message.invitationID)])
    return try latest.first?.text("id") == message.id
  }
}
