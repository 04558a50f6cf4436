// SPDX-License-Identifier: Apache-2.0

import Domain

/// Selects members: the accounts of invitees.
package struct MemberFilter: Sendable {
  package var role: String
  /// The accounts that are linked to the team's clients, all but those that only other teams have, or all.
  package enum Reach: Sendable { case ofTeam, ofTeamOrNone, all }

  package var reach: Reach
  /// The team that asks. People whose tie to this team waits for their answer are hidden.
  package var teamID: String
  package var status: Account.Status?
  /// A part of the display name or the address, in any case.
  package var text: String?

  package init(
    role: String, _ reach: Reach, for teamID: String, status: Account.Status? = nil, containing text: String? = nil
  ) {
    self.role = role
    self.reach = reach
    self.teamID = teamID
    self.status = status
    self.text = text
  }
}

/// A member with its position in the list.
package struct MemberEntry: Sendable {
  package let account: Account
  package let position: PageStart
}

/// Accounts as inviters and operators list them.
package struct MemberQueries {
  package let transaction: Transaction

  /// One page of members. All members are in the order of their accounts, oldest first; those of a team in the order
  /// of its clients.
  /// - Parameter skipped: the number of members after the start that the page leaves out.
  package func list(
    _ filter: MemberFilter, after start: PageStart?, skipping skipped: Int = 0, limit: Int
  ) throws(Problem) -> [MemberEntry] {
    let position = filter.reach == .ofTeam ? "clients" : "accounts"
    let rows = try transaction.query(
      """
      SELECT accounts.*, \(position).created_at AS position_at, \(position).id AS position_id \(source(filter))
      ORDER BY \(position).created_at, \(position).id LIMIT $8 OFFSET $9
      """, values(filter, after: start) + [.integer(limit), .integer(skipped)])
    return try rows.map { (row) throws(Problem) in
      MemberEntry(
        account: try transaction.accounts.account(row),
        position: PageStart(createdAt: try row.timestamp("position_at"), id: try row.text("position_id")))
    }
  }

  /// The number of members.
  package func count(_ filter: MemberFilter) throws(Problem) -> Int {
    let rows = try transaction.query("SELECT COUNT(*) AS members \(source(filter))", values(filter, after: nil))
    return try rows.first?.integer("members") ?? 0
  }

  /// The values of `source`.
  private func values(_ filter: MemberFilter, after start: PageStart?) -> [SQLValue] {
    [
      .integer(start?.createdAt.milliseconds ?? -1), .text(start?.id ?? ""), .text(transaction.legacyRole ?? ""),
      .text(filter.role), .text(filter.status?.rawValue ?? ""), .text(filter.text.map(ClientTable.pattern) ?? ""),
      .text(filter.teamID),
    ]
  }

  /// Where a query finds the members after a start.
  private func source(_ filter: MemberFilter) -> String {
    let conditions = """
      COALESCE(accounts.role, $3) = $4 AND ($5 = '' OR accounts.status = $5)
        AND ($6 = '' OR accounts.search LIKE $6 ESCAPE '!')
      """
    if filter.reach == .ofTeam {
      // A team may have two records of one person, with different addresses.
      return """
        FROM clients JOIN accounts ON accounts.id = clients.account_id
        WHERE clients.team_id = $7 AND (clients.created_at, clients.id) > ($1, $2) AND \(conditions)
          AND NOT EXISTS (SELECT 1 FROM clients AS others WHERE others.account_id = clients.account_id
            AND others.team_id = $7 AND (others.created_at, others.id) < (clients.created_at, clients.id))
        """
    }
    let elsewhere = """
      AND (NOT EXISTS (SELECT 1 FROM clients WHERE account_id = accounts.id)
        OR EXISTS (SELECT 1 FROM clients WHERE account_id = accounts.id AND team_id = $7))
      """
    return """
      FROM accounts
      WHERE (accounts.created_at, accounts.id) > ($1, $2) AND \(conditions)
        AND NOT EXISTS (SELECT 1 FROM clients WHERE waiting_account_id = accounts.id AND team_id = $7)
        \(filter.reach == .ofTeamOrNone ? elsewhere : "")
      """
  }
}
