// SPDX-License-Identifier: Apache-2.0

'use strict'
const crypto = require('node:crypto')
const { DAY, now, sql, text, only, run, row, tokenKeys, refreshToken, tokens } = require('./common')

module.exports = (event, data, policy) => {
  only(data, 'refreshToken')
  const token = text(data, 'refreshToken', 512)
  const [session, digits] = token.split('.')
  const generation = Number(digits)
  run('BEGIN IMMEDIATE')
  const keys = tokenKeys()
  const expected = Buffer.from(refreshToken(session, generation, keys))
  if (expected.length !== token.length || !crypto.timingSafeEqual(expected, Buffer.from(token))) throw new Error('refreshToken')
  const found = row(sql.session, session)
  const owner = row(sql.accountOfSession, session)
  const isAlive = !found.revoked_at && Math.min(found.idle_ends_at, found.ends_at) > now
  if (!isAlive || found.generation !== generation) throw new Error('the session is over')
  if (owner.status !== 'active') throw new Error('the account is disabled')
  const idle = Math.min(now + (policy.session?.idleDays ?? 30) * DAY, found.ends_at)
  run(sql.updateSession, generation + 1, now, null, null, now, idle, session)
  const made = tokens(session, generation + 1, owner.id, owner.role, policy, found.ends_at, keys)
  run('COMMIT')
  return { session: made }
}
