-- SPDX-License-Identifier: Apache-2.0
-- The functions' SQL statements, which every peer executes too. Each has a name.

-- name: key_set
SELECT * FROM key_sets WHERE url = ?

-- name: invitation_by_code
SELECT invitations.id AS i_id, invitations.client_id AS i_client_id, invitations.inviter_id AS i_inviter_id,
  invitations.email AS i_email, invitations.status AS i_status, invitations.delivery AS i_delivery,
  invitations.channel AS i_channel, invitations.role AS i_role, invitations.allow_other_email AS i_allow_other_email,
  invitations.sent_at AS i_sent_at, invitations.expires_at AS i_expires_at, invitations.accepted_at AS i_accepted_at,
  invitations.resend_count AS i_resend_count, invitations.opened_at AS i_opened_at, invitation_codes.superseded_at AS superseded_at
FROM invitation_codes JOIN invitations ON invitations.id = invitation_codes.invitation_id
WHERE invitation_codes.code_hash = ?

-- name: invitation
SELECT invitations.id AS i_id, invitations.client_id AS i_client_id, invitations.inviter_id AS i_inviter_id,
  invitations.email AS i_email, invitations.status AS i_status, invitations.delivery AS i_delivery,
  invitations.channel AS i_channel, invitations.role AS i_role, invitations.allow_other_email AS i_allow_other_email,
  invitations.sent_at AS i_sent_at, invitations.expires_at AS i_expires_at, invitations.accepted_at AS i_accepted_at,
  invitations.resend_count AS i_resend_count, invitations.opened_at AS i_opened_at
FROM invitations WHERE id = ?

-- name: client
SELECT * FROM clients WHERE id = ?

-- name: client_by_email
SELECT * FROM clients WHERE team_id = ? AND email_key = ?

-- name: clients_of_account
SELECT * FROM clients WHERE account_id = ? ORDER BY created_at, id LIMIT ?

-- name: account
SELECT * FROM accounts WHERE id = ?

-- name: account_by_identity
SELECT accounts.* FROM identities JOIN accounts ON accounts.id = identities.account_id
WHERE identities.issuer = ? AND identities.subject = ?

-- name: account_by_email
SELECT * FROM accounts WHERE email_key = ?

-- name: session
SELECT * FROM sessions WHERE id = ?

-- name: signing_key
SELECT * FROM signing_keys WHERE id = ?

-- name: token_keys
SELECT id, public_key, sealed_private_key, created_at, retired_at, 1 AS is_signing FROM (
  SELECT * FROM signing_keys ORDER BY created_at DESC, id DESC LIMIT 4) AS newest
UNION ALL SELECT name, '{}', sealed_key, created_at, NULL, 0 FROM hash_keys

-- name: hash_keys
SELECT * FROM hash_keys

-- name: workouts
SELECT * FROM workouts WHERE client_id = ? AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?

-- name: limit_hits
SELECT key, at, weight FROM limit_hits WHERE at > ? AND at <= ? AND key IN (?) ORDER BY key, at

-- name: mail
SELECT * FROM outbox WHERE id = ?

-- name: suppression
SELECT reason FROM suppressions WHERE address_key = ?

-- name: insert_account
INSERT INTO accounts (id, email, email_key, email_verified, display_name, photo_url, phone, locale, role, status,
  profile, created_at, updated_at, last_sign_in_at, birth_date, consent_version, consent_at, guardian, guardian_email,
  guardian_at, username, external_id, search)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: drop_passwords
DELETE FROM passwords WHERE email_key = ? AND account_id <> ? RETURNING account_id

-- name: insert_identity
INSERT INTO identities (issuer, subject, provider, account_id, created_at) VALUES (?, ?, ?, ?, ?)

-- name: link_client
UPDATE clients SET account_id = ? WHERE id = ?

-- name: mark_opened
UPDATE invitations SET opened_at = ? WHERE id = ? AND opened_at IS NULL

-- name: mark_accepted
UPDATE invitations SET status = 'accepted', accepted_at = ?, remind_at = NULL WHERE id = ?

-- name: cancel_mail
UPDATE outbox SET state = 'cancelled', ended_at = ?, sealed_values = NULL
WHERE invitation_id IN (?) AND ended_at IS NULL
  AND kind IN ('invitation', 'resent-invitation', 'reminder', 'invitation-sms')

