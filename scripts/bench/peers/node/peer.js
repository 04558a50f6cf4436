// SPDX-License-Identifier: Apache-2.0

// The work of an event in the usual style of Node: node:sqlite, node:crypto, nodemailer.
//
// peer.js FUNCTION < event.json
'use strict'
const fs = require('node:fs')
const common = require('./common')

const modules = {
  'accept-invitation': './accept', 'preview-invitation': './preview', 'refresh-session': './refresh', 'send-invitation': './send'
}

async function main () {
  const event = JSON.parse(fs.readFileSync(0, 'utf8'))
  const answer = await require(modules[process.argv[2]])(event, event.data ?? event, common.readPolicy())
  fs.writeSync(1, JSON.stringify(answer) + '\n')
  common.leave()
}

main()
