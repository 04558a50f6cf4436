// SPDX-License-Identifier: Apache-2.0

/// The columns and tables of admission, limits, traces and keys. Age, consent and guardian become columns of accounts.
enum Migration002Admission: Migration {
  static func statements(text: String) -> [String] {
    accounts(text) + invitations(text) + mail(text) + auditAndKeys(text)
  }

  private static func accounts(_ text: String) -> [String] {
    [
      "ALTER TABLE accounts ADD COLUMN birth_date \(text)",
      "ALTER TABLE accounts ADD COLUMN consent_version \(text)",
      "ALTER TABLE accounts ADD COLUMN consent_at BIGINT",
      "ALTER TABLE accounts ADD COLUMN guardian \(text)",
      "ALTER TABLE accounts ADD COLUMN guardian_email \(text)",
      "ALTER TABLE accounts ADD COLUMN guardian_at BIGINT",
      """
      UPDATE accounts SET
        birth_date = (SELECT birth_date FROM consents WHERE account_id = accounts.id AND birth_date IS NOT NULL
          ORDER BY given_at DESC LIMIT 1),
        consent_version = (SELECT version FROM consents WHERE account_id = accounts.id AND version <> ''
          ORDER BY given_at DESC LIMIT 1),
        consent_at = (SELECT given_at FROM consents WHERE account_id = accounts.id AND version <> ''
          ORDER BY given_at DESC LIMIT 1)
      WHERE id IN (SELECT account_id FROM consents)
      """,
      "CREATE INDEX accounts_by_guardian ON accounts (guardian_at) WHERE guardian IN ('refused', 'withdrawn')",
    ]
  }

  private static func invitations(_ text: String) -> [String] {
    [
      "ALTER TABLE invitations ADD COLUMN channel \(text) NOT NULL DEFAULT 'mail'",
      // Whether a mail delivered the code is known only if the outbox still contains the mail.
      """
      UPDATE invitations SET channel = 'link'
      WHERE delivery IS NULL OR status <> 'accepted' AND id NOT IN (
        SELECT invitation_id FROM outbox
        WHERE kind IN ('invitation', 'resent-invitation') AND invitation_id IS NOT NULL)
      """,
      """
      UPDATE invitations SET channel = 'sms'
      WHERE id IN (SELECT invitation_id FROM outbox WHERE kind = 'invitation-sms' AND invitation_id IS NOT NULL)
      """,
      // No reminders for invitations by text message: a reminder is a mail, and its code would verify the mail address.
      "UPDATE invitations SET remind_at = NULL WHERE channel <> 'mail'",
    ]
  }

  private static func mail(_ text: String) -> [String] {
    [
      "ALTER TABLE outbox ADD COLUMN traceparent \(text)",
      "ALTER TABLE outbox ADD COLUMN recipient_key \(text)",
      "UPDATE outbox SET recipient_key = LOWER(recipient)",
      "DROP INDEX outbox_to",
      "CREATE INDEX outbox_to ON outbox (recipient_key, id)",
    ]
  }

  private static func auditAndKeys(_ text: String) -> [String] {
    [
      "ALTER TABLE audit ADD COLUMN refusal_key \(text)",
      "ALTER TABLE audit ADD COLUMN count BIGINT",
      "ALTER TABLE audit ADD COLUMN last_at BIGINT",
      "CREATE INDEX audit_of_refusals ON audit (refusal_key, at) WHERE refusal_key IS NOT NULL",
      "ALTER TABLE signing_keys ADD COLUMN retired_at BIGINT",
      "CREATE TABLE hash_keys (name \(text) PRIMARY KEY, sealed_key \(text) NOT NULL, created_at BIGINT NOT NULL)",
      "CREATE TABLE used_tokens (token_hash \(text) PRIMARY KEY, expires_at BIGINT NOT NULL)",
      "CREATE INDEX used_tokens_by_end ON used_tokens (expires_at)",
      """
      CREATE TABLE underage_refusals (
        key \(text) PRIMARY KEY, minimum_age BIGINT NOT NULL, expires_at BIGINT NOT NULL)
      """,
      "CREATE INDEX underage_refusals_by_end ON underage_refusals (expires_at)",
      "CREATE TABLE issuer_failures (url \(text) PRIMARY KEY, failed_at BIGINT NOT NULL)",
      "CREATE TABLE notices (name \(text) PRIMARY KEY, detail \(text) NOT NULL, at BIGINT NOT NULL)",
    ]
  }
}