-- name: insert_mail
INSERT INTO outbox (id, kind, invitation_id, account_id, locale, recipient, recipient_key, sealed_values, state,
  attempts, doubts, due_at, expires_at, created_at, traceparent)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: end_sessions
UPDATE sessions SET revoked_at = ?1, end_reason = ?2 WHERE id IN (
  SELECT id FROM sessions WHERE account_id = ?3 AND revoked_at IS NULL AND idle_ends_at > ?1 AND ends_at > ?1
  ORDER BY last_used_at DESC, id DESC LIMIT 1000 OFFSET ?4)
RETURNING id

-- name: insert_session
INSERT INTO sessions (id, account_id, generation, rotated_at, device_id, device_platform, device_name, address,
  country, created_at, last_used_at, idle_ends_at, ends_at, factor_at, cookie_hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: update_session
UPDATE sessions SET generation = ?, rotated_at = ?, address = ?, country = ?, authenticated_at = ?,
  access_generation = ?, last_used_at = ?, idle_ends_at = ?, factor_at = ?
WHERE id = ?

-- name: record_sign_in
UPDATE accounts SET last_sign_in_at = ? WHERE id = ?

-- name: insert_audit
INSERT INTO audit (id, at, function, action, account_id, team_id, subject_id, code, provider, address, user_agent,
  trace_id, refusal_key, count, last_at, operator, subject_key, country, device, duration)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: insert_client
INSERT INTO clients (id, inviter_id, account_id, name, email, email_key, phone, notes, locale, search, created_at,
  team_id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT team_id FROM accounts WHERE id = ?2))

-- name: insert_invitation
INSERT INTO invitations (id, client_id, inviter_id, email, email_key, status, delivery, allow_other_email, sent_at,
  expires_at, resend_count, remind_at, channel, role, team_id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT team_id FROM accounts WHERE id = ?3))
ON CONFLICT (id) DO UPDATE SET status = excluded.status, channel = excluded.channel, delivery = excluded.delivery,
  allow_other_email = excluded.allow_other_email, role = excluded.role, sent_at = excluded.sent_at,
  expires_at = excluded.expires_at, resend_count = excluded.resend_count, remind_at = excluded.remind_at, accepted_at = NULL,
  opened_at = CASE WHEN invitations.status IN ('accepted', 'revoked') THEN NULL ELSE invitations.opened_at END

-- name: supersede_codes
UPDATE invitation_codes SET superseded_at = ? WHERE invitation_id = ? AND superseded_at IS NULL

-- name: insert_code
INSERT INTO invitation_codes (code_hash, invitation_id) VALUES (?, ?)

-- name: forget_hits
DELETE FROM limit_hits WHERE key = ? AND expires_at <= ?

-- name: insert_hit
INSERT INTO limit_hits (key, at, weight, expires_at) VALUES (?, ?, ?, ?)

-- name: end_mail
UPDATE outbox SET state = ?, ended_at = ?, vendor_id = ?, trouble = ?, sealed_values = NULL
WHERE id = ? AND state IN ('queued', 'leased') RETURNING id

-- name: mark_sent
UPDATE invitations SET delivery = COALESCE(
  (SELECT CASE outcome WHEN 'bounced' THEN 'bounced' WHEN 'delivered' THEN 'delivered'
    WHEN 'complained' THEN 'delivered' END FROM outbox WHERE id = ?), ?)
WHERE id = ?

-- name: expire_overdue
WITH overdue AS MATERIALIZED (
  SELECT id FROM invitations WHERE status = 'pending' AND expires_at <= ? ORDER BY expires_at, id LIMIT ?)
UPDATE invitations SET status = 'expired', remind_at = NULL WHERE id IN (SELECT id FROM overdue)
RETURNING id AS i_id, client_id AS i_client_id, inviter_id AS i_inviter_id, email AS i_email, status AS i_status,
  delivery AS i_delivery, channel AS i_channel, role AS i_role, allow_other_email AS i_allow_other_email, sent_at AS i_sent_at,
  expires_at AS i_expires_at, accepted_at AS i_accepted_at, resend_count AS i_resend_count

-- name: lease_mail
WITH due AS MATERIALIZED (
  SELECT id FROM outbox WHERE state IN ('queued', 'leased') AND kind <> 'webhook' AND due_at <= ?2
  ORDER BY due_at, id LIMIT ?3)
UPDATE outbox SET state = 'leased', due_at = ?1, attempts = attempts + 1 WHERE id IN (SELECT id FROM due)
RETURNING *
