// SPDX-License-Identifier: Apache-2.0

import Domain

/// A member of a team with the account.
package struct TeamMember: Sendable {
  package var membership: Membership
  package var displayName: String
  package var email: EmailAddress?
  package var status: Account.Status
}

/// Teams and their members.
package struct TeamTable {
  package let transaction: Transaction

  /// The name of a team, or that of its owner, as an expression.
  /// - Parameter id: an expression for the id of the team.
  static func name(of id: String) -> String {
    """
    COALESCE((SELECT name FROM teams WHERE teams.id = \(id)), (
      SELECT owners.display_name FROM team_members JOIN accounts AS owners ON owners.id = team_members.account_id
      WHERE team_members.team_id = \(id) AND team_members.role = 'owner'
      ORDER BY team_members.joined_at, team_members.account_id LIMIT 1), '')
    """
  }

  /// Whether the inviter of a row, whose account is joined, is active, as an expression. With teams: whether any member
  /// of the row's team is active.
  /// - Parameter table: the table of the row.
  func mayInvite(_ table: String) -> String {
    guard transaction.showsTeams else { return "accounts.status = 'active'" }
    // Instead of EXISTS, for which PostgreSQL may read all accounts once.
    return "1 = \(Self.activeMember(of: "\(table).team_id"))"
  }

  /// 1 if a member of a team is active, and otherwise null, as an expression.
  /// - Parameters:
  ///   - teamID: an expression for the id of the team.
  ///   - accountID: an expression for the id of an account that does not count.
  static func activeMember(of teamID: String, besides accountID: String? = nil) -> String {
    """
    (SELECT 1 FROM team_members JOIN accounts AS colleagues ON colleagues.id = team_members.account_id
     WHERE team_members.team_id = \(teamID) AND colleagues.status = 'active'
       \(accountID.map { "AND colleagues.id <> \($0)" } ?? "") LIMIT 1)
    """
  }

  /// Whether a team has an active member other than an account.
  package func hasActiveMember(_ teamID: String, besides accountID: String) throws(Problem) -> Bool {
    try transaction.query(
      "SELECT \(Self.activeMember(of: "$1", besides: "$2")) AS found", [.text(teamID), .text(accountID)]
    ).first?.optionalInteger("found") != nil
  }

  /// The member of a team who is told about something that an inviter has made: the inviter, or else an owner, or else
  /// the member who joined first; nil if no member is active.
  package func contact(of teamID: String, for inviterID: String) throws(Problem) -> Account? {
    try transaction.query(
      """
      SELECT * FROM accounts WHERE id = COALESCE(
        (SELECT team_members.account_id FROM team_members JOIN accounts ON accounts.id = team_members.account_id
         WHERE team_members.team_id = $1 AND team_members.account_id = $2 AND accounts.status = 'active'),
        \(Self.firstMember(of: "$1", whose: "accounts.status = 'active' AND members.role = 'owner'")),
        \(Self.firstMember(of: "$1", whose: "accounts.status = 'active'")))
      """, [.text(teamID), .text(inviterID)]
    ).first.map(transaction.accounts.account)
  }

  /// The id of the account that has been in a team longest among those that fulfil a condition, as an expression.
  /// - Parameter condition: on the columns of `members` and `accounts`.
  static func firstMember(of teamID: String, whose condition: String) -> String {
    """
    (SELECT members.account_id FROM team_members AS members JOIN accounts ON accounts.id = members.account_id
     WHERE members.team_id = \(teamID) AND \(condition) ORDER BY members.joined_at, members.account_id LIMIT 1)
    """
  }

  /// The team with an id; nil if there is none.
  package func find(id: String) throws(Problem) -> Team? {
    try transaction.query("SELECT * FROM teams WHERE id = $1", [.text(id)]).first.map { (row) throws(Problem) in
      Team(
        id: try row.text("id"), name: try row.optionalText("name"),
        branding: Branding(try row.optionalText("branding").flatMap { try? JSON(parsing: $0) }),
        createdAt: try row.timestamp("created_at"))
    }
  }

  /// The name of a team, or that of its owner.
  package func name(of teamID: String) throws(Problem) -> String {
    try transaction.query("SELECT \(Self.name(of: "$1")) AS name", [.text(teamID)]).first?.text("name") ?? ""
  }

  /// The teams of an account, in the order in which it joined them.
  package func memberships(of accountID: String) throws(Problem) -> [Membership] {
    try transaction.query(
      "SELECT * FROM team_members WHERE account_id = $1 ORDER BY joined_at, team_id", [.text(accountID)]
    ).map(membership)
  }

  /// The membership of an account in a team; nil if it is not in the team.
  package func membership(of accountID: String, in teamID: String) throws(Problem) -> Membership? {
    try transaction.query(
      "SELECT * FROM team_members WHERE team_id = $1 AND account_id = $2", [.text(teamID), .text(accountID)]
    ).first.map(membership)
  }

  /// The members of a team, in the order in which they joined.
  package func members(of teamID: String, limit: Int = 1000) throws(Problem) -> [TeamMember] {
    try transaction.query(
      """
      SELECT team_members.*, accounts.display_name AS display_name, accounts.email AS email, accounts.status AS status
      FROM team_members JOIN accounts ON accounts.id = team_members.account_id
      WHERE team_members.team_id = $1 ORDER BY team_members.joined_at, team_members.account_id LIMIT $2
      """, [.text(teamID), .integer(limit)]
    ).map { (row) throws(Problem) in
      guard let status = Account.Status(rawValue: try row.text("status")) else {
        throw .bug("an account has an invalid status")
      }
      return TeamMember(
        membership: try membership(row), displayName: try row.text("display_name"),
        email: try row.optionalText("email").flatMap(EmailAddress.stored), status: status)
    }
  }

  /// The pending invitations into a team, in the order in which they end, each with its client record.
  package func invited(
    into teamID: String, now: Timestamp, limit: Int = 100
  ) throws(Problem) -> [(invitation: Invitation, client: Client)] {
    try transaction.query(
      """
      SELECT \(InvitationTable.invitationColumns), \(ClientTable.clientColumns)
      FROM invitations JOIN clients ON clients.id = invitations.client_id
      WHERE invitations.team_id = $1 AND invitations.team_role IS NOT NULL AND invitations.status = 'pending'
        AND invitations.expires_at > $2
      ORDER BY invitations.expires_at LIMIT $3
      """, [.text(teamID), .timestamp(now), .integer(limit)]
    ).map { (row) throws(Problem) in
      (try transaction.invitations.invitation(row), try transaction.clients.client(row.prefixed("c_")))
    }
  }

  /// The teams, oldest first, with the number of their members.
  /// - Parameter accountID: the account that is in them; nil for all.
  package func list(
    of accountID: String?, limit: Int
  ) throws(Problem) -> [(id: String, name: String, members: Int, createdAt: Timestamp)] {
    let selection =
      accountID == nil
      ? "FROM teams AS listed WHERE listed.created_at >= 0 ORDER BY listed.created_at, listed.id LIMIT $1"
      : """
      FROM team_members AS own JOIN teams AS listed ON listed.id = own.team_id
      WHERE own.account_id = $2 ORDER BY own.joined_at, own.team_id LIMIT $1
      """
    return try transaction.query(
      """
      SELECT listed.id AS id, listed.created_at AS created_at, \(Self.name(of: "listed.id")) AS shown_name,
        (SELECT COUNT(*) FROM team_members WHERE team_members.team_id = listed.id) AS members
      \(selection)
      """, [.integer(limit)] + (accountID.map { [.text($0)] } ?? [])
    ).map { (row) throws(Problem) in
      (
        try row.text("id"), try row.text("shown_name"), try row.integer("members"), try row.timestamp("created_at")
      )
    }
  }

  /// Whether a team has clients. People who are invited into the team do not count.
  package func hasClients(_ teamID: String) throws(Problem) -> Bool {
    try !transaction.query(
      """
      SELECT clients.id FROM clients JOIN invitations ON invitations.client_id = clients.id
      WHERE clients.team_id = $1 AND invitations.team_role IS NULL LIMIT 1
      """, [.text(teamID)]
    ).isEmpty
  }

  /// Whether a team has another owner who can act as one.
  package func hasOtherOwner(than accountID: String, _ teamID: String) throws(Problem) -> Bool {
    try !transaction.query(
      """
      SELECT team_members.account_id FROM team_members JOIN accounts ON accounts.id = team_members.account_id
      WHERE team_members.team_id = $1 AND team_members.account_id <> $2 AND team_members.role = 'owner'
        AND accounts.status = 'active'
      LIMIT 1
      """, [.text(teamID), .text(accountID)]
    ).isEmpty
  }

  /// Deletes a team that has no records any more, and takes everybody out of it.
  package func delete(_ teamID: String) throws(Problem) {
    for statement in [
      """
      UPDATE accounts SET team_id = COALESCE((
          SELECT team_id FROM team_members WHERE account_id = accounts.id AND team_id <> $1
          ORDER BY joined_at, team_id LIMIT 1), '')
      WHERE team_id = $1 AND id IN (SELECT account_id FROM team_members WHERE team_id = $1)
      """,
      "DELETE FROM service_keys WHERE team_id = $1", "DELETE FROM team_members WHERE team_id = $1",
      "DELETE FROM teams WHERE id = $1",
    ] { try transaction.change(statement, [.text(teamID)]) }
  }

  /// Stores a new team with its first owner. The owner works in it, unless they work in another team.
  package func insert(_ team: Team, owner accountID: String) throws(Problem) {
    try transaction.change(
      "INSERT INTO teams (id, name, branding, created_at) VALUES ($1, $2, $3, $4)",
      [.text(team.id), .text(team.name), .text(team.branding?.json.text), .timestamp(team.createdAt)])
    try add(Membership(teamID: team.id, accountID: accountID, role: .owner, joinedAt: team.createdAt))
  }

  /// Stores the name and the branding of a team.
  package func update(_ team: Team) throws(Problem) {
    try transaction.change(
      "UPDATE teams SET name = $2, branding = $3 WHERE id = $1",
      [.text(team.id), .text(team.name), .text(team.branding?.json.text)])
  }

  /// Adds an account to a team, or gives it another role there. Pending offers of ownership by an account that is not
  /// an owner become offers of membership.
  package func add(_ membership: Membership) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO team_members (team_id, account_id, role, joined_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (team_id, account_id) DO UPDATE SET role = excluded.role
      """,
      [
        .text(membership.teamID), .text(membership.accountID), .text(membership.role.rawValue),
        .timestamp(membership.joinedAt),
      ])
    try transaction.change(
      "UPDATE accounts SET team_id = $2 WHERE id = $1 AND (team_id IS NULL OR team_id = '')",
      [.text(membership.accountID), .text(membership.teamID)])
    if membership.role == .member { try endOffersOfOwnership(by: membership.accountID, in: membership.teamID) }
  }

  private func endOffersOfOwnership(by accountID: String, in teamID: String) throws(Problem) {
    try transaction.change(
      "UPDATE invitations SET team_role = 'member' WHERE inviter_id = $2 AND team_id = $1 AND team_role = 'owner'",
      [.text(teamID), .text(accountID)])
  }

  /// Takes an account out of a team. The records stay, and name the account that made them. Its clients have no coach
  /// any more.
  package func remove(_ accountID: String, from teamID: String) throws(Problem) {
    let member: [SQLValue] = [.text(teamID), .text(accountID)]
    try endOffersOfOwnership(by: accountID, in: teamID)
    try transaction.change("DELETE FROM team_members WHERE team_id = $1 AND account_id = $2", member)
    try transaction.change("UPDATE clients SET coach_id = NULL WHERE coach_id = $2 AND team_id = $1", member)
    try transaction.change(
      """
      UPDATE accounts SET team_id = COALESCE(
        (SELECT team_id FROM team_members WHERE account_id = $2 ORDER BY joined_at, team_id LIMIT 1), '')
      WHERE id = $2 AND team_id = $1
      """, member)
  }

  private func membership(_ row: Row) throws(Problem) -> Membership {
    guard let role = Team.Role(rawValue: try row.text("role")) else { throw .bug("a member has an invalid role") }
    return Membership(
      teamID: try row.text("team_id"), accountID: try row.text("account_id"), role: role,
      joinedAt: try row.timestamp("joined_at"))
  }
}
