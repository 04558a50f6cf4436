// SPDX-License-Identifier: Apache-2.0

'use strict'
const { text, only, rfc3339, now, sql, run, openInvitation } = require('./common')

module.exports = (event, data, policy) => {
  only(data, 'code')
  const code = text(data, 'code', 128)
  run('BEGIN')
  const { invitation, client, inviter } = openInvitation(code)
  run('COMMIT')
  if (invitation.i_opened_at === null) {
    run('PRAGMA synchronous = NORMAL')
    run('BEGIN IMMEDIATE')
    run(sql.markOpened, now, invitation.i_id)
    run('COMMIT')
  }
  return {
    inviter: { displayName: inviter.display_name },
    client: { name: client.name },
    app: { name: 'PFA', urlScheme: 'pfa' },
    expiresAt: rfc3339(invitation.i_expires_at),
    providers: Object.keys(policy.providers).filter(name => policy.providers[name].audiences?.length).sort()
  }
}
