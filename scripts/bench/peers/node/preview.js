// SPDX-License-Identifier: Apache-2.0

'use strict'
const { text, only, rfc3339, now, sql, run, openInvitation } = require('./common')

module.exports = (event, data, policy) => {
  only(data, 'code')
  const code = text(data, 'code', 128)
  run('BEGIN')
  const invitation = openInvitation(code)
  run('COMMIT')
  if (invitation.i_opened_at === null) {
    run('PRAGMA synchronous = NORMAL')
    run('BEGIN IMMEDIATE')
    run(sql.markOpened, now, invitation.i_id)
    run('COMMIT')
  }
  return {
    inviter: { displayName: invitation.a_display_name },
    client: { name: invitation.c_name },
    app: { name: 'PFA', urlScheme: 'pfa' },
    expiresAt: rfc3339(invitation.i_expires_at),
    providers: Object.keys(policy.providers).filter(name => policy.providers[name].audiences?.length).sort()
  }
}
