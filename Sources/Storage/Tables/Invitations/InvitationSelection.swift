// SPDX-License-Identifier: Apache-2.0

import Domain

/// The invitations of a team that are sent again together.
package enum InvitationSelection: String, CaseIterable, Sendable {
  /// Pending ones whose message did not arrive.
  case undelivered
  case expired
  case pending

  /// `$2` is the time of the event.
  fileprivate var condition: String {
    switch self {
    case .undelivered: "status = 'pending' AND expires_at > $2 AND delivery IN ('bounced', 'failed')"
    case .expired: "(status = 'expired' OR status = 'pending' AND expires_at <= $2)"
    case .pending: "status = 'pending' AND expires_at > $2"
    }
  }
}

extension InvitationTable {
  /// The invitations of a selection, in the order in which they were last sent, oldest first.
  /// - Parameters:
  ///   - start: a recent timestamp.
  ///   - wasSentAgain: true for the invitations that were sent again since then, false for the others.
  package func list(
    of teamID: String, _ selection: InvitationSelection, sentAgainSince start: Timestamp, _ wasSentAgain: Bool,
    limit: Int, now: Timestamp
  ) throws(Problem) -> [Invitation] {
    try transaction.query(
      """
      SELECT \(Self.invitationColumns) FROM invitations
      WHERE team_id = $1 AND \(selection.condition)
        AND CASE WHEN resend_count > 0 AND sent_at > $3 THEN 1 ELSE 0 END = $4
      ORDER BY sent_at LIMIT $5
      """,
      [.text(teamID), .timestamp(now), .timestamp(start), .flag(wasSentAgain), .integer(limit)]
    ).map(invitation)
  }
}
