// SPDX-License-Identifier: Apache-2.0

/// The columns and tables of admission, limits, traces and keys: an account keeps its age, consent and guardian itself.
enum Migration002Admission: Migration {
  static let sqlite = [
    "ALTER TABLE accounts ADD COLUMN birth_date TEXT",
    "ALTER TABLE accounts ADD COLUMN consent_version TEXT",
    "ALTER TABLE accounts ADD COLUMN consent_at BIGINT",
    "ALTER TABLE accounts ADD COLUMN guardian TEXT",
    "ALTER TABLE accounts ADD COLUMN guardian_email TEXT",
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
    "ALTER TABLE invitations ADD COLUMN channel TEXT NOT NULL DEFAULT 'mail'",
    // Only of mails that are still known is it known that they brought the code.
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
    // A reminder is a mail: its code would prove the address of somebody who was invited by text message.
    "UPDATE invitations SET remind_at = NULL WHERE channel <> 'mail'",
    "ALTER TABLE outbox ADD COLUMN traceparent TEXT",
    "ALTER TABLE outbox ADD COLUMN recipient_key TEXT",
    "UPDATE outbox SET recipient_key = LOWER(recipient)",
    "DROP INDEX outbox_to",
    "CREATE INDEX outbox_to ON outbox (recipient_key, id)",
    "ALTER TABLE audit ADD COLUMN refusal_key TEXT",
    "ALTER TABLE audit ADD COLUMN count BIGINT",
    "ALTER TABLE audit ADD COLUMN last_at BIGINT",
    "CREATE INDEX audit_of_refusals ON audit (refusal_key, at) WHERE refusal_key IS NOT NULL",
    "ALTER TABLE signing_keys ADD COLUMN retired_at BIGINT",
    "CREATE TABLE hash_keys (name TEXT PRIMARY KEY, sealed_key TEXT NOT NULL, created_at BIGINT NOT NULL)",
    "CREATE TABLE used_tokens (token_hash TEXT PRIMARY KEY, expires_at BIGINT NOT NULL)",
    "CREATE INDEX used_tokens_by_end ON used_tokens (expires_at)",
    "CREATE TABLE underage_refusals (key TEXT PRIMARY KEY, minimum_age BIGINT NOT NULL, expires_at BIGINT NOT NULL)",
    "CREATE INDEX underage_refusals_by_end ON underage_refusals (expires_at)",
    "CREATE TABLE issuer_failures (url TEXT PRIMARY KEY, failed_at BIGINT NOT NULL)",
    "CREATE TABLE notices (name TEXT PRIMARY KEY, detail TEXT NOT NULL, at BIGINT NOT NULL)",
  ]

  static let postgreSQL = [
    #"ALTER TABLE accounts ADD COLUMN birth_date TEXT COLLATE "C""#,
    #"ALTER TABLE accounts ADD COLUMN consent_version TEXT COLLATE "C""#,
    "ALTER TABLE accounts ADD COLUMN consent_at BIGINT",
    #"ALTER TABLE accounts ADD COLUMN guardian TEXT COLLATE "C""#,
    #"ALTER TABLE accounts ADD COLUMN guardian_email TEXT COLLATE "C""#,
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
    #"ALTER TABLE invitations ADD COLUMN channel TEXT COLLATE "C" NOT NULL DEFAULT 'mail'"#,
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
    "UPDATE invitations SET remind_at = NULL WHERE channel <> 'mail'",
    #"ALTER TABLE outbox ADD COLUMN traceparent TEXT COLLATE "C""#,
    #"ALTER TABLE outbox ADD COLUMN recipient_key TEXT COLLATE "C""#,
    "UPDATE outbox SET recipient_key = LOWER(recipient)",
    "DROP INDEX outbox_to",
    "CREATE INDEX outbox_to ON outbox (recipient_key, id)",
    #"ALTER TABLE audit ADD COLUMN refusal_key TEXT COLLATE "C""#,
    "ALTER TABLE audit ADD COLUMN count BIGINT",
    "ALTER TABLE audit ADD COLUMN last_at BIGINT",
    "CREATE INDEX audit_of_refusals ON audit (refusal_key, at) WHERE refusal_key IS NOT NULL",
    "ALTER TABLE signing_keys ADD COLUMN retired_at BIGINT",
    """
    CREATE TABLE hash_keys (
      name TEXT COLLATE "C" PRIMARY KEY, sealed_key TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL)
    """,
    #"CREATE TABLE used_tokens (token_hash TEXT COLLATE "C" PRIMARY KEY, expires_at BIGINT NOT NULL)"#,
    "CREATE INDEX used_tokens_by_end ON used_tokens (expires_at)",
    """
    CREATE TABLE underage_refusals (
      key TEXT COLLATE "C" PRIMARY KEY, minimum_age BIGINT NOT NULL, expires_at BIGINT NOT NULL)
    """,
    "CREATE INDEX underage_refusals_by_end ON underage_refusals (expires_at)",
    #"CREATE TABLE issuer_failures (url TEXT COLLATE "C" PRIMARY KEY, failed_at BIGINT NOT NULL)"#,
    #"CREATE TABLE notices (name TEXT COLLATE "C" PRIMARY KEY, detail TEXT COLLATE "C" NOT NULL, at BIGINT NOT NULL)"#,
  ]
}
