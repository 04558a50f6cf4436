// SPDX-License-Identifier: Apache-2.0

/// Repairs what earlier versions have stored: records without an inviter, whose team has members, decisions of
/// guardians that an operator has undone, and accounts that do not say that their guardian has closed them.
enum Migration018Repairs: Migration {
  static func statements(text: String) -> [String] {
    ["clients", "invitations", "join_links"].map { table in
      """
      UPDATE \(table) SET inviter_id = (
        SELECT team_members.account_id FROM team_members WHERE team_members.team_id = \(table).team_id
        ORDER BY CASE team_members.role WHEN 'owner' THEN 0 ELSE 1 END, team_members.joined_at, team_members.account_id
        LIMIT 1)
      WHERE inviter_id IS NULL
      """
    } + [
      "UPDATE accounts SET guardian = NULL WHERE status = 'active' AND guardian IN ('refused', 'withdrawn')",
      """
      UPDATE accounts SET closed_for = 'guardian'
      WHERE status <> 'active' AND closed_for IS NULL AND guardian IN ('refused', 'withdrawn')
      """,
    ]
  }
}
