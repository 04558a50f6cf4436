// SPDX-License-Identifier: Apache-2.0

'use strict'
const {
  DAY, now, sql, text, only, rfc3339, newID, secretKey, seal, run, row, audit, verified, tokenKeys, tokens, openInvitation
} = require('./common')

function identityOf (identity, policy) {
  only(identity, 'provider', 'idToken', 'nonce', 'fullName')
  const provider = policy.providers[text(identity, 'provider', 64)]
  run('BEGIN')
  const cached = row(sql.keySet, provider.jwksURL)
  run('COMMIT')
  if (cached.fresh_until <= now) throw new Error('the keys are too old')
  const keys = JSON.parse(cached.keys).keys
  const claims = verified(text(identity, 'idToken', 16384), 'RS256', id => keys.find(key => key.kid === id))
  if (!['https://accounts.google.com', 'accounts.google.com'].includes(claims.iss)) throw new Error('iss')
  if (![claims.aud].flat().some(audience => provider.audiences.includes(audience))) throw new Error('aud')
  if (claims.exp * 1000 <= now || claims.iat * 1000 > now + 60_000) throw new Error('exp')
  if (claims.email_verified !== true || !claims.sub) throw new Error('email_verified')
  return claims
}

function createAccount (sub, email, name) {
  if (run(sql.identity, 'https://accounts.google.com', sub).length) throw new Error('the account is known')
  if (run(sql.accountByEmail, email).length) throw new Error('the address is known')
  if (run(sql.claims, email, 100).length) throw new Error('the address is claimed')
  const account = newID()
  run(sql.insertAccount, account, email, email, 1, name, null, null, 'en', 'client', 'active', '{}', now, now, null, null, null,
    null, null, null, null, null, null, `${name}\n${email}`.toLowerCase(), now, null, null)
  audit('accept-invitation', 'account.created', account, null, null, 'google')
  run(sql.insertIdentity, 'https://accounts.google.com', sub, 'google', account, now, email, 1, name, null, null)
  return account
}

module.exports = (event, data, policy) => {
  only(data, 'code', 'identity', 'device', 'displayName', 'birthDate', 'consent')
  const code = text(data, 'code', 128)
  const { sub, email, name } = identityOf(data.identity, policy)

  run('BEGIN IMMEDIATE')
  const invitation = openInvitation(code)
  if (invitation.i_email.toLowerCase() !== email.toLowerCase()) throw new Error('email')
  const account = createAccount(sub, email, name)
  run(sql.linkClient, account, invitation.c_id)
  run(sql.markAccepted, now, invitation.i_id)
  run(sql.cancelMail, now, invitation.i_id)
  const mail = newID()
  const client = { name: invitation.c_name, email: invitation.c_email }
  const values = { client, clientId: invitation.c_id, inviter: { displayName: invitation.a_display_name } }
  run(sql.insertMail, mail, 'invitation-accepted', invitation.i_id, invitation.a_id, 'en', invitation.a_email,
    invitation.a_email, seal(JSON.stringify(values), secretKey('mail values'), mail), 'queued', 0, 0, now, now + 7 * DAY, now, null, null)
  audit('accept-invitation', 'invitation.accepted', account, invitation.i_team_id, invitation.i_id, 'google')
  const session = newID()
  const { idleDays = 30, absoluteDays = 90 } = policy.session ?? {}
  const endsAt = now + absoluteDays * DAY
  run(sql.insertSession, session, account, 0, now, null, null, null, null, null, now, now, now + idleDays * DAY, endsAt,
    null, null, null, 0)
  run(sql.recordSignIn, now, account)
  const made = tokens(session, 0, account, 'client', policy, endsAt, tokenKeys())
  const workouts = run(sql.workouts, invitation.c_id, -1, '', 50)
  run('COMMIT')
  const timestamp = rfc3339(now)
  return {
    account: {
      id: account, email, emailVerified: true, displayName: name, locale: 'en', role: 'client', status: 'active', profile: {},
      consent: { version: null, agreedAt: null, guardian: 'none' }, ageVerified: false, createdAt: timestamp,
      lastSignInAt: timestamp, addresses: [{ email, primary: true, provenAt: timestamp }]
    },
    client: { id: invitation.c_id, ...client, accountId: account, createdAt: rfc3339(invitation.c_created_at) },
    workouts,
    session: made,
    isNewAccount: true,
    state: 'signedIn',
    missing: []
  }
}
