-- SPDX-License-Identifier: Apache-2.0
-- The functions' SQL statements, which every peer executes too. Each has a name.

-- name: key_set
SELECT * FROM key_sets WHERE url = ?

-- name: invitation_by_code
SELECT invitations.id AS i_id, invitations.client_id AS i_client_id, invitations.inviter_id AS i_inviter_id,
  invitations.team_id AS i_team_id, invitations.team_role AS i_team_role, invitations.email AS i_email,
  invitations.status AS i_status, invitations.delivery AS i_delivery, invitations.channel AS i_channel,
  invitations.role AS i_role, invitations.allow_other_email AS i_allow_other_email, invitations.sent_at AS
  i_sent_at, invitations.expires_at AS i_expires_at, invitations.accepted_at AS i_accepted_at,
  invitations.resend_count AS i_resend_count, invitations.opened_at AS i_opened_at, invitations.declined_at AS
  i_declined_at, invitations.decline_reason AS i_decline_reason, invitations.data AS i_data,
  invitations.return_url AS i_return_url, clients.id AS c_id, clients.team_id AS c_team_id, clients.inviter_id
  AS c_inviter_id, clients.account_id AS c_account_id, clients.name AS c_name, clients.email AS c_email,
  clients.phone AS c_phone, clients.notes AS c_notes, clients.locale AS c_locale, clients.created_at AS
  c_created_at, clients.left_at AS c_left_at, clients.former_account_id AS c_former_account_id,
  clients.waiting_account_id AS c_waiting_account_id, clients.join_link_id AS c_join_link_id, clients.profile AS
  c_profile, clients.coach_id AS c_coach_id, accounts.id AS a_id, accounts.role AS a_role, accounts.status AS
  a_status, accounts.display_name AS a_display_name, accounts.email AS a_email, accounts.email_verified AS
  a_email_verified, accounts.locale AS a_locale, accounts.branding AS a_branding, invitation_codes.superseded_at
  AS superseded_at FROM invitation_codes JOIN invitations ON invitations.id = invitation_codes.invitation_id
  JOIN clients ON clients.id = invitations.client_id JOIN accounts ON accounts.id = invitations.inviter_id WHERE
  invitation_codes.code_hash = ? AND accounts.status = 'active' AND NOT EXISTS (SELECT 1 FROM leaving_mailboxes
  WHERE mailbox_key = invitations.email_key)

-- name: open_invitation
SELECT invitations.id FROM invitations JOIN accounts ON accounts.id = invitations.inviter_id WHERE
  invitations.id = ? AND invitations.status = 'pending' AND invitations.expires_at > ? AND accounts.status =
  'active' AND NOT EXISTS (SELECT 1 FROM leaving_mailboxes WHERE mailbox_key = invitations.email_key)

-- name: client_by_email
SELECT * FROM clients WHERE team_id = ? AND email_key = ?

-- name: claims
SELECT id FROM accounts WHERE claimed_key = ? LIMIT ?

-- name: account_of_session
SELECT * FROM accounts WHERE id = (SELECT account_id FROM sessions WHERE id = ?)

-- name: identity
SELECT * FROM identities WHERE issuer = ? AND subject = ?

-- name: account_by_email
SELECT * FROM accounts WHERE id = COALESCE((SELECT id FROM accounts WHERE email_key = ?1), (SELECT account_id
  FROM account_addresses WHERE email_key = ?1))

-- name: session
SELECT * FROM sessions WHERE id = ?

-- name: signing_key
SELECT * FROM signing_keys WHERE id = ?

-- name: signing_keys
SELECT * FROM signing_keys

-- name: hash_keys
SELECT * FROM hash_keys

-- name: workouts
SELECT workouts.*, accounts.id AS assigner_id, clients.team_id AS team_id, clients.account_id AS account_id,
  accounts.display_name AS inviter_name FROM workouts JOIN clients ON clients.id = workouts.client_id JOIN
  accounts ON accounts.id = COALESCE(workouts.inviter_id, clients.inviter_id) WHERE workouts.client_id = ? AND
  (workouts.created_at, workouts.id) > (?, ?) ORDER BY workouts.created_at, workouts.id LIMIT ?

