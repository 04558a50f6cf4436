// SPDX-License-Identifier: Apache-2.0

import Domain

/// A request to join as its inviter sees it.
package struct JoinRequestEntry: Sendable {
  package var request: JoinRequest
  package var displayName: String
  package var email: EmailAddress?
  package var emailVerified: Bool
  package var linkName: String?
}

/// Requests to join by links whose inviters have to agree.
package struct JoinRequestTable {
  package let transaction: Transaction

  /// The request with an id; nil if there is none.
  package func find(id: String) throws(Problem) -> JoinRequest? {
    try transaction.query("SELECT * FROM join_requests WHERE id = $1", [.text(id)]).first.map(request)
  }

  /// The last request of an account to a team; nil if there is none.
  package func last(of accountID: String, to teamID: String) throws(Problem) -> JoinRequest? {
    try transaction.query(
      """
      SELECT * FROM join_requests WHERE account_id = $1 AND team_id = $2 ORDER BY created_at DESC LIMIT 1
      """, [.text(accountID), .text(teamID)]
    ).first.map(request)
  }

  /// One page of the requests that wait for a team's answer, oldest first.
  package func pending(
    to teamID: String, after start: PageStart?, limit: Int, now: Timestamp
  ) throws(Problem) -> [JoinRequestEntry] {
    try transaction.query(
      """
      SELECT join_requests.*, accounts.display_name AS display_name, accounts.email AS email,
        accounts.email_verified AS email_verified,
        join_links.name AS link_name
      FROM join_requests JOIN accounts ON accounts.id = join_requests.account_id
        JOIN join_links ON join_links.id = join_requests.join_link_id
      WHERE join_requests.team_id = $1 AND join_requests.status = 'pending' AND accounts.status = 'active'
        AND (join_requests.created_at, join_requests.id) > ($2, $3) AND join_requests.created_at > $5
      ORDER BY join_requests.created_at, join_requests.id LIMIT $4
      """,
      [
        .text(teamID), .integer(start?.createdAt.milliseconds ?? -1), .text(start?.id ?? ""), .integer(limit),
        .timestamp(now - JoinRequest.lifetime),
      ]
    ).map { (row) throws(Problem) in
      JoinRequestEntry(
        request: try request(row), displayName: try row.text("display_name"),
        email: try row.optionalText("email").flatMap(EmailAddress.stored),
        emailVerified: try row.flag("email_verified"), linkName: try row.optionalText("link_name"))
    }
  }

  package func insert(_ request: JoinRequest) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO join_requests (id, join_link_id, account_id, team_id, status, created_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      """,
      [
        .text(request.id), .text(request.joinLinkID), .text(request.accountID), .text(request.teamID),
        .text(request.storedStatus.rawValue), .timestamp(request.createdAt),
      ])
  }

  /// Stores the answer to a request.
  package func answer(_ requestID: String, _ status: JoinRequest.Status, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE join_requests SET status = $2, answered_at = $3 WHERE id = $1",
      [.text(requestID), .text(status.rawValue), .timestamp(now)])
  }

  /// Ends the requests of an account to a team that wait, because the person has become a client in another way.
  package func endPending(of accountID: String, to teamID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      """
      UPDATE join_requests SET status = 'approved', answered_at = $3
      WHERE account_id = $1 AND team_id = $2 AND status = 'pending'
      """, [.text(accountID), .text(teamID), .timestamp(now)])
  }

  /// Marks requests that nobody has answered in time, at most `limit`.
  package func expire(createdBefore timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      UPDATE join_requests SET status = 'expired' WHERE id IN (
        SELECT id FROM join_requests WHERE status = 'pending' AND created_at <= $1 ORDER BY created_at LIMIT $2)
      RETURNING id
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }

  private func request(_ row: Row) throws(Problem) -> JoinRequest {
    guard let status = JoinRequest.Status(rawValue: try row.text("status")) else {
      throw .bug("a request to join has an invalid status")
    }
    return JoinRequest(
      id: try row.text("id"), joinLinkID: try row.text("join_link_id"), teamID: try row.text("team_id"),
      accountID: try row.text("account_id"), storedStatus: status, createdAt: try row.timestamp("created_at"),
      answeredAt: try row.optionalTimestamp("answered_at"))
  }
}
