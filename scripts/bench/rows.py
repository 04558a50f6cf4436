# SPDX-License-Identifier: Apache-2.0
"""Many rows in every table that grows, with ids as long as real ones; a fifth of the invitations is overdue."""

import time

NOW = int(time.time() * 1000)
DAY = 86_400_000

SEED = [
    """INSERT INTO accounts (id, email, email_key, email_verified, display_name, role, status, profile, created_at, updated_at)
       SELECT {id}, {mail}, {mail}, 1, 'Kim', 'client', 'active', '{{}}', {now}, {now} FROM n""",
    """INSERT INTO identities (issuer, subject, provider, account_id, created_at)
       SELECT 'https://accounts.google.com', 's' || i, 'google', {id}, {now} FROM n""",
    "INSERT INTO teams (id, created_at) SELECT DISTINCT {inviter}, {now} FROM n WHERE {inviter} NOT IN (SELECT id FROM teams)",
    """INSERT INTO clients (id, team_id, inviter_id, name, email, email_key, search, created_at)
       SELECT {id}, {inviter}, {inviter}, 'Kim', {mail}, {mail}, 'kim', {now} FROM n""",
    """INSERT INTO invitations (id, client_id, team_id, inviter_id, email, email_key, status, delivery, allow_other_email, sent_at,
         expires_at, resend_count, listed_at)
       SELECT {id}, {id}, {inviter}, {inviter}, {mail}, {mail}, 'pending', 'sent', 0, {now},
         CASE WHEN i % 5 = 0 THEN {late} ELSE {later} END + i, 0, {now} FROM n""",
    "INSERT INTO invitation_codes (code_hash, invitation_id) SELECT 'hash of a code, as wide as one is ' || i, {id} FROM n",
    """INSERT INTO outbox (id, kind, invitation_id, locale, recipient, state, attempts, doubts, due_at, expires_at, created_at,
         ended_at)
       SELECT {id}, 'invitation', {id}, 'en', {mail}, 'sent', 1, 0, {now}, {later}, {now}, {now} FROM n""",
    """INSERT INTO sessions (id, account_id, generation, rotated_at, created_at, last_used_at, idle_ends_at, ends_at)
       SELECT {id}, {id}, 0, {now}, {now}, {now}, {later}, {later} FROM n""",
    """INSERT INTO audit (id, at, function, action, team_id, subject_id)
       SELECT {id}, {now}, 'send-invitation', 'invitation.sent', {inviter}, {id} FROM n""",
    """INSERT INTO seen_events (function, caller, source, id, fingerprint, settles_by, expires_at)
       SELECT 'accept-invitation', '', 'bench', 'event ' || i, 'fingerprint', {now}, {later} FROM n""",
    """INSERT INTO limit_hits (key, at, weight, expires_at)
       SELECT 'limit ' || i, {now}, 1, {later} FROM n""",
]


def seeding(engine, count, first=1):
    """The statements that write the rows with the numbers `first` to `count` into each table, as one text for `sqlite3` or
    `psql`."""
    pad = "'01a1fe8b-e557-7000-9732-' || substr('000000000000' || ({}), -12)" if engine == "sqlite" else \
        "'01a1fe8b-e557-7000-9732-' || lpad(({})::text, 12, '0')"
    words = dict(
        id=pad.format("i"), inviter=pad.format("1 + i % 1000"), mail="'kim' || i || '@example.com'", now=NOW, late=NOW - DAY,
        later=NOW + 30 * DAY)
    if engine == "sqlite":
        numbers = f"WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "
        statements = ["PRAGMA synchronous = OFF", "BEGIN", *(numbers + sql.format(**words) for sql in SEED), "COMMIT", "ANALYZE"]
    else:
        numbers = f"WITH n AS (SELECT generate_series({first}, {count}) AS i) "
        statements = [*(numbers + sql.format(**words) for sql in SEED), "ANALYZE", "CHECKPOINT"]
    return ";\n".join(statements) + ";"


#: The smallest statement equivalent to expire-invitations.
PLAIN_EXPIRY = f"UPDATE invitations SET status = 'expired', remind_at = NULL WHERE status = 'pending' AND expires_at <= {NOW};"
