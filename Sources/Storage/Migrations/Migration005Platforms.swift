// SPDX-License-Identifier: Apache-2.0

/// The columns of people from other systems, of Apple's tokens, of push messages, and of what inviters and invitees see.
enum Migration005Platforms: Migration {
  static func statements(text: String) -> [String] { people(text) + apple(text) + push(text) + inviters(text) }

  private static func people(_ text: String) -> [String] {
    [
      "ALTER TABLE accounts ADD COLUMN username \(text)",
      "CREATE UNIQUE INDEX accounts_by_username ON accounts (username) WHERE username IS NOT NULL",
      // The id that the account had in the system from which it was imported.
      "ALTER TABLE accounts ADD COLUMN external_source \(text)",
      "ALTER TABLE accounts ADD COLUMN external_id \(text)",
      """
      CREATE UNIQUE INDEX accounts_by_external_id ON accounts (external_source, external_id)
        WHERE external_id IS NOT NULL
      """,
    ]
  }

  private static func apple(_ text: String) -> [String] {
    [
      "ALTER TABLE identities ADD COLUMN sealed_refresh_token \(text)",
      """
      CREATE INDEX outbox_exchange_due ON outbox (due_at, id)
        WHERE state IN ('queued', 'leased') AND kind = 'apple-exchange'
      """,
      // When the recipient turned off an address of Apple's relay. The address can be suppressed for another reason too.
      "ALTER TABLE suppressions ADD COLUMN disabled_at BIGINT",
    ]
  }

  private static func push(_ text: String) -> [String] {
    [
      "ALTER TABLE sessions ADD COLUMN push_service \(text)",
      "ALTER TABLE sessions ADD COLUMN push_token_hash \(text)",
      "ALTER TABLE sessions ADD COLUMN sealed_push_token \(text)",
      "CREATE INDEX sessions_by_push_token ON sessions (push_token_hash) WHERE push_token_hash IS NOT NULL",
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
    ]
  }
}
