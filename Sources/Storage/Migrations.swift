import Domain

/// The schema, as the numbered steps that made it. A step that has been released is never changed again.
enum Migrations {
  /// - Returns: the statements that were run.
  @discardableResult
  static func apply(to connection: any Connection) throws(Problem) -> [String] {
    let version = try connection.schemaVersion()
    if version == steps.count { return [] }
    if version == 0 { try connection.prepareForMigration() }
    try connection.beginMigration()
    do throws(Problem) {
      // Another process may have been here while this one waited for the lock.
      let pending = try pending(on: connection)
      let hadKeysOfSchema1 = try connection.schemaVersion() == 1
      for statement in pending { _ = try connection.run(statement, []) }
      if hadKeysOfSchema1 { try Transaction(connection, legacyRole: nil).renewAddressKeys() }
      try connection.commit()
      return pending
    } catch {
      connection.rollback()
      throw error
    }
  }

  /// What has still to be run, in the engine's own words.
  static func pending(on connection: any Connection) throws(Problem) -> [String] {
    let version = try connection.schemaVersion()
    guard version <= steps.count else {
      throw Problem.misconfigured("DATABASE_URL", "the database is of a newer release (schema \(version))")
    }
    if version == steps.count { return [] }
    let statements = steps.dropFirst(version).joined().map { statement in
      statement.split(separator: " TEXT", omittingEmptySubsequences: false)
        .joined(separator: " \(connection.dialect.text)")
    }
    return statements + connection.settingSchemaVersion(to: steps.count)
  }

  static let steps: [[String]] = [foundation, admission]

