// SPDX-License-Identifier: Apache-2.0

import Domain

/// Who gets what an account has made in teams, when the account is erased.
package struct TeamSuccession {
  package let transaction: Transaction

  /// Takes an account out of all teams. A team without an owner gets one: who has been in it longest. The owner is then
  /// named as the inviter of what the account has made there.
  func handOver(from accountID: String) throws(Problem) {
    let memberships = try transaction.teams.memberships(of: accountID)
    for membership in memberships {
      try transaction.teams.remove(accountID, from: membership.teamID)
      try appointOwner(of: membership.teamID)
    }
    for table in ["clients", "invitations", "join_links"] {
      try transaction.change(
        """
        UPDATE \(table) SET inviter_id = (
          SELECT team_members.account_id FROM team_members
          WHERE team_members.team_id = \(table).team_id AND team_members.role = 'owner'
          ORDER BY team_members.joined_at, team_members.account_id LIMIT 1)
        WHERE inviter_id = $1
        """, [.text(accountID)])
    }
    try transaction.change("UPDATE clients SET coach_id = NULL WHERE coach_id = $1", [.text(accountID)])
  }

  /// Makes the member who has been in a team longest its owner, unless it has one.
  package func appointOwner(of teamID: String) throws(Problem) {
    try transaction.change(
      """
      UPDATE team_members SET role = 'owner'
      WHERE team_id = $1 AND account_id = (
          SELECT account_id FROM team_members WHERE team_id = $1 ORDER BY joined_at, account_id LIMIT 1)
        AND NOT EXISTS (SELECT 1 FROM team_members AS owners WHERE owners.team_id = $1 AND owners.role = 'owner')
      """, [.text(teamID)])
  }
}
