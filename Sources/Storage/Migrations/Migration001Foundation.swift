// SPDX-License-Identifier: Apache-2.0

/// The tables of the first schema: accounts, clients, invitations, sessions, the outbox and the audit log.
enum Migration001Foundation: Migration {
  static let sqlite = [
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

  static let postgreSQL = [
    """
    CREATE TABLE accounts (
      id TEXT COLLATE "C" PRIMARY KEY, email TEXT COLLATE "C", email_key TEXT COLLATE "C" UNIQUE,
      email_verified BIGINT NOT NULL, display_name TEXT COLLATE "C" NOT NULL, photo_url TEXT COLLATE "C",
      phone TEXT COLLATE "C", locale TEXT COLLATE "C", role TEXT COLLATE "C", status TEXT COLLATE "C" NOT NULL,
      profile TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
      last_sign_in_at BIGINT)
    """,
    """
    CREATE TABLE identities (
      issuer TEXT COLLATE "C" NOT NULL, subject TEXT COLLATE "C" NOT NULL, provider TEXT COLLATE "C" NOT NULL,
      account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id), created_at BIGINT NOT NULL,
      PRIMARY KEY (issuer, subject))
    """,
    "CREATE INDEX identities_of_account ON identities (account_id)",
    """
    CREATE TABLE passwords (
      account_id TEXT COLLATE "C" PRIMARY KEY REFERENCES accounts (id), email_key TEXT COLLATE "C" NOT NULL UNIQUE,
      hash TEXT COLLATE "C" NOT NULL, changed_at BIGINT NOT NULL)
    """,
    """
    CREATE TABLE account_codes (
      selector TEXT COLLATE "C" PRIMARY KEY, code_hash TEXT COLLATE "C" NOT NULL, purpose TEXT COLLATE "C" NOT NULL,
      account_id TEXT COLLATE "C" REFERENCES accounts (id), email TEXT COLLATE "C" NOT NULL,
      tries_left BIGINT NOT NULL, expires_at BIGINT NOT NULL)
    """,
    "CREATE INDEX account_codes_of_account ON account_codes (account_id, purpose)",
    "CREATE INDEX account_codes_by_end ON account_codes (expires_at)",
    """
    CREATE TABLE consents (
      account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id), version TEXT COLLATE "C" NOT NULL,
      birth_date TEXT COLLATE "C", guardian_email TEXT COLLATE "C", given_at BIGINT NOT NULL)
    """,
    "CREATE INDEX consents_of_account ON consents (account_id, given_at)",
    """
    CREATE TABLE imports (
      source TEXT COLLATE "C" NOT NULL, external_id TEXT COLLATE "C" NOT NULL,
      account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id), fingerprint TEXT COLLATE "C" NOT NULL,
      PRIMARY KEY (source, external_id))
    """,
    "CREATE INDEX imports_of_account ON imports (account_id)",
    """
    CREATE TABLE clients (
      id TEXT COLLATE "C" PRIMARY KEY, inviter_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
      account_id TEXT COLLATE "C" REFERENCES accounts (id), name TEXT COLLATE "C" NOT NULL,
      email TEXT COLLATE "C" NOT NULL, email_key TEXT COLLATE "C" NOT NULL, phone TEXT COLLATE "C",
      notes TEXT COLLATE "C", locale TEXT COLLATE "C", search TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL,
      UNIQUE (inviter_id, email_key))
    """,
    "CREATE INDEX clients_of_inviter ON clients (inviter_id, created_at, id)",
    "CREATE INDEX clients_of_account ON clients (account_id, created_at, id) WHERE account_id IS NOT NULL",
    """
    CREATE TABLE invitations (
      id TEXT COLLATE "C" PRIMARY KEY, client_id TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES clients (id),
      inviter_id TEXT COLLATE "C" NOT NULL, email TEXT COLLATE "C" NOT NULL, email_key TEXT COLLATE "C" NOT NULL,
      status TEXT COLLATE "C" NOT NULL, delivery TEXT COLLATE "C", allow_other_email BIGINT NOT NULL,
      sent_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, accepted_at BIGINT, resend_count BIGINT NOT NULL,
      remind_at BIGINT)
    """,
    "CREATE INDEX invitations_by_end ON invitations (expires_at, id) WHERE status = 'pending'",
    "CREATE INDEX invitations_by_reminder ON invitations (remind_at, id) WHERE status = 'pending' AND remind_at IS NOT NULL",
    "CREATE INDEX invitations_pending_for ON invitations (email_key, sent_at, id) WHERE status = 'pending'",
    """
    CREATE TABLE invitation_codes (
      code_hash TEXT COLLATE "C" PRIMARY KEY, invitation_id TEXT COLLATE "C" NOT NULL REFERENCES invitations (id),
      superseded_at BIGINT)
    """,
    "CREATE INDEX codes_of_invitation ON invitation_codes (invitation_id)",
    "CREATE INDEX codes_by_end ON invitation_codes (superseded_at) WHERE superseded_at IS NOT NULL",
    """
    CREATE TABLE workouts (
      id TEXT COLLATE "C" PRIMARY KEY, client_id TEXT COLLATE "C" NOT NULL REFERENCES clients (id),
      title TEXT COLLATE "C" NOT NULL, scheduled_for BIGINT, details TEXT COLLATE "C" NOT NULL,
      created_at BIGINT NOT NULL)
    """,
    "CREATE INDEX workouts_of_client ON workouts (client_id, created_at, id)",
    """
    CREATE TABLE sessions (
      id TEXT COLLATE "C" PRIMARY KEY, account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
      generation BIGINT NOT NULL, rotated_at BIGINT NOT NULL, device_id TEXT COLLATE "C",
      device_platform TEXT COLLATE "C", device_name TEXT COLLATE "C", address TEXT COLLATE "C",
      created_at BIGINT NOT NULL, last_used_at BIGINT NOT NULL, idle_ends_at BIGINT NOT NULL,
      ends_at BIGINT NOT NULL, revoked_at BIGINT, end_reason TEXT COLLATE "C")
    """,
    "CREATE INDEX sessions_of_account ON sessions (account_id, last_used_at, id) WHERE revoked_at IS NULL",
    "CREATE INDEX sessions_on_device ON sessions (account_id, device_id, address)",
    "CREATE INDEX sessions_by_end ON sessions ((COALESCE(revoked_at, idle_ends_at)))",
    """
    CREATE TABLE signing_keys (
      id TEXT COLLATE "C" PRIMARY KEY, public_key TEXT COLLATE "C" NOT NULL,
      sealed_private_key TEXT COLLATE "C" NOT NULL, created_at BIGINT NOT NULL)
    """,
    """
    CREATE TABLE key_sets (
      url TEXT COLLATE "C" PRIMARY KEY, keys TEXT COLLATE "C" NOT NULL, fetched_at BIGINT NOT NULL,
      fresh_until BIGINT NOT NULL, attempted_at BIGINT NOT NULL)
    """,
    """
    CREATE TABLE outbox (
      id TEXT COLLATE "C" PRIMARY KEY, kind TEXT COLLATE "C" NOT NULL,
      invitation_id TEXT COLLATE "C" REFERENCES invitations (id), account_id TEXT COLLATE "C",
      locale TEXT COLLATE "C" NOT NULL, recipient TEXT COLLATE "C" NOT NULL, sealed_values TEXT COLLATE "C",
      state TEXT COLLATE "C" NOT NULL, attempts BIGINT NOT NULL, doubts BIGINT NOT NULL, due_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL, created_at BIGINT NOT NULL, ended_at BIGINT, vendor_id TEXT COLLATE "C",
      trouble TEXT COLLATE "C", outcome TEXT COLLATE "C", outcome_at BIGINT, outcome_detail TEXT COLLATE "C")
    """,
    #"CREATE TABLE relay_paces (relay TEXT COLLATE "C" PRIMARY KEY, free_at BIGINT NOT NULL)"#,
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
      address_key TEXT COLLATE "C" PRIMARY KEY, reason TEXT COLLATE "C" NOT NULL, detail TEXT COLLATE "C",
      at BIGINT NOT NULL)
    """,
    """
    CREATE TABLE seen_events (
      function TEXT COLLATE "C" NOT NULL, caller TEXT COLLATE "C" NOT NULL, source TEXT COLLATE "C" NOT NULL,
      id TEXT COLLATE "C" NOT NULL, fingerprint TEXT COLLATE "C" NOT NULL, sealed_answer TEXT COLLATE "C",
      settles_by BIGINT NOT NULL, expires_at BIGINT NOT NULL, PRIMARY KEY (caller, function, source, id))
    """,
    "CREATE INDEX seen_events_by_end ON seen_events (expires_at)",
    """
    CREATE TABLE limit_hits (
      key TEXT COLLATE "C" NOT NULL, at BIGINT NOT NULL, weight BIGINT NOT NULL, expires_at BIGINT NOT NULL)
    """,
    "CREATE INDEX limit_hits_of_key ON limit_hits (key, at)",
    "CREATE INDEX limit_hits_by_end ON limit_hits (expires_at)",
    """
    CREATE TABLE audit (
      id TEXT COLLATE "C" PRIMARY KEY, at BIGINT NOT NULL, function TEXT COLLATE "C" NOT NULL,
      action TEXT COLLATE "C" NOT NULL, account_id TEXT COLLATE "C", inviter_id TEXT COLLATE "C",
      subject_id TEXT COLLATE "C", code TEXT COLLATE "C", provider TEXT COLLATE "C", address TEXT COLLATE "C",
      user_agent TEXT COLLATE "C", trace_id TEXT COLLATE "C")
    """,
    "CREATE INDEX audit_of_inviter ON audit (inviter_id, at, id) WHERE inviter_id IS NOT NULL",
    "CREATE INDEX audit_of_subject ON audit (subject_id, at) WHERE subject_id IS NOT NULL",
    "CREATE INDEX audit_of_account ON audit (account_id) WHERE account_id IS NOT NULL",
    "CREATE INDEX audit_by_age ON audit (at)",
  ]
}
