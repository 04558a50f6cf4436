# SPDX-License-Identifier: Apache-2.0
"""Databases of older releases."""

from worlds import ENGINE

#: What makes the owner of a client and of a link an account again. Other statements work without it on SQLite, where it
#: needs one connection.
KEYS_OF_SQLITE = [
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_schema SET sql = REPLACE(sql, 'REFERENCES teams (id)', 'REFERENCES accounts (id)') WHERE type = 'table'"
    " AND name IN ('clients', 'join_links')",
    "PRAGMA writable_schema = RESET",
]
OWNED = () if ENGINE == "sqlite" else ("clients", "join_links")

#: What undoes each migration, from the newest one on.
UNDOES = {
    21: ["ALTER TABLE invitations DROP COLUMN user_metadata"],
    20: [
        "DROP INDEX outbox_due", "ALTER TABLE outbox DROP COLUMN queue",
        "CREATE INDEX outbox_mail_due ON outbox (due_at, id) WHERE state IN ('queued', 'leased') AND kind <> 'webhook'",
        "CREATE INDEX outbox_webhook_due ON outbox (due_at, id) WHERE state IN ('queued', 'leased') AND kind = 'webhook'",
        "CREATE INDEX outbox_first_due ON outbox (due_at, id) WHERE state IN ('queued', 'leased') AND kind = 'sign-in-code'",
    ],
    19: [
        "DROP INDEX outbox_first_due",
        "CREATE INDEX outbox_exchange_due ON outbox (due_at, id) WHERE state IN ('queued', 'leased') AND kind = 'apple-exchange'",
    ],
    # It repairs rows, which has no opposite.
    18: [],
    17: ["ALTER TABLE sessions DROP COLUMN method", "ALTER TABLE sessions DROP COLUMN awaits_factor",
         "ALTER TABLE accounts DROP COLUMN user_metadata"],
    16: ["DROP TABLE service_keys", "ALTER TABLE audit DROP COLUMN service"],
    15: ["ALTER TABLE accounts DROP COLUMN time_zone", "ALTER TABLE workouts DROP COLUMN scheduled_on"],
    14: ["DROP INDEX workouts_by_inviter", "ALTER TABLE workouts DROP COLUMN inviter_id",
         "DROP INDEX invitations_by_status", "ALTER TABLE invitations DROP COLUMN listed_at"],
    # Each team has one member here.
    13: [
        *(f"ALTER TABLE {table} DROP CONSTRAINT {table}_team_id_fkey" for table in OWNED),
        *(f"UPDATE {table} SET team_id = (SELECT accounts.id FROM accounts WHERE accounts.team_id = {table}.team_id)"
          for table in ("clients", "invitations", "join_links", "join_requests", "audit")),
        *(f"DROP INDEX {name}" for name in (
            "clients_by_inviter", "clients_by_coach", "invitations_by_inviter", "invitations_into_team", "join_links_by_inviter")),
        "ALTER TABLE clients DROP COLUMN coach_id", "ALTER TABLE invitations DROP COLUMN team_role",
        *(f"ALTER TABLE {table} DROP COLUMN inviter_id" for table in ("clients", "invitations", "join_links")),
        *(f"ALTER TABLE {table} RENAME COLUMN team_id TO inviter_id"
          for table in ("clients", "invitations", "join_links", "join_requests", "audit")),
        *(f"ALTER TABLE {table} ADD CONSTRAINT {table}_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES accounts (id)"
          for table in OWNED),
        "ALTER TABLE seen_events DROP COLUMN team_ids", "ALTER TABLE accounts DROP COLUMN team_id",
        "DROP TABLE team_members", "DROP TABLE teams",
    ],
    12: [
        *(f"ALTER TABLE invitations DROP COLUMN {name}" for name in ("declined_at", "decline_reason", "data", "return_url")),
        "ALTER TABLE clients DROP COLUMN profile", "ALTER TABLE account_codes DROP COLUMN invitation_id",
    ],
    11: [
        *(f"DROP TABLE {name}" for name in ("join_requests", "join_codes", "waiting_acceptances", "join_links")),
        "ALTER TABLE clients DROP COLUMN join_link_id",
    ],
    10: ["DROP TABLE client_windows"],
    9: [
        "DROP TABLE relays", "CREATE TABLE relay_paces (relay TEXT PRIMARY KEY, free_at BIGINT NOT NULL)",
        "ALTER TABLE outbox DROP COLUMN outcome_reason", "ALTER TABLE outbox DROP COLUMN requeued_at",
    ],
    8: [
        "DROP TABLE account_addresses", "DROP TABLE leaving_mailboxes", "DROP INDEX accounts_by_claim",
        *(f"ALTER TABLE accounts DROP COLUMN {name}"
          for name in ("claimed_key", "has_more_addresses", "email_proven_at", "closed_for", "asks_role", "asks_inviters")),
        "DROP INDEX identities_by_transfer",
        *(f"ALTER TABLE identities DROP COLUMN {name}"
          for name in ("email", "email_verified", "display_name", "photo_url", "ended_at", "transfer_subject")),
        "DROP INDEX clients_waiting_for", "ALTER TABLE clients DROP COLUMN waiting_account_id",
        "DROP INDEX invitations_ever_for",
        "CREATE INDEX invitations_expired_for ON invitations (email_key) WHERE status = 'expired'",
    ],
    7: ["ALTER TABLE sessions DROP COLUMN cookie_hash"],
    6: [
        *(f"ALTER TABLE audit DROP COLUMN {name}" for name in ("country", "device", "duration")),
        "ALTER TABLE accounts DROP COLUMN search", "DROP INDEX invitations_expired_for",
        *(f"ALTER TABLE identities DROP COLUMN {name}" for name in ("used_at", "relay_changed_at")),
    ],
    5: [
        "DROP INDEX accounts_by_username", "DROP INDEX accounts_by_age",
        *(f"ALTER TABLE accounts DROP COLUMN {name}" for name in ("username", "external_id", "branding")),
        "DROP INDEX passwords_by_imported_cost", "ALTER TABLE passwords DROP COLUMN imported_cost",
        "ALTER TABLE identities DROP COLUMN sealed_refresh_token", "ALTER TABLE suppressions DROP COLUMN disabled_at",
        "DROP INDEX outbox_exchange_due", "DROP INDEX sessions_by_push_token",
        "DROP TABLE service_tokens",
        *(f"ALTER TABLE sessions DROP COLUMN {name}" for name in ("push_service", "push_token_hash", "sealed_push_token")),
        "DROP INDEX invitations_of_inviter", "ALTER TABLE invitations DROP COLUMN role",
        "ALTER TABLE invitations DROP COLUMN opened_at", "ALTER TABLE workouts DROP COLUMN completed_at",
        "DROP INDEX clients_of_former_account", "ALTER TABLE clients DROP COLUMN former_account_id",
        "ALTER TABLE clients DROP COLUMN left_at",
    ],
    4: [
        "DROP TABLE challenges", "DROP TABLE recovery_codes", "DROP TABLE factors", "DROP INDEX accounts_by_deletion",
        "ALTER TABLE accounts DROP COLUMN factors", "ALTER TABLE accounts DROP COLUMN deletes_at",
        "ALTER TABLE audit DROP COLUMN operator",
        "DROP INDEX audit_of_subject_key", "DROP INDEX audit_without_account", "ALTER TABLE audit DROP COLUMN subject_key",
        "DROP INDEX seen_events_of_account", "ALTER TABLE seen_events DROP COLUMN account_id", "DROP INDEX clients_by_email",
        *(f"ALTER TABLE sessions DROP COLUMN {name}" for name in ("authenticated_at", "factor_at", "access_generation", "country")),
    ],
    3: ["DROP TABLE secret_keys", "ALTER TABLE seen_events DROP COLUMN amendable_for"],
}


def statements(version):
    """What makes the tables of this release those of schema `version`. The stored number of the version stays."""
    return [statement for step, undo in UNDOES.items() if step > version for statement in undo]
