// SPDX-License-Identifier: Apache-2.0

/// The tables of second factors, and the columns of repeated sign-ins, deletion with a way back, and operators.
enum Migration004Factors: Migration {
  static func statements(text: String) -> [String] { factors(text) + accounts(text) }

  private static func factors(_ text: String) -> [String] {
    [
      // A factor without `confirmed_at` is being enrolled, until `expires_at`. `last_step` is the time step of the last
      // code that was accepted (RFC 6238).
      """
      CREATE TABLE factors (
        id \(text) PRIMARY KEY, account_id \(text) NOT NULL REFERENCES accounts (id), type \(text) NOT NULL,
        name \(text), created_at BIGINT NOT NULL, expires_at BIGINT, confirmed_at BIGINT, last_used_at BIGINT,
        sealed_secret \(text), last_step BIGINT, credential_id \(text) UNIQUE, public_key \(text), counter BIGINT,
        backup_eligible BIGINT, backed_up BIGINT, aaguid \(text), transports \(text))
      """,
      "CREATE INDEX factors_of_account ON factors (account_id, created_at, id)",
      "CREATE INDEX factors_by_end ON factors (expires_at) WHERE confirmed_at IS NULL",
      """
      CREATE TABLE recovery_codes (
        account_id \(text) NOT NULL REFERENCES accounts (id), code_hash \(text) NOT NULL,
        PRIMARY KEY (account_id, code_hash))
      """,
      // `sealed_event` is what the function does when the challenge is answered.
      """
      CREATE TABLE challenges (
        selector \(text) PRIMARY KEY, purpose \(text) NOT NULL, account_id \(text) REFERENCES accounts (id),
        function \(text) NOT NULL, sealed_event \(text), tries_left BIGINT NOT NULL, created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL)
      """,
      "CREATE INDEX challenges_of_account ON challenges (account_id) WHERE account_id IS NOT NULL",
      "CREATE INDEX challenges_by_end ON challenges (expires_at)",
    ]
  }

  private static func accounts(_ text: String) -> [String] {
    [
      // The number of confirmed factors.
      "ALTER TABLE accounts ADD COLUMN factors BIGINT NOT NULL DEFAULT 0",
      // Null in sessions that began with the sign-in.
      "ALTER TABLE sessions ADD COLUMN authenticated_at BIGINT",
      "ALTER TABLE sessions ADD COLUMN factor_at BIGINT",
      // Access tokens of earlier generations are not valid.
      "ALTER TABLE sessions ADD COLUMN access_generation BIGINT NOT NULL DEFAULT 0",
      "ALTER TABLE sessions ADD COLUMN country \(text)",
      "ALTER TABLE accounts ADD COLUMN deletes_at BIGINT",
      "CREATE INDEX accounts_by_deletion ON accounts (deletes_at) WHERE deletes_at IS NOT NULL",
      "ALTER TABLE audit ADD COLUMN operator \(text)",
      // Erasure finds by them what calls without an account have left of a person.
      "ALTER TABLE audit ADD COLUMN subject_key \(text)",
      "CREATE INDEX audit_of_subject_key ON audit (subject_key) WHERE subject_key IS NOT NULL",
      "CREATE INDEX audit_without_account ON audit (address) WHERE account_id IS NULL AND address IS NOT NULL",
      "ALTER TABLE seen_events ADD COLUMN account_id \(text)",
      "CREATE INDEX seen_events_of_account ON seen_events (account_id) WHERE account_id IS NOT NULL",
      "CREATE INDEX clients_by_email ON clients (email_key)",
    ]
  }
}
