// SPDX-License-Identifier: Apache-2.0

import Domain

extension ReportQueries {
  /// The audit entries of a period, by type and by intervals of one length since 1970.
  package func intervalCounts(
    from start: Timestamp, until end: Timestamp, every length: Duration
  ) throws(Problem) -> [IntervalCount] {
    try transaction.query(
      """
      SELECT at / $3 AS number, function, action, code, CAST(SUM(COALESCE(count, 1)) AS BIGINT) AS count FROM audit
      WHERE at >= $1 AND at < $2
      GROUP BY 1, 2, 3, 4
      """, [.timestamp(start), .timestamp(end), .integer(length.wholeMilliseconds)]
    ).map { (row) throws(Problem) in
      IntervalCount(
        interval: try row.integer("number"), function: try row.text("function"), action: try row.text("action"),
        code: try row.optionalText("code"), count: try row.integer("count"))
    }
  }

  /// Whether somebody has accepted an invitation, or waits for the proof of an address, as an expression.
  private static let hasStarted = """
    (accepted_at IS NOT NULL OR EXISTS (SELECT 1 FROM waiting_acceptances WHERE subject = invitations.id))
    """

  /// Whether an invitation's message has arrived: a vendor or a mail server has said so, or somebody has accepted.
  private static let hasArrived = """
    (delivery = 'delivered' OR (accepted_at IS NOT NULL AND delivery IN ('queued', 'sent', 'unknown')))
    """

  /// How far the invitations have come that were sent in a period. An invitation that was sent again counts once, and
  /// one that ended before its message went out does not count, unless the person accepted it.
  package func funnel(from start: Timestamp, until end: Timestamp) throws(Problem) -> InvitationFunnel {
    let row = try transaction.query(
      """
      SELECT COUNT(*) AS sent, COUNT(CASE WHEN \(Self.hasArrived) THEN 1 END) AS delivered,
        COUNT(CASE WHEN delivery IN ('bounced', 'failed') THEN 1 END) AS not_delivered,
        COUNT(CASE WHEN opened_at IS NOT NULL OR \(Self.hasStarted) THEN 1 END) AS opened,
        COUNT(CASE WHEN \(Self.hasStarted) THEN 1 END) AS started,
        COUNT(accepted_at) AS accepted,
        COUNT(CASE WHEN accepted_at IS NOT NULL THEN accounts.last_sign_in_at END) AS signed_in
      FROM invitations LEFT JOIN clients ON clients.id = invitations.client_id
        LEFT JOIN accounts ON accounts.id = clients.account_id
      WHERE sent_at >= $1 AND sent_at < $2 AND (COALESCE(delivery, '') <> 'cancelled' OR accepted_at IS NOT NULL)
      """, [.timestamp(start), .timestamp(end)])[0]
    var funnel = InvitationFunnel()
    funnel.sent = try row.integer("sent")
    funnel.delivered = try row.integer("delivered")
    funnel.notDelivered = try row.integer("not_delivered")
    funnel.opened = try row.integer("opened")
    funnel.started = try row.integer("started")
    funnel.accepted = try row.integer("accepted")
    funnel.signedIn = try row.integer("signed_in")
    return funnel
  }
}
