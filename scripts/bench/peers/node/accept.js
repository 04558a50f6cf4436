// SPDX-License-Identifier: Apache-2.0

'use strict'
const { DAY, now, sql, text, only, rfc3339, newID, seal, run, row, audit, verified, tokens, openInvitation } = require('./common')

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

module.exports = (event, data, policy) => {
  only(data, 'code', 'identity', 'device', 'displayName', 'birthDate', 'consent')
  const code = text(data, 'code', 128)
  const { sub, email, name } = identityOf(data.identity, policy)

  run('BEGIN IMMEDIATE')
  const { invitation, client, inviter } = openInvitation(code)
  if (invitation.email.toLowerCase() !== email.toLowerCase()) throw new Error('email')
  if (run(sql.accountByIdentity, 'https://accounts.google.com', sub).length) throw new Error('the account is known')
  if (run(sql.accountByEmail, email).length) throw new Error('the address is known')
  const account = newID()
  run(sql.insertAccount, account, email, email, name, 'en', 'client', now, now)
  audit('accept-invitation', 'account.created', account, null, null, 'google')
  run(sql.dropPasswords, email, account)
  run(sql.insertIdentity, 'https://accounts.google.com', sub, 'google', account, now)
  run(sql.linkClient, account, client.id)
  run(sql.markAccepted, now, invitation.id)
  run(sql.cancelMail, now, invitation.id)
  const mail = newID()
  const values = { client: { name: client.name, email: client.email }, inviter: { displayName: inviter.display_name } }
  run(sql.insertMail, mail, 'invitation-accepted', invitation.id, inviter.id, 'en', inviter.email,
    seal(JSON.stringify(values), 'mail values', mail), 'queued', 0, now, now + 7 * DAY, now)
  audit('accept-invitation', 'invitation.accepted', account, inviter.id, invitation.id, 'google')
  const session = newID()
  const endsAt = now + (policy.session?.absoluteDays ?? 90) * DAY
  run(sql.endSessions, now, account, now, now)
  run(sql.insertSession, session, account, now, now, now, now + (policy.session?.idleDays ?? 30) * DAY, endsAt)
  run(sql.recordSignIn, now, account)
  const made = tokens(session, 0, account, 'client', policy, endsAt)
  const workouts = run(sql.workouts, account)
  run('COMMIT')
  const timestamp = rfc3339(now)
  return {
    account: {
      id: account, email, emailVerified: true, displayName: name, locale: 'en', role: 'client', status: 'active', profile: {},
      createdAt: timestamp, lastSignInAt: timestamp
    },
    client: { id: client.id, name: client.name, email: client.email, accountId: account, createdAt: rfc3339(client.created_at) },
    workouts,
    session: made,
    isNewAccount: true
  }
}
