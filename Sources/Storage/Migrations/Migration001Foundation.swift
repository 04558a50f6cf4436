// SPDX-License-Identifier: Apache-2.0

/// The tables of the first schema: accounts, clients, invitations, sessions, the outbox and the audit log.
enum Migration001Foundation: Migration {
  static func statements(text: String) -> [String] {
    accounts(text) + invitations(text) + sessions(text) + mail(text) + events(text)
  }

  private static func accounts(_ text: String) -> [String] {
    [
      """
      CREATE TABLE accounts (
        id \(text) PRIMARY KEY, email \(text), email_key \(text) UNIQUE, email_verified BIGINT NOT NULL,
        display_name \(text) NOT NULL, photo_url \(text), phone \(text), locale \(text), role \(text),
        status \(text) NOT NULL, profile \(text) NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
        last_sign_in_at BIGINT)
      """,
      """
      CREATE TABLE identities (
        issuer \(text) NOT NULL, subject \(text) NOT NULL, provider \(text) NOT NULL,
        account_id \(text) NOT NULL REFERENCES accounts (id), created_at BIGINT NOT NULL, PRIMARY KEY (issuer, subject))
      """,
      "CREATE INDEX identities_of_account ON identities (account_id)",
      """
      CREATE TABLE passwords (
        account_id \(text) PRIMARY KEY REFERENCES accounts (id), email_key \(text) NOT NULL UNIQUE,
        hash \(text) NOT NULL, changed_at BIGINT NOT NULL)
      """,
      """
      CREATE TABLE account_codes (
        selector \(text) PRIMARY KEY, code_hash \(text) NOT NULL, purpose \(text) NOT NULL,
        account_id \(text) REFERENCES accounts (id), email \(text) NOT NULL, tries_left BIGINT NOT NULL,
        expires_at BIGINT NOT NULL)
      """,
      "CREATE INDEX account_codes_of_account ON account_codes (account_id, purpose)",
      "CREATE INDEX account_codes_by_end ON account_codes (expires_at)",
      """
      CREATE TABLE consents (
        account_id \(text) NOT NULL REFERENCES accounts (id), version \(text) NOT NULL, birth_date \(text),
        guardian_email \(text), given_at BIGINT NOT NULL)
      """,
      "CREATE INDEX consents_of_account ON consents (account_id, given_at)",
      """
      CREATE TABLE imports (
        source \(text) NOT NULL, external_id \(text) NOT NULL, account_id \(text) NOT NULL REFERENCES accounts (id),
        fingerprint \(text) NOT NULL, PRIMARY KEY (source, external_id))
      """,
      "CREATE INDEX imports_of_account ON imports (account_id)",
    ]
  }

  private static func invitations(_ text: String) -> [String] {
    [
      """
      CREATE TABLE clients (
        id \(text) PRIMARY KEY, inviter_id \(text) NOT NULL REFERENCES accounts (id),
        account_id \(text) REFERENCES accounts (id), name \(text) NOT NULL, email \(text) NOT NULL,
        email_key \(text) NOT NULL, phone \(text), notes \(text), locale \(text), search \(text) NOT NULL,
        created_at BIGINT NOT NULL, UNIQUE (inviter_id, email_key))
      """,
      "CREATE INDEX clients_of_inviter ON clients (inviter_id, created_at, id)",
      "CREATE INDEX clients_of_account ON clients (account_id, created_at, id) WHERE account_id IS NOT NULL",
      // `inviter_id` has no foreign key: it is the inviter of the client, which has one.
      """
      CREATE TABLE invitations (
        id \(text) PRIMARY KEY, client_id \(text) NOT NULL UNIQUE REFERENCES clients (id),
        inviter_id \(text) NOT NULL, email \(text) NOT NULL, email_key \(text) NOT NULL,
        status \(text) NOT NULL, delivery \(text), allow_other_email BIGINT NOT NULL, sent_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL, accepted_at BIGINT, resend_count BIGINT NOT NULL, remind_at BIGINT)
      """,
      "CREATE INDEX invitations_by_end ON invitations (expires_at, id) WHERE status = 'pending'",
      """
      CREATE INDEX invitations_by_reminder ON invitations (remind_at, id)
        WHERE status = 'pending' AND remind_at IS NOT NULL
      """,
      "CREATE INDEX invitations_pending_for ON invitations (email_key, sent_at, id) WHERE status = 'pending'",
      """
      CREATE TABLE invitation_codes (
        code_hash \(text) PRIMARY KEY, invitation_id \(text) NOT NULL REFERENCES invitations (id), superseded_at BIGINT)
      """,
      "CREATE INDEX codes_of_invitation ON invitation_codes (invitation_id)",
      "CREATE INDEX codes_by_end ON invitation_codes (superseded_at) WHERE superseded_at IS NOT NULL",
      """
      CREATE TABLE workouts (
        id \(text) PRIMARY KEY, client_id \(text) NOT NULL REFERENCES clients (id), title \(text) NOT NULL,
        scheduled_for BIGINT, details \(text) NOT NULL, created_at BIGINT NOT NULL)
      """,
      "CREATE INDEX workouts_of_client ON workouts (client_id, created_at, id)",
    ]
  }

