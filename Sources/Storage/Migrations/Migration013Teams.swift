// SPDX-License-Identifier: Apache-2.0

/// Teams. Rows that belonged to an inviter belong to a team, and name their inviter. Every inviter with records or
/// entries in the log gets a team whose id is that of the account, so the rows stay as they are.
enum Migration013Teams: Migration {
  static func statements(text: String) -> [String] { teams(text) + records(text) }

  static func statements(for engine: Engine) -> [String] {
    switch engine {
    case .sqlite: statements(text: engine.text) + Self.keysOfSQLite
    case .postgreSQL: statements(text: engine.text) + Self.keysOfPostgreSQL
    }
  }

  private static func teams(_ text: String) -> [String] {
    [
      "CREATE TABLE teams (id \(text) PRIMARY KEY, name \(text), branding \(text), created_at BIGINT NOT NULL)",
      "CREATE INDEX teams_by_age ON teams (created_at, id)",
      """
      CREATE TABLE team_members (
        team_id \(text) NOT NULL REFERENCES teams (id), account_id \(text) NOT NULL REFERENCES accounts (id),
        role \(text) NOT NULL, joined_at BIGINT NOT NULL, PRIMARY KEY (team_id, account_id))
      """,
      "CREATE INDEX team_members_of_account ON team_members (account_id, joined_at, team_id)",
      "CREATE INDEX team_members_in_order ON team_members (team_id, joined_at, account_id)",
      // The team in which an inviter works. Null until the account needs one, and empty after it has left its last
      // one.
      "ALTER TABLE accounts ADD COLUMN team_id \(text)",
      """
      INSERT INTO teams (id, created_at) SELECT id, created_at FROM accounts
      WHERE id IN (
        SELECT inviter_id FROM clients UNION SELECT inviter_id FROM join_links
        UNION SELECT inviter_id FROM audit WHERE inviter_id IS NOT NULL)
      """,
      "INSERT INTO team_members (team_id, account_id, role, joined_at) SELECT id, id, 'owner', created_at FROM teams",
      "UPDATE accounts SET team_id = id WHERE id IN (SELECT id FROM teams)",
    ]
  }

  private static func records(_ text: String) -> [String] {
    [
      // Renaming keeps every row and index, and makes an address unique in a team.
      "ALTER TABLE clients RENAME COLUMN inviter_id TO team_id",
      "ALTER TABLE clients ADD COLUMN inviter_id \(text) REFERENCES accounts (id)",
      "UPDATE clients SET inviter_id = team_id",
      "CREATE INDEX clients_by_inviter ON clients (inviter_id, created_at, id)",
      "ALTER TABLE clients ADD COLUMN coach_id \(text) REFERENCES accounts (id)",
      "CREATE INDEX clients_by_coach ON clients (coach_id, created_at, id) WHERE coach_id IS NOT NULL",
      // As before, these columns of invitations have no foreign keys: they are those of the client.
      "ALTER TABLE invitations RENAME COLUMN inviter_id TO team_id",
      "ALTER TABLE invitations ADD COLUMN inviter_id \(text)",
      "UPDATE invitations SET inviter_id = team_id",
      "CREATE INDEX invitations_by_inviter ON invitations (inviter_id)",
      // Null for invitations to be a client.
      "ALTER TABLE invitations ADD COLUMN team_role \(text)",
      """
      CREATE INDEX invitations_into_team ON invitations (team_id, expires_at) WHERE team_role IS NOT NULL
      """,
      "ALTER TABLE join_links RENAME COLUMN inviter_id TO team_id",
      "ALTER TABLE join_links ADD COLUMN inviter_id \(text) REFERENCES accounts (id)",
      "UPDATE join_links SET inviter_id = team_id",
      "CREATE INDEX join_links_by_inviter ON join_links (inviter_id)",
      "ALTER TABLE join_requests RENAME COLUMN inviter_id TO team_id",
      "ALTER TABLE audit RENAME COLUMN inviter_id TO team_id",
      // The teams whose data the answer shows, with a space between them: a caller who has left one of them does not
      // get it.
      "ALTER TABLE seen_events ADD COLUMN team_ids \(text)",
    ]
  }

  /// The change of a foreign key does not concern the rows, and is made in the text of the schema
  /// (sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes").
  private static let keysOfSQLite = [
    "PRAGMA writable_schema = ON",
    """
    UPDATE sqlite_schema SET sql = REPLACE(
      sql, 'team_id TEXT NOT NULL REFERENCES accounts (id)', 'team_id TEXT NOT NULL REFERENCES teams (id)')
    WHERE type = 'table' AND name IN ('clients', 'join_links')
    """,
    "PRAGMA writable_schema = RESET",
  ]

  private static let keysOfPostgreSQL = ["clients", "join_links"].flatMap { table in
    [
      "ALTER TABLE \(table) DROP CONSTRAINT \(table)_inviter_id_fkey",
      """
      ALTER TABLE \(table) ADD CONSTRAINT \(table)_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams (id)
      """,
      "ALTER TABLE \(table) RENAME CONSTRAINT \(table)_inviter_id_fkey1 TO \(table)_inviter_id_fkey",
    ]
  }
}
