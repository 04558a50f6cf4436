// SPDX-License-Identifier: Apache-2.0

import Domain

/// The members who get the records that an account has made in teams, when the account is erased.
package struct TeamSuccession {
  package let transaction: Transaction

  /// Takes an account out of all teams. A team without an owner gets one: the member who joined first. The owner, or
  /// else another member, is then named as the inviter of what the account has made there.
  func handOver(from accountID: String) throws(Problem) {
    let memberships = try transaction.teams.memberships(of: accountID)
    for membership in memberships {
      try transaction.teams.remove(accountID, from: membership.teamID)
      try appointOwner(of: membership.teamID)
    }
    for table in ["clients", "invitations", "join_links"] {
      try transaction.change(
        """
        UPDATE \(table) SET inviter_id = COALESCE(
          (SELECT team_members.account_id FROM team_members
           WHERE team_members.team_id = \(table).team_id AND team_members.role = 'owner'
           ORDER BY team_members.joined_at, team_members.account_id LIMIT 1),
          (SELECT team_members.account_id FROM team_members
           WHERE team_members.team_id = \(table).team_id
           ORDER BY team_members.joined_at, team_members.account_id LIMIT 1))
        WHERE inviter_id = $1
        """, [.text(accountID)])
    }
    try transaction.change("UPDATE clients SET coach_id = NULL WHERE coach_id = $1", [.text(accountID)])
    // A workout without one has that of its client.
    try transaction.change("UPDATE workouts SET inviter_id = NULL WHERE inviter_id = $1", [.text(accountID)])
  }

  /// Gives the teams of an account that is being deleted an owner, so that they live on with the others.
  func appointOwners(besides accountID: String) throws(Problem) {
    for membership in try transaction.teams.memberships(of: accountID) { try appointOwner(of: membership.teamID) }
  }

  /// Takes an account that is not an inviter any more out of the teams that have other members.
  /// - Parameter check: called before with each of them.
  package func leaveShared(
    _ accountID: String, check: (Membership) throws(Problem) -> Void = { (_) throws(Problem) in }
  ) throws(Problem) {
    for membership in try transaction.teams.memberships(of: accountID)
    where try transaction.teams.members(of: membership.teamID, limit: 2).count > 1 {
      try check(membership)
      try transaction.teams.remove(accountID, from: membership.teamID)
      try appointOwner(of: membership.teamID)
    }
  }

  /// Makes the member who has been in a team longest its owner, an active one if there is any, unless it has an owner
  /// whose account is not being deleted. A team that has members always has an owner.
  package func appointOwner(of teamID: String) throws(Problem) {
    try transaction.change(
      """
      UPDATE team_members SET role = 'owner'
      WHERE team_id = $1 AND account_id = COALESCE(
          \(TeamTable.firstMember(of: "$1", whose: "accounts.status = 'active'")),
          \(TeamTable.firstMember(of: "$1", whose: "accounts.status <> 'deleting'")),
          \(TeamTable.firstMember(of: "$1", whose: "accounts.status = 'deleting'")))
        AND NOT EXISTS (
          SELECT 1 FROM team_members AS owners JOIN accounts ON accounts.id = owners.account_id
          WHERE owners.team_id = $1 AND owners.role = 'owner' AND accounts.status <> 'deleting')
      """, [.text(teamID)])
  }
}