  private static func sessions(_ text: String) -> [String] {
    [
      """
      CREATE TABLE sessions (
        id \(text) PRIMARY KEY, account_id \(text) NOT NULL REFERENCES accounts (id), generation BIGINT NOT NULL,
        rotated_at BIGINT NOT NULL, device_id \(text), device_platform \(text), device_name \(text), address \(text),
        created_at BIGINT NOT NULL, last_used_at BIGINT NOT NULL, idle_ends_at BIGINT NOT NULL, ends_at BIGINT NOT NULL,
        revoked_at BIGINT, end_reason \(text))
      """,
      "CREATE INDEX sessions_of_account ON sessions (account_id, last_used_at, id) WHERE revoked_at IS NULL",
      "CREATE INDEX sessions_on_device ON sessions (account_id, device_id, address)",
      "CREATE INDEX sessions_by_end ON sessions ((COALESCE(revoked_at, idle_ends_at)))",
      """
      CREATE TABLE signing_keys (
        id \(text) PRIMARY KEY, public_key \(text) NOT NULL, sealed_private_key \(text) NOT NULL,
        created_at BIGINT NOT NULL)
      """,
      """
      CREATE TABLE key_sets (
        url \(text) PRIMARY KEY, keys \(text) NOT NULL, fetched_at BIGINT NOT NULL, fresh_until BIGINT NOT NULL,
        attempted_at BIGINT NOT NULL)
      """,
    ]
  }

  private static func mail(_ text: String) -> [String] {
    [
      """
      CREATE TABLE outbox (
        id \(text) PRIMARY KEY, kind \(text) NOT NULL, invitation_id \(text) REFERENCES invitations (id),
        account_id \(text), locale \(text) NOT NULL, recipient \(text) NOT NULL, sealed_values \(text),
        state \(text) NOT NULL, attempts BIGINT NOT NULL, doubts BIGINT NOT NULL, due_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL, created_at BIGINT NOT NULL, ended_at BIGINT, vendor_id \(text), trouble \(text),
        outcome \(text), outcome_at BIGINT, outcome_detail \(text))
      """,
      "CREATE TABLE relay_paces (relay \(text) PRIMARY KEY, free_at BIGINT NOT NULL)",
      "CREATE INDEX outbox_mail_due ON outbox (due_at, id) WHERE state IN ('queued', 'leased') AND kind <> 'webhook'",
      "CREATE INDEX outbox_webhook_due ON outbox (due_at, id) WHERE state IN ('queued', 'leased') AND kind = 'webhook'",
      "CREATE INDEX outbox_by_end ON outbox (ended_at) WHERE ended_at IS NOT NULL",
      "CREATE INDEX outbox_by_vendor_id ON outbox (vendor_id) WHERE vendor_id IS NOT NULL",
      "CREATE INDEX outbox_unsent ON outbox (state, id) WHERE state <> 'sent'",
      "CREATE INDEX outbox_to ON outbox ((LOWER(recipient)), id)",
      "CREATE INDEX outbox_of_account ON outbox (account_id) WHERE account_id IS NOT NULL",
      "CREATE INDEX outbox_of_invitation ON outbox (invitation_id, created_at, id) WHERE invitation_id IS NOT NULL",
      """
      CREATE TABLE suppressions (
        address_key \(text) PRIMARY KEY, reason \(text) NOT NULL, detail \(text), at BIGINT NOT NULL)
      """,
    ]
  }

  private static func events(_ text: String) -> [String] {
    [
      """
      CREATE TABLE seen_events (
        function \(text) NOT NULL, caller \(text) NOT NULL, source \(text) NOT NULL, id \(text) NOT NULL,
        fingerprint \(text) NOT NULL, sealed_answer \(text), settles_by BIGINT NOT NULL, expires_at BIGINT NOT NULL,
        PRIMARY KEY (caller, function, source, id))
      """,
      "CREATE INDEX seen_events_by_end ON seen_events (expires_at)",
      """
      CREATE TABLE limit_hits (
        key \(text) NOT NULL, at BIGINT NOT NULL, weight BIGINT NOT NULL, expires_at BIGINT NOT NULL)
      """,
      "CREATE INDEX limit_hits_of_key ON limit_hits (key, at)",
      "CREATE INDEX limit_hits_by_end ON limit_hits (expires_at)",
      """
      CREATE TABLE audit (
        id \(text) PRIMARY KEY, at BIGINT NOT NULL, function \(text) NOT NULL, action \(text) NOT NULL,
        account_id \(text), inviter_id \(text), subject_id \(text), code \(text), provider \(text), address \(text),
        user_agent \(text), trace_id \(text))
      """,
      "CREATE INDEX audit_of_inviter ON audit (inviter_id, at, id) WHERE inviter_id IS NOT NULL",
      "CREATE INDEX audit_of_subject ON audit (subject_id, at) WHERE subject_id IS NOT NULL",
      "CREATE INDEX audit_of_account ON audit (account_id) WHERE account_id IS NOT NULL",
      "CREATE INDEX audit_by_age ON audit (at)",
    ]
  }
}