-- name: limit_hits
SELECT key, at, weight FROM limit_hits WHERE at > ? AND at <= ? AND key IN (?) ORDER BY key, at

-- name: mail
SELECT (SELECT COUNT(*) FROM relays) AS relay_count FROM outbox WHERE id = ? AND state = 'leased' AND outcome IS
  NULL

-- name: suppression
SELECT reason, disabled_at FROM suppressions WHERE address_key = ? UNION ALL SELECT reason, disabled_at FROM
  suppressions WHERE address_key = ?

-- name: insert_account
INSERT INTO accounts (id, email, email_key, email_verified, display_name, photo_url, phone, locale, role,
  status, profile, created_at, updated_at, last_sign_in_at, birth_date, consent_version, consent_at, guardian,
  guardian_email, guardian_at, username, external_id, search, email_proven_at, claimed_key, time_zone) VALUES
  (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: insert_identity
INSERT INTO identities (issuer, subject, provider, account_id, created_at, email, email_verified, display_name,
  photo_url, transfer_subject) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: link_client
UPDATE clients SET account_id = ?, left_at = NULL, former_account_id = NULL, profile = NULL WHERE id = ?

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
  attempts, doubts, due_at, expires_at, created_at, traceparent, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
  ?, ?, ?, ?, ?, ?)

-- name: insert_session
INSERT INTO sessions (id, account_id, generation, rotated_at, device_id, device_platform, device_name, address,
  country, created_at, last_used_at, idle_ends_at, ends_at, factor_at, cookie_hash, method, awaits_factor)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: update_session
UPDATE sessions SET generation = ?, rotated_at = ?, address = ?, country = ?, last_used_at = ?, idle_ends_at = ?
  WHERE id = ?

-- name: record_sign_in
UPDATE accounts SET last_sign_in_at = ? WHERE id = ?

-- name: insert_audit
INSERT INTO audit (id, at, function, action, account_id, team_id, subject_id, code, provider, address,
  user_agent, trace_id, refusal_key, count, last_at, operator, subject_key, country, device, duration, service)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: insert_client
INSERT INTO clients (id, inviter_id, account_id, name, email, email_key, phone, notes, locale, search,
  created_at, join_link_id, profile, team_id, coach_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: insert_invitation
INSERT INTO invitations (id, client_id, inviter_id, email, email_key, status, delivery, allow_other_email,
  sent_at, expires_at, resend_count, remind_at, channel, role, data, return_url, team_id, team_role, listed_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT created_at FROM clients WHERE id = ?2))
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, channel = excluded.channel, delivery =
  excluded.delivery, allow_other_email = excluded.allow_other_email, role = excluded.role, sent_at =
  excluded.sent_at, expires_at = excluded.expires_at, resend_count = excluded.resend_count, remind_at =
  excluded.remind_at, accepted_at = NULL, declined_at = NULL, decline_reason = NULL, data = excluded.data,
  return_url = excluded.return_url, inviter_id = excluded.inviter_id, team_role = excluded.team_role, email =
  excluded.email, email_key = excluded.email_key, opened_at = CASE WHEN invitations.status IN ('accepted',
  'revoked', 'declined') OR invitations.email_key <> excluded.email_key THEN NULL ELSE invitations.opened_at END

-- name: supersede_codes
UPDATE invitation_codes SET superseded_at = ? WHERE invitation_id = ? AND superseded_at IS NULL

-- name: insert_code
INSERT INTO invitation_codes (code_hash, invitation_id) VALUES (?, ?)

-- name: forget_hits
DELETE FROM limit_hits WHERE key = ? AND expires_at <= ?

-- name: insert_hit
INSERT INTO limit_hits (key, at, weight, expires_at) VALUES (?, ?, ?, ?)

-- name: end_mail
UPDATE outbox SET state = ?, ended_at = ?, vendor_id = ?, trouble = ?, outcome_reason = ?, sealed_values = NULL
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
