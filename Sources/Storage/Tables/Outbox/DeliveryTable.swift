// SPDX-License-Identifier: Apache-2.0

import Domain

/// What became of one message of an invitation.
package struct MessageDelivery: Sendable {
  /// What is known of it. `delayed`: the mail server has accepted it, and reports that it waits. `unknown`: the relay
  /// has not said whether it accepted it.
  package enum Status: String, Sendable {
    case queued, sent, delayed, delivered, bounced, failed, unknown, cancelled
  }

  /// When it got its status.
  package let at: Timestamp
  package let status: Status
  /// The class of the failure; nil unless it bounced or failed.
  package var reason: BounceReason?
  /// What the mail server or the vendor said, or `suppressed`.
  package var text: String?

  /// The text of a message that was not sent because the address gets no more mail.
  package static let suppressed = "suppressed"
  package var isSuppressed: Bool { text == Self.suppressed }
}

/// What became of the messages of an invitation.
package struct DeliveryTable {
  package let transaction: Transaction

  /// The latest messages that have offered an invitation, oldest first.
  package func all(ofInvitation invitationID: String, limit: Int) throws(Problem) -> [MessageDelivery] {
    try transaction.query(
      """
      SELECT state, outcome, outcome_at, outcome_detail, outcome_reason, ended_at, created_at, trouble FROM outbox
      WHERE invitation_id = $1 AND kind IN \(OutboxMessage.Kind.offeringInvitation)
      ORDER BY created_at DESC, id DESC LIMIT $2
      """, [.text(invitationID), .integer(limit)]
    ).map(delivery).reversed()
  }

  /// What became of the latest message of each invitation that has offered it.
  package func latest(ofInvitations ids: [String]) throws(Problem) -> [String: MessageDelivery] {
    guard !ids.isEmpty else { return [:] }
    let rows = try transaction.query(
      """
      SELECT id, invitation_id, state, outcome, outcome_at, outcome_detail, outcome_reason, ended_at, created_at, trouble
      FROM outbox WHERE invitation_id IN (\(transaction.parameters(1, count: ids.count)))
        AND kind IN \(OutboxMessage.Kind.offeringInvitation)
      """, ids.map(SQLValue.text))
    var latest: [String: Row] = [:]
    for row in rows {
      let id = try row.text("invitation_id")
      if let other = latest[id], try Self.position(other) > Self.position(row) { continue }
      latest[id] = row
    }
    var deliveries: [String: MessageDelivery] = [:]
    for (id, row) in latest { deliveries[id] = try delivery(row) }
    return deliveries
  }

  private static func position(_ row: Row) throws(Problem) -> (Timestamp, String) {
    (try row.timestamp("created_at"), try row.text("id"))
  }

  /// The part of a failure's reason that inviters may see: what the server said, without its name and other internals,
  /// and that the address is suppressed, but not why.
  private static func shown(_ reason: String) -> String? {
    if reason.hasPrefix(MessageDelivery.suppressed) { return MessageDelivery.suppressed }
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
    let outcomeAt = try row.optionalTimestamp("outcome_at") ?? at
    let detail = try row.optionalText("outcome_detail")
    let reason = try row.optionalText("outcome_reason").flatMap(BounceReason.init)
    switch (outcome, state) {
    case (.bounced, _):
      return MessageDelivery(at: outcomeAt, status: .bounced, reason: reason ?? .other, text: detail)
    // A complaint shows that the mail was delivered.
    case (.delivered, _), (.complained, _): return MessageDelivery(at: outcomeAt, status: .delivered)
    case (nil, .failed):
      let text = try row.optionalText("trouble").flatMap(Self.shown)
      // Our own list of suppressed addresses works like that of a vendor.
      let known: BounceReason = text == MessageDelivery.suppressed ? .dropped : .other
      return MessageDelivery(at: at, status: .failed, reason: reason ?? known, text: text)
    case (nil, .queued), (nil, .leased): return MessageDelivery(at: at, status: .queued)
    case (nil, .sent) where detail != nil: return MessageDelivery(at: at, status: .delayed, text: detail)
    case (nil, .sent): return MessageDelivery(at: at, status: .sent)
    case (nil, .unknown): return MessageDelivery(at: at, status: .unknown)
    case (nil, .cancelled): return MessageDelivery(at: at, status: .cancelled)
    }
  }
}
