// SPDX-License-Identifier: Apache-2.0

import Domain

/// What became of one message of an invitation.
package struct MessageDelivery: Sendable {
  /// When it got its status.
  package let at: Timestamp
  /// A value of `Invitation.Delivery`, or `cancelled`.
  package let status: String
  /// Why it bounced or failed, as the mail server or the vendor said.
  package let reason: String?
}

extension Transaction {
  /// The latest messages that have offered an invitation, oldest first.
  package func deliveries(ofInvitation invitationID: String, limit: Int) throws(Problem) -> [MessageDelivery] {
    try query(
      """
      SELECT state, outcome, outcome_at, outcome_detail, ended_at, created_at, trouble FROM outbox
      WHERE invitation_id = $1 AND kind IN ('invitation', 'resent-invitation', 'reminder', 'invitation-sms')
      ORDER BY created_at DESC, id DESC LIMIT $2
      """, [.text(invitationID), .integer(limit)]
    ).map(delivery).reversed()
  }

  /// The part of a failure's reason that inviters may see: what the server said, without its name and other internals,
  /// and that the address is suppressed, but not why.
  private static func shown(_ reason: String) -> String? {
    if reason.hasPrefix("suppressed") { return "suppressed" }
    for beginning in ["SMTP reply ", "HTTP status "] {
      guard let start = reason.firstRange(of: beginning)?.lowerBound else { continue }
      let said = reason[start...]
      return said.hasPrefix("SMTP reply 0") ? nil : String(said)
    }
    return nil
  }

  private func delivery(_ row: Row) throws(Problem) -> MessageDelivery {
    let outcome = try row.optionalText("outcome").flatMap(OutboxMessage.Outcome.init)
    guard let state = OutboxMessage.State(rawValue: try row.text("state")) else {
      throw .bug("a message has an invalid state")
    }
    let createdAt = try row.timestamp("created_at")
    let at = try row.optionalTimestamp("ended_at") ?? createdAt
    // A complaint shows that the mail was delivered.
    switch (outcome, state) {
    case (.bounced, _):
      return MessageDelivery(
        at: try row.optionalTimestamp("outcome_at") ?? at, status: "bounced",
        reason: try row.optionalText("outcome_detail"))
    case (.delivered, _), (.complained, _):
      return MessageDelivery(at: try row.optionalTimestamp("outcome_at") ?? at, status: "delivered", reason: nil)
    case (nil, .failed):
      return MessageDelivery(at: at, status: "failed", reason: try row.optionalText("trouble").flatMap(Self.shown))
    case (nil, .queued), (nil, .leased): return MessageDelivery(at: at, status: "queued", reason: nil)
    case (nil, .sent), (nil, .unknown), (nil, .cancelled):
      return MessageDelivery(at: at, status: state.rawValue, reason: nil)
    }
  }
}