  private static let foundation = [
    """
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY, email TEXT, email_key TEXT UNIQUE, email_verified BIGINT NOT NULL,
      display_name TEXT NOT NULL, photo_url TEXT, phone TEXT, locale TEXT, role TEXT, status TEXT NOT NULL,
      profile TEXT NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, last_sign_in_at BIGINT)
    """,
    """
    CREATE TABLE identities (
      issuer TEXT NOT NULL, subject TEXT NOT NULL, provider TEXT NOT NULL,
      account_id TEXT NOT NULL REFERENCES accounts (id), created_at BIGINT NOT NULL, PRIMARY KEY (issuer, subject))
    """,
    "CREATE INDEX identities_of_account ON identities (account_id)",
    """
    CREATE TABLE passwords (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id), email_key TEXT NOT NULL UNIQUE, hash TEXT NOT NULL,
      changed_at BIGINT NOT NULL)
    """,
    """
    CREATE TABLE account_codes (
      selector TEXT PRIMARY KEY, code_hash TEXT NOT NULL, purpose TEXT NOT NULL,
      account_id TEXT REFERENCES accounts (id), email TEXT NOT NULL, tries_left BIGINT NOT NULL,
      expires_at BIGINT NOT NULL)
    """,
    "CREATE INDEX account_codes_of_account ON account_codes (account_id, purpose)",
    "CREATE INDEX account_codes_by_end ON account_codes (expires_at)",
    """
    CREATE TABLE consents (
      account_id TEXT NOT NULL REFERENCES accounts (id), version TEXT NOT NULL, birth_date TEXT, guardian_email TEXT,
      given_at BIGINT NOT NULL)
    """,
    "CREATE INDEX consents_of_account ON consents (account_id, given_at)",
    """
    CREATE TABLE imports (
      source TEXT NOT NULL, external_id TEXT NOT NULL, account_id TEXT NOT NULL REFERENCES accounts (id),
      fingerprint TEXT NOT NULL, PRIMARY KEY (source, external_id))
    """,
    "CREATE INDEX imports_of_account ON imports (account_id)",
    """
    CREATE TABLE clients (
      id TEXT PRIMARY KEY, inviter_id TEXT NOT NULL REFERENCES accounts (id),
      account_id TEXT REFERENCES accounts (id), name TEXT NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL,
      phone TEXT, notes TEXT, locale TEXT, search TEXT NOT NULL, created_at BIGINT NOT NULL,
      UNIQUE (inviter_id, email_key))
    """,
    "CREATE INDEX clients_of_inviter ON clients (inviter_id, created_at, id)",
    "CREATE INDEX clients_of_account ON clients (account_id, created_at, id) WHERE account_id IS NOT NULL",
    // Its inviter is its client's, and has to be there for that one.
    """
    CREATE TABLE invitations (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL UNIQUE REFERENCES clients (id),
      inviter_id TEXT NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL,
      status TEXT NOT NULL, delivery TEXT, allow_other_email BIGINT NOT NULL, sent_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL, accepted_at BIGINT, resend_count BIGINT NOT NULL, remind_at BIGINT)
    """,
    "CREATE INDEX invitations_by_end ON invitations (expires_at, id) WHERE status = 'pending'",
    "CREATE INDEX invitations_by_reminder ON invitations (remind_at, id) WHERE status = 'pending' AND remind_at IS NOT NULL",
    "CREATE INDEX invitations_pending_for ON invitations (email_key, sent_at, id) WHERE status = 'pending'",
    """
    CREATE TABLE invitation_codes (
      code_hash TEXT PRIMARY KEY, invitation_id TEXT NOT NULL REFERENCES invitations (id), superseded_at BIGINT)
    """,
    "CREATE INDEX codes_of_invitation ON invitation_codes (invitation_id)",
    "CREATE INDEX codes_by_end ON invitation_codes (superseded_at) WHERE superseded_at IS NOT NULL",
    """
    CREATE TABLE workouts (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES clients (id), title TEXT NOT NULL,
      scheduled_for BIGINT, details TEXT NOT NULL, created_at BIGINT NOT NULL)
    """,
    "CREATE INDEX workouts_of_client ON workouts (client_id, created_at, id)",
    """
    CREATE TABLE sessions (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id), generation BIGINT NOT NULL,
      rotated_at BIGINT NOT NULL, device_id TEXT, device_platform TEXT, device_name TEXT, address TEXT,
      created_at BIGINT NOT NULL, last_used_at BIGINT NOT NULL, idle_ends_at BIGINT NOT NULL, ends_at BIGINT NOT NULL,
      revoked_at BIGINT, end_reason TEXT)
    """,
    "CREATE INDEX sessions_of_account ON sessions (account_id, last_used_at, id) WHERE revoked_at IS NULL",
    "CREATE INDEX sessions_on_device ON sessions (account_id, device_id, address)",
    "CREATE INDEX sessions_by_end ON sessions ((COALESCE(revoked_at, idle_ends_at)))",
    """
    CREATE TABLE signing_keys (
      id TEXT PRIMARY KEY, public_key TEXT NOT NULL, sealed_private_key TEXT NOT NULL, created_at BIGINT NOT NULL)
    """,
    """
    CREATE TABLE key_sets (
      url TEXT PRIMARY KEY, keys TEXT NOT NULL, fetched_at BIGINT NOT NULL, fresh_until BIGINT NOT NULL,
      attempted_at BIGINT NOT NULL)
    """,
    """
    CREATE TABLE outbox (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, invitation_id TEXT REFERENCES invitations (id), account_id TEXT,
      locale TEXT NOT NULL,
      recipient TEXT NOT NULL, sealed_values TEXT, state TEXT NOT NULL,
      attempts BIGINT NOT NULL, doubts BIGINT NOT NULL, due_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, created_at BIGINT NOT NULL,
      ended_at BIGINT, vendor_id TEXT, trouble TEXT, outcome TEXT, outcome_at BIGINT, outcome_detail TEXT)
    """,
    "CREATE TABLE relay_paces (relay TEXT PRIMARY KEY, free_at BIGINT NOT NULL)",
    "CREATE INDEX outbox_mail_due ON outbox (due_at, id) WHERE state IN ('queued', 'leased') AND kind <> 'webhook'",
    "CREATE INDEX outbox_webhook_due ON outbox (due_at, id) WHERE state IN ('queued', 'leased') AND kind = 'webhook'",
    "CREATE INDEX outbox_by_end ON outbox (ended_at) WHERE ended_at IS NOT NULL",
    "CREATE INDEX outbox_by_vendor_id ON outbox (vendor_id) WHERE vendor_id IS NOT NULL",
    "CREATE INDEX outbox_unsent ON outbox (state, id) WHERE state <> 'sent'",
    "CREATE INDEX outbox_to ON outbox ((LOWER(recipient)), id)",
    "CREATE INDEX outbox_of_account ON outbox (account_id) WHERE account_id IS NOT NULL",
    "CREATE INDEX outbox_of_invitation ON outbox (invitation_id, created_at, id) WHERE invitation_id IS NOT NULL",
    "CREATE TABLE suppressions (address_key TEXT PRIMARY KEY, reason TEXT NOT NULL, detail TEXT, at BIGINT NOT NULL)",
    """
    CREATE TABLE seen_events (
      function TEXT NOT NULL, caller TEXT NOT NULL, source TEXT NOT NULL, id TEXT NOT NULL, fingerprint TEXT NOT NULL,
      sealed_answer TEXT, settles_by BIGINT NOT NULL, expires_at BIGINT NOT NULL,
      PRIMARY KEY (caller, function, source, id))
    """,
    "CREATE INDEX seen_events_by_end ON seen_events (expires_at)",
    "CREATE TABLE limit_hits (key TEXT NOT NULL, at BIGINT NOT NULL, weight BIGINT NOT NULL, expires_at BIGINT NOT NULL)",
    "CREATE INDEX limit_hits_of_key ON limit_hits (key, at)",
    "CREATE INDEX limit_hits_by_end ON limit_hits (expires_at)",
    """
    CREATE TABLE audit (
      id TEXT PRIMARY KEY, at BIGINT NOT NULL, function TEXT NOT NULL, action TEXT NOT NULL, account_id TEXT,
      inviter_id TEXT, subject_id TEXT, code TEXT, provider TEXT, address TEXT, user_agent TEXT, trace_id TEXT)
    """,
    "CREATE INDEX audit_of_inviter ON audit (inviter_id, at, id) WHERE inviter_id IS NOT NULL",
    "CREATE INDEX audit_of_subject ON audit (subject_id, at) WHERE subject_id IS NOT NULL",
    "CREATE INDEX audit_of_account ON audit (account_id) WHERE account_id IS NOT NULL",
    "CREATE INDEX audit_by_age ON audit (at)",
  ]
  /// What one admission needs to know of people, and what the gate, the limits and the keys remember.
  private static let admission = [
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
}
