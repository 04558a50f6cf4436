// SPDX-License-Identifier: Apache-2.0

// The code that the functions share: events, the database, sealed values, and the session's tokens.
'use strict'
const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const { DatabaseSync } = require('node:sqlite')
const sql = require(path.join(__dirname, '../../../../.build/bench/build/statements.js'))

const DAY = 86_400_000
const now = Date.now()
const url = process.env.PUBLIC_URL
const file = process.env.DATABASE_URL.replace(/^sqlite:/, '')

const readPolicy = () => JSON.parse(fs.readFileSync(process.env.POLICY_FILE, 'utf8'))

function text (data, name, limit) {
  const value = data[name]
  // eslint-disable-next-line no-control-regex
  if (typeof value !== 'string' || !value || value.length > limit || /[\x00-\x1f\x7f]/.test(value)) throw new Error(name)
  return value
}

function only (data, ...names) {
  for (const name of Object.keys(data)) if (!names.includes(name)) throw new Error(name)
}

const rfc3339 = milliseconds => new Date(milliseconds).toISOString()

let count = 0
// A UUID of version 7.
function newID () {
  const rest = crypto.randomBytes(8)
  rest[0] = rest[0] & 0x3f | 0x80
  const digits = now.toString(16).padStart(12, '0') + '7' + (count++).toString(16).padStart(3, '0') + rest.toString('hex')
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-')
}

const codeHash = code => crypto.createHash('sha256').update(code.toUpperCase()).digest('base64url')

const derived = (secret, purpose) => Buffer.from(crypto.hkdfSync('sha256', secret, '', `vestibule ${purpose}`, 32))

const secretKey = purpose => derived(Buffer.from(process.env.SECRET_KEY, 'base64'), purpose)

const authenticationCode = (text, key) => crypto.createHmac('sha256', key).update(text).digest('base64url')

function seal (text, key, place) {
  const nonce = crypto.randomBytes(12)
  const cipher = crypto.createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 })
  cipher.setAAD(Buffer.from(place))
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function openSealed (sealed, purpose, place) {
  const box = Buffer.from(sealed, 'base64url')
  const cipher = crypto.createDecipheriv('chacha20-poly1305', secretKey(purpose), box.subarray(0, 12), { authTagLength: 16 })
  cipher.setAAD(Buffer.from(place))
  cipher.setAuthTag(box.subarray(-16))
  return Buffer.concat([cipher.update(box.subarray(12, -16)), cipher.final()]).toString()
}

const database = new DatabaseSync(file)
database.exec('PRAGMA busy_timeout = 10000; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
database.prepare('PRAGMA user_version').get()

const prepared = new Map()
function run (statement, ...values) {
  if (!prepared.has(statement)) prepared.set(statement, database.prepare(statement))
  return prepared.get(statement).all(...values)
}

function row (statement, ...values) {
  const found = run(statement, ...values)
  if (found.length !== 1) throw new Error('there is no such row')
  return found[0]
}

const audit = (name, action, account, team, subject, provider = null) =>
  run(sql.insertAudit, newID(), now, name, action, account, team, subject, null, provider, null, null, null, null, null, null, null,
    null, null, null, Date.now() - now, null)

// Checkpoints the log like the functions. Does not close the database, because that would checkpoint again.
function leave () {
  const log = fs.statSync(file + '-wal', { throwIfNoEntry: false })
  if (log && log.size > 200 * 4096) database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)')
  process.reallyExit(0)
}

const part = text => JSON.parse(Buffer.from(text, 'base64url').toString())

// The claims of a token that the key of a JWK has signed.
function verified (token, algorithm, keyOf) {
  const [header, claims, signature, more] = token.split('.')
  const { alg, kid } = part(header)
  if (alg !== algorithm || more !== undefined) throw new Error('alg')
  const key = { key: crypto.createPublicKey({ key: keyOf(kid), format: 'jwk' }), dsaEncoding: 'ieee-p1363' }
  const isSigned = crypto.verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))
  if (!isSigned) throw new Error('signature')
  return part(claims)
}

// A key in the database for MACs.
const hashKey = (name, sealed) => Buffer.from(openSealed(sealed, 'hash keys', name), 'base64url')

function hashKeys () {
  const keys = {}
  for (const { name, sealed_key: sealed } of run(sql.hashKeys)) keys[name] = hashKey(name, sealed)
  return keys
}

// The newest signing key, and the hash keys by name.
function tokenKeys () {
  const [signing] = run(sql.signingKeys).sort((one, other) => other.created_at - one.created_at)
  return { signing, hash: hashKeys() }
}

const refreshToken = (session, generation, keys) =>
  `${session}.${generation}.${authenticationCode(`${session}.${generation}`, keys.hash['refresh-tokens'])}`

function accessToken (account, session, role, endsAt, stored) {
  const scalar = openSealed(stored.sealed_private_key, 'signing keys', stored.id)
  const { x, y } = JSON.parse(stored.public_key)
  const key = crypto.createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: scalar }, format: 'jwk' })
  const claims = {
    iss: url, aud: 'PFA', sub: account, sid: session, role, iat: Math.floor(now / 1000), exp: Math.floor(endsAt / 1000), gen: 0
  }
  const signed = [{ alg: 'ES256', typ: 'at+jwt', kid: stored.id }, claims]
    .map(json => Buffer.from(JSON.stringify(json)).toString('base64url')).join('.')
  return signed + '.' + crypto.sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
}

function tokens (session, generation, account, role, policy, endsAt, keys) {
  const end = Math.min(now + (policy.session?.accessMinutes ?? 60) * 60_000, endsAt)
  return {
    accessToken: accessToken(account, session, role, end, keys.signing),
    accessTokenExpiresAt: rfc3339(end).replace(/\.\d+Z/, 'Z'),
    refreshToken: refreshToken(session, generation, keys)
  }
}

function openInvitation (code) {
  const invitation = row(sql.invitationByCode, codeHash(code))
  const isPending = invitation.i_status === 'pending' && invitation.i_expires_at > now
  if (!isPending || invitation.superseded_at) throw new Error('invitation')
  return invitation
}

module.exports = {
  DAY, now, url, sql, readPolicy, text, only, rfc3339, newID, codeHash, derived, secretKey, authenticationCode, seal, run, row,
  audit, leave, verified, hashKeys, tokenKeys, refreshToken, tokens, openInvitation
}
