// SPDX-License-Identifier: Apache-2.0

'use strict'
const crypto = require('node:crypto')
const fs = require('node:fs')
const { createTransport } = require('/usr/share/nodejs/nodemailer')
const {
  DAY, now, url, sql, text, only, rfc3339, newID, codeHash, derived, secretKey, authenticationCode, seal, run, row, audit,
  verified, hashKeys
} = require('./common')

// How long after its beginning in UTC a day ends everywhere.
const LAST_DAY = 36 * 3_600_000

function bearer (event) {
  const [kind, token] = text(event, 'authorization', 8192).split(' ')
  if (kind !== 'Bearer') throw new Error('authorization')
  const claims = verified(token, 'ES256', id => JSON.parse(row(sql.signingKey, id).public_key))
  if (claims.aud !== 'PFA' || claims.exp * 1000 <= now) throw new Error('authorization')
  return { account: claims.sub, session: claims.sid }
}

function lookUp ({ account, session }) {
  const found = row(sql.session, session)
  const owner = row(sql.accountOfSession, session)
  const isAlive = !found.revoked_at && Math.min(found.idle_ends_at, found.ends_at) > now
  if (found.account_id !== account || !isAlive) throw new Error('the session is over')
  if (owner.status !== 'active' || owner.role !== 'admin') throw new Error('the caller may not')
  return owner
}

// Computes the key of a limit and its window, and checks it.
function allowed (policy, limit, subject, most, comparisons) {
  const rule = policy.limits?.[limit] ?? {}
  const window = (rule.seconds ?? 3600) * 1000
  const key = authenticationCode(`limit\n${limit}\n${subject}`, comparisons)
  const used = run(sql.limitHits, now - window, now + window, key).reduce((sum, hit) => sum + hit.weight, 0)
  if (used >= (rule.max ?? most)) throw new Error('the limit is used up')
  return { key, window }
}

function newCode () {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  let bits = BigInt('0x' + crypto.randomBytes(20).toString('hex'))
  let code = ''
  for (let count = 0; count < 32; count++, bits >>= 5n) code += digits[Number(bits & 31n)]
  return code
}

const escapes = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;' }
const escaped = text => text.replace(/[<>&"']/g, sign => escapes[sign])
const filled = (file, values, escape) =>
  fs.readFileSync(`${process.env.PEER_TEMPLATES}/${file}`, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => escape(values[name]))

function message ({ id, name, email, inviter, code, unsubscribeToken, days, expiresAt }) {
  const from = process.env.MAIL_FROM
  const unsubscribe = `${url}/unsubscribe?token=${unsubscribeToken}`
  const values = {
    client: name,
    inviter: inviter.display_name,
    days: String(days),
    expiresOn: new Date(expiresAt - LAST_DAY).toLocaleDateString('en-GB', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' }),
    link: `${url}/invite?code=${code}`,
    code,
    appLink: `pfa://invite?code=${code}`,
    unsubscribeLink: unsubscribe
  }
  const plain = text => text
  return {
    date: new Date(now),
    from: `${inviter.display_name} via ${from}`,
    to: { name, address: email },
    replyTo: { name: inviter.display_name, address: inviter.email },
    messageId: `<${id}@${from.split('@')[1]}`,
    subject: filled('subject.txt', values, plain),
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', 'Auto-Submitted': 'auto-generated' },
    text: filled('body.txt', values, plain),
    html: filled('body.html', values, escaped),
    textEncoding: 'quoted-printable'
  }
}

async function deliver (mail) {
  const { hostname, port } = new URL(process.env.MAIL_URL)
  const transport = createTransport({
    host: hostname, port: Number(port), name: process.env.MAIL_FROM.split('@')[1].slice(0, -1), secure: false, ignoreTLS: true
  })
  await transport.sendMail(mail)
}

// Writes the client, the invitation and its leased mail in one transaction.
function store (caller, policy, name, email, days, expiresAt) {
  run('BEGIN IMMEDIATE')
  const inviter = lookUp(caller)
  const { account } = caller
  const { comparisons } = hashKeys()
  const limit = allowed(policy, 'invite', account, 100, comparisons)
  if (run(sql.clientByEmail, inviter.team_id, email).length) throw new Error('the client is there already')
  const own = allowed(policy, 'inviteRecipient', `${inviter.team_id}\n${email}`, 5, comparisons)
  const [clientID, invitation, code] = [newID(), newID(), newCode()]
  run(sql.insertClient, clientID, account, null, name, email, email, null, null, null, `${name}\n${email}`.toLowerCase(), now,
    null, null, inviter.team_id, null)
  run(sql.insertInvitation, invitation, clientID, account, email, email, 'pending', 'queued', 0, now, expiresAt, 0,
    null, 'mail', null, null, null, inviter.team_id, null)
  run(sql.supersedeCodes, now, invitation)
  run(sql.insertCode, codeHash(code), invitation)
  for (const { key, window } of [limit, own]) {
    run(sql.forgetHits, key, now)
    run(sql.insertHit, key, now, 1, now + window)
  }
  audit('send-invitation', 'invitation.sent', account, inviter.team_id, invitation)
  const mail = newID()
  const unsubscribeToken = seal(email, derived(comparisons, 'unsubscribe'), '')
  const values = {
    code,
    unsubscribeToken,
    client: { name },
    inviter: { displayName: inviter.display_name, email: inviter.email, id: account },
    expiresAt: rfc3339(expiresAt),
    days
  }
  run(sql.insertMail, mail, 'invitation', invitation, null, 'en', email, email,
    seal(JSON.stringify(values), secretKey('mail values'), mail), 'leased', 1, 0, now + 15_000, expiresAt, now, null, null)
  run('COMMIT')
  return { inviter, clientID, invitation, code, unsubscribeToken, mail }
}

// Sends the mail and records that it is sent.
async function send (mail, invitation, email, content) {
  run('BEGIN')
  row(sql.mail, mail)
  row(sql.openInvitation, invitation, now)
  if (run(sql.suppression, email, email).length) throw new Error('the address wants no mail')
  run('COMMIT')
  await deliver(content)
  run('BEGIN IMMEDIATE')
  run(sql.endMail, 'sent', now, null, null, null, mail)
  run(sql.markSent, mail, 'sent', invitation)
  run('COMMIT')
}

module.exports = async (event, data, policy) => {
  only(data, 'client', 'days', 'allowOtherEmail', 'deliver', 'note')
  only(data.client, 'name', 'email', 'phone', 'notes', 'locale')
  const name = text(data.client, 'name', 200)
  const email = text(data.client, 'email', 254)
  if (!email.includes('@')) throw new Error('email')
  run('BEGIN')
  const caller = bearer(event)
  lookUp(caller)
  run('COMMIT')
  const days = policy.invitation?.days ?? 30
  const expiresAt = now - now % DAY + days * DAY + LAST_DAY
  const { inviter, clientID, invitation, code, unsubscribeToken, mail } = store(caller, policy, name, email, days, expiresAt)
  await send(mail, invitation, email, message({ id: mail, name, email, inviter, code, unsubscribeToken, days, expiresAt }))
  return {
    client: { id: clientID, name, email, createdAt: rfc3339(now) },
    invitation: {
      id: invitation, clientId: clientID, email, status: 'pending', channel: 'mail', delivery: 'sent', sentAt: rfc3339(now),
      expiresAt: rfc3339(expiresAt), resendCount: 0
    },
    message: `Client added and invitation sent to ${email}`
  }
}
