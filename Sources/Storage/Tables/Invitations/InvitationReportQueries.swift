// SPDX-License-Identifier: Apache-2.0

import Domain

/// The number of an inviter's invitations in one status.
package struct InvitationCount: Sendable {
  package let status: Invitation.Status
  package let count: Int
  /// How many of them were opened. An accepted invitation was opened.
  package let opened: Int
  /// The mail of how many of them bounced.
  package let bounced: Int
}

/// The invitations that were sent on one day (UTC).
package struct InvitationDay: Sendable {
  /// The beginning of the day.
  package let day: Timestamp
  package let sent: Int
  /// How many of them are accepted.
  package let accepted: Int
  /// The mail of how many of them bounced.
  package let bounced: Int
}

/// The counts of `invitation-report`. Each query reads the invitations that one inviter has sent since a timestamp.
package struct InvitationReportQueries {
  package let transaction: Transaction

  /// The invitations by the status that they have now.
  package func counts(
    of teamID: String, sentSince start: Timestamp, now: Timestamp
  ) throws(Problem) -> [InvitationCount] {
    try transaction.query(
      """
      SELECT CASE WHEN status = 'pending' AND expires_at <= $3 THEN 'expired' ELSE status END AS current_status,
        COUNT(*) AS count, COUNT(CASE WHEN opened_at IS NOT NULL OR status = 'accepted' THEN 1 END) AS opened,
        COUNT(CASE WHEN delivery = 'bounced' THEN 1 END) AS bounced
      FROM invitations WHERE team_id = $1 AND sent_at >= $2 GROUP BY 1
      """, [.text(teamID), .timestamp(start), .timestamp(now)]
    ).map { (row) throws(Problem) in
      guard let status = Invitation.Status(rawValue: try row.text("current_status")) else {
        throw .bug("an invitation has an invalid status")
      }
      return InvitationCount(
        status: status, count: try row.integer("count"), opened: try row.integer("opened"),
        bounced: try row.integer("bounced"))
    }
  }

  /// The invitations by the day on which they were sent, oldest first. Days without any are left out. An invitation
  /// that ended before its message went out was not sent, unless the person accepted it.
  package func days(of teamID: String, sentSince start: Timestamp) throws(Problem) -> [InvitationDay] {
    try transaction.query(
      """
      SELECT sent_at / 86400000 AS day,
        COUNT(CASE WHEN COALESCE(delivery, '') <> 'cancelled' OR status = 'accepted' THEN 1 END) AS sent,
        COUNT(CASE WHEN status = 'accepted' THEN 1 END) AS accepted,
        COUNT(CASE WHEN delivery = 'bounced' THEN 1 END) AS bounced
      FROM invitations WHERE team_id = $1 AND sent_at >= $2 GROUP BY 1
      """, [.text(teamID), .timestamp(start)]
    ).map { (row) throws(Problem) in
      InvitationDay(
        day: Timestamp(milliseconds: try row.integer("day") * 86_400_000), sent: try row.integer("sent"),
        accepted: try row.integer("accepted"), bounced: try row.integer("bounced"))
    }.sorted { $0.day < $1.day }
  }

  /// The median time from sending to acceptance; nil if no invitation is accepted.
  /// - Parameter count: the number of accepted invitations.
  package func medianTimeToAccept(
    of teamID: String, sentSince start: Timestamp, count: Int
  ) throws(Problem) -> Duration? {
    guard count > 0 else { return nil }
    let middle = try transaction.query(
      """
      SELECT accepted_at - sent_at AS duration FROM invitations
      WHERE team_id = $1 AND sent_at >= $2 AND status = 'accepted' ORDER BY 1 LIMIT $3 OFFSET $4
      """, [.text(teamID), .timestamp(start), .integer(2 - count % 2), .integer((count - 1) / 2)]
    ).map { (row) throws(Problem) in try row.integer("duration") }
    return .milliseconds(middle.reduce(0, +) / max(1, middle.count))
  }
}
