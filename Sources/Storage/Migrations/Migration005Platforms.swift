// SPDX-License-Identifier: Apache-2.0

/// The columns of people from other systems, of Apple's tokens, of push messages, and of what inviters and invitees
/// see.
enum Migration005Platforms: Migration {
  static func statements(text: String) -> [String] { people(text) + apple(text) + push(text) + inviters(text) }

  private static func people(_ text: String) -> [String] {
    [
      "ALTER TABLE accounts ADD COLUMN username \(text)",
      "CREATE UNIQUE INDEX accounts_by_username ON accounts (username) WHERE username IS NOT NULL",
      // The id that the account had in the system from which it was imported. The table `imports` keeps it unique.
      "ALTER TABLE accounts ADD COLUMN external_id \(text)",
      """
      UPDATE accounts SET external_id = (
        SELECT MIN(imports.external_id) FROM imports
        WHERE imports.account_id = accounts.id AND imports.external_id NOT LIKE 'email/%'
          AND imports.external_id NOT LIKE 'apple/%')
      """,
      // The algorithm and the cost of a hash that another system made. Earlier releases imported bcrypt.
      "ALTER TABLE passwords ADD COLUMN imported_cost \(text)",
      "UPDATE passwords SET imported_cost = 'bcrypt:' || SUBSTR(hash, 5, 2) WHERE hash LIKE '$2_$%'",
      "CREATE INDEX passwords_by_imported_cost ON passwords (imported_cost) WHERE imported_cost IS NOT NULL",
    ]
  }

  private static func apple(_ text: String) -> [String] {
    [
      "ALTER TABLE identities ADD COLUMN sealed_refresh_token \(text)",
      """
      CREATE INDEX outbox_exchange_due ON outbox (due_at, id)
        WHERE state IN ('queued', 'leased') AND kind = 'apple-exchange'
      """,
      // When the recipient turned off an address of Apple's relay. The address can be suppressed for another reason
      // too.
      "ALTER TABLE suppressions ADD COLUMN disabled_at BIGINT",
    ]
  }

  private static func push(_ text: String) -> [String] {
    [
      "ALTER TABLE sessions ADD COLUMN push_service \(text)",
      "ALTER TABLE sessions ADD COLUMN push_token_hash \(text)",
      "ALTER TABLE sessions ADD COLUMN sealed_push_token \(text)",
      "CREATE INDEX sessions_by_push_token ON sessions (push_token_hash) WHERE push_token_hash IS NOT NULL",
      // The encrypted tokens with which this service authenticates at push services.
      """
      CREATE TABLE service_tokens (
        name \(text) PRIMARY KEY, sealed_token \(text) NOT NULL, expires_at BIGINT NOT NULL)
      """,
    ]
  }

  private static func inviters(_ text: String) -> [String] {
    [
      "ALTER TABLE accounts ADD COLUMN branding \(text)",
      "CREATE INDEX accounts_by_age ON accounts (created_at, id)",
      // Null for the invitee's role.
      "ALTER TABLE invitations ADD COLUMN role \(text)",
      // When its code was first looked at.
      "ALTER TABLE invitations ADD COLUMN opened_at BIGINT",
      "CREATE INDEX invitations_of_inviter ON invitations (inviter_id, sent_at)",
      "ALTER TABLE workouts ADD COLUMN completed_at BIGINT",
      // When the person left the inviter.
      "ALTER TABLE clients ADD COLUMN left_at BIGINT",
      "ALTER TABLE clients ADD COLUMN former_account_id \(text)",
      """
      CREATE INDEX clients_of_former_account ON clients (former_account_id) WHERE former_account_id IS NOT NULL
      """,
    ]
  }
}
