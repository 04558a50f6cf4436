// SPDX-License-Identifier: Apache-2.0

import Domain

/// A client with its invitation, as in lists.
package struct ClientEntry: Sendable {
  package var client: Client
  package var invitation: Invitation
  package var lastSignInAt: Timestamp?

  package init(client: Client, invitation: Invitation, lastSignInAt: Timestamp?) {
    self.client = client
    self.invitation = invitation
    self.lastSignInAt = lastSignInAt
  }
}

/// Pages of a team's clients.
extension ClientTable {
  /// One page of a team's clients, oldest first. People who are invited into the team are not its clients.
  /// - Parameters:
  ///   - coach: the member who is responsible for them; nil for all.
  ///   - status: the current status of the invitation.
  ///   - text: a part of the name or the address, in any case.
  package func list(
    of teamID: String, coach: String? = nil, status: Invitation.Status?, containing text: String?,
    after start: PageStart?, limit: Int, now: Timestamp
  ) throws(Problem) -> [ClientEntry] {
    if let status, coach == nil, text == nil,
      let entries = try list(of: teamID, in: status, after: start, limit: limit, now: now)
    {
      return entries
    }
    let pattern = text.map(Self.pattern)
    // The expression prevents the planner from scanning all clients of the team.
    let owned = coach == nil ? "clients.team_id = $1" : "clients.coach_id = $8 AND clients.team_id || '' = $1"
    return try transaction.query(
      """
      SELECT \(Self.entryColumns)
      FROM clients JOIN invitations ON invitations.client_id = clients.id
        LEFT JOIN accounts ON accounts.id = clients.account_id
      WHERE \(owned) AND (clients.created_at, clients.id) > ($2, $3) AND invitations.team_role IS NULL
        AND ($4 = '' OR $4 = CASE WHEN invitations.status = 'pending' AND invitations.expires_at <= $5
          THEN 'expired' ELSE invitations.status END)
        AND ($6 = '' OR clients.search LIKE $6 ESCAPE '!')
      ORDER BY clients.created_at, clients.id LIMIT $7
      """,
      [
        .text(teamID), .integer(start?.createdAt.milliseconds ?? -1), .text(start?.id ?? ""),
        .text(status?.rawValue ?? ""), .timestamp(now), .text(pattern ?? ""), .integer(limit),
      ] + (coach.map { [.text($0)] } ?? [])
    ).map(entry)
  }

  /// One page of the clients whose invitations have a status, however few of the team's clients that are.
  /// - Returns: nil if too many invitations are overdue that no sweep has marked yet.
  private func list(
    of teamID: String, in status: Invitation.Status, after start: PageStart?, limit: Int, now: Timestamp
  ) throws(Problem) -> [ClientEntry]? {
    let place: [SQLValue] = [
      .text(teamID), .integer(start?.createdAt.milliseconds ?? -1), .text(start?.id ?? ""), .timestamp(now),
    ]
    let listed = """
      SELECT \(Self.entryColumns)
      FROM invitations JOIN clients ON clients.id = invitations.client_id
        LEFT JOIN accounts ON accounts.id = clients.account_id
      WHERE (invitations.listed_at, invitations.client_id) > ($2, $3) AND invitations.team_role IS NULL
      """
    let marked = try transaction.query(
      """
      \(listed) AND invitations.team_id = $1 AND invitations.status = $5 AND (invitations.status <> 'pending' OR invitations.expires_at > $4)
      ORDER BY invitations.listed_at, invitations.client_id LIMIT $6
      """, place + [.text(status.rawValue), .integer(limit)]
    ).map(entry)
    guard status == .expired else { return marked }
    let most = 1000
    // The expression prevents the planner from looking through all pending invitations of the team.
    let overdue = try transaction.query(
      """
      \(listed) AND invitations.team_id || '' = $1 AND invitations.status = 'pending' AND invitations.expires_at <= $4
      ORDER BY invitations.expires_at, invitations.id LIMIT $5
      """, place + [.integer(most + 1)]
    ).map(entry)
    guard overdue.count <= most else { return nil }
    let all = (marked + overdue).sorted {
      ($0.client.createdAt, $0.client.id) < ($1.client.createdAt, $1.client.id)
    }
    return Array(all.prefix(limit))
  }

  private static let entryColumns = """
    clients.*, \(InvitationTable.invitationColumns), accounts.last_sign_in_at AS last_sign_in_at
    """

  private func entry(_ row: Row) throws(Problem) -> ClientEntry {
    ClientEntry(
      client: try client(row), invitation: try transaction.invitations.invitation(row),
      lastSignInAt: try row.optionalTimestamp("last_sign_in_at"))
  }
}
