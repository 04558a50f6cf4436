-- SPDX-License-Identifier: Apache-2.0
-- The functions' SQL statements, which every peer executes too. Each has a name.

-- name: key_set
SELECT * FROM key_sets WHERE url = ?

-- name: invitation_by_code
SELECT invitations.id, invitations.client_id, invitations.inviter_id, invitations.email, invitations.status,
  invitations.delivery, invitations.allow_other_email, invitations.sent_at, invitations.expires_at,
  invitations.accepted_at, invitations.resend_count, invitation_codes.superseded_at
FROM invitation_codes JOIN invitations ON invitations.id = invitation_codes.invitation_id
WHERE invitation_codes.code_hash = ?

-- name: invitation
SELECT id, client_id, inviter_id, email, status, delivery, allow_other_email, sent_at, expires_at, accepted_at,
  resend_count
FROM invitations WHERE id = ?

-- name: client
SELECT * FROM clients WHERE id = ?

-- name: client_by_email
SELECT * FROM clients WHERE inviter_id = ? AND email_key = ?

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

-- name: signing_keys
SELECT * FROM signing_keys ORDER BY created_at DESC, id DESC LIMIT 4

-- name: workouts
SELECT * FROM workouts WHERE client_id IN (SELECT id FROM clients WHERE account_id = ?) AND (created_at, id) > (-1, '')
ORDER BY created_at, id LIMIT 50

-- name: limit_hits
SELECT at, weight FROM limit_hits WHERE key = ? AND at > ? AND at <= ? ORDER BY at

-- name: mail
SELECT * FROM outbox WHERE id = ?

-- name: suppression
SELECT reason FROM suppressions WHERE address_key = ?

-- name: insert_account
INSERT INTO accounts (id, email, email_key, email_verified, display_name, photo_url, phone, locale, role, status,
  profile, created_at, updated_at, last_sign_in_at)
VALUES (?, ?, ?, 1, ?, NULL, NULL, ?, ?, 'active', '{}', ?, ?, NULL)

-- name: drop_passwords
DELETE FROM passwords WHERE email_key = ? AND account_id <> ? RETURNING account_id

-- name: insert_identity
INSERT INTO identities (issuer, subject, provider, account_id, created_at) VALUES (?, ?, ?, ?, ?)

-- name: link_client
UPDATE clients SET account_id = ? WHERE id = ?

-- name: mark_accepted
UPDATE invitations SET status = 'accepted', accepted_at = ?, remind_at = NULL WHERE id = ?

-- name: cancel_mail
UPDATE outbox SET state = 'cancelled', ended_at = ?, sealed_values = NULL
WHERE invitation_id IN (?) AND ended_at IS NULL
  AND kind IN ('invitation', 'resent-invitation', 'reminder', 'invitation-sms')

-- name: insert_mail
INSERT INTO outbox (id, kind, invitation_id, account_id, locale, recipient, sealed_values, state, attempts, doubts,
  due_at, expires_at, created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)

-- name: end_sessions
UPDATE sessions SET revoked_at = ?, end_reason = 'too-many-sessions' WHERE id IN (
  SELECT id FROM sessions WHERE account_id = ? AND revoked_at IS NULL AND idle_ends_at > ? AND ends_at > ?
  ORDER BY last_used_at DESC, id DESC LIMIT 1000 OFFSET 4)
RETURNING id

-- name: insert_session
INSERT INTO sessions (id, account_id, generation, rotated_at, device_id, device_platform, device_name, address,
  created_at, last_used_at, idle_ends_at, ends_at)
VALUES (?, ?, 0, ?, NULL, NULL, NULL, NULL, ?, ?, ?, ?)

-- name: update_session
UPDATE sessions SET generation = ?, rotated_at = ?, address = NULL, last_used_at = ?, idle_ends_at = ? WHERE id = ?

-- name: record_sign_in
UPDATE accounts SET last_sign_in_at = ? WHERE id = ?

-- name: insert_audit
INSERT INTO audit (id, at, function, action, account_id, inviter_id, subject_id, code, provider, address, user_agent,
  trace_id)
VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, NULL, NULL, NULL)

-- name: insert_client
INSERT INTO clients (id, inviter_id, account_id, name, email, email_key, phone, notes, locale, search, created_at)
VALUES (?, ?, NULL, ?, ?, ?, NULL, NULL, NULL, ?, ?)

-- name: insert_invitation
INSERT INTO invitations (id, client_id, inviter_id, email, email_key, status, delivery, allow_other_email, sent_at,
  expires_at, resend_count, remind_at)
VALUES (?, ?, ?, ?, ?, 'pending', 'queued', 0, ?, ?, 0, NULL)
ON CONFLICT (id) DO UPDATE SET status = excluded.status, delivery = excluded.delivery,
  allow_other_email = excluded.allow_other_email, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
  resend_count = excluded.resend_count, remind_at = excluded.remind_at

-- name: supersede_codes
UPDATE invitation_codes SET superseded_at = ? WHERE invitation_id = ? AND superseded_at IS NULL

-- name: insert_code
INSERT INTO invitation_codes (code_hash, invitation_id) VALUES (?, ?)

-- name: forget_hits
DELETE FROM limit_hits WHERE key = ? AND expires_at <= ?

-- name: insert_hit
INSERT INTO limit_hits (key, at, weight, expires_at) VALUES (?, ?, 1, ?)

-- name: end_mail
UPDATE outbox SET state = 'sent', ended_at = ?, vendor_id = NULL, trouble = NULL, sealed_values = NULL
WHERE id = ? AND state IN ('queued', 'leased') RETURNING id

-- name: mark_sent
UPDATE invitations SET delivery = COALESCE(
  (SELECT CASE outcome WHEN 'bounced' THEN 'bounced' WHEN 'delivered' THEN 'delivered' WHEN 'complained' THEN 'delivered' END
   FROM outbox WHERE id = ?), 'sent')
WHERE id = ?

-- name: expire_overdue
WITH overdue AS MATERIALIZED (
  SELECT id FROM invitations WHERE status = 'pending' AND expires_at <= ? ORDER BY expires_at, id LIMIT ?)
UPDATE invitations SET status = 'expired', remind_at = NULL WHERE id IN (SELECT id FROM overdue)
RETURNING id, client_id, inviter_id, email, status, delivery, allow_other_email, sent_at, expires_at, accepted_at,
  resend_count

-- name: lease_mail
WITH due AS MATERIALIZED (
  SELECT id FROM outbox WHERE state IN ('queued', 'leased') AND kind <> 'webhook' AND due_at <= ?2
  ORDER BY due_at, id LIMIT ?3)
UPDATE outbox SET state = 'leased', due_at = ?1, attempts = attempts + 1 WHERE id IN (SELECT id FROM due)
RETURNING *
