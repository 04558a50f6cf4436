// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// Notifies the owner of an account if the failed attempt that was just counted has reached the limit of the account,
  /// once per window. The webhook names the client's address. An address or user name without an account causes the same
  /// work, but nothing is sent.
  func notifyIfLocked(_ guessed: GuessedAccount, _ call: Call, _ rows: Transaction) throws(Problem) {
    let limit = policy.limit(.signInAccount)
    let notices = Limit(max: 1, window: limit.window + limit.block)
    let owner = guessed.email == .nobody ? guessed.subject : guessed.email.key
    let noticeKey = try keyedHash("lock notice\n\(owner)", rows)
    var keys: [(limit: Limit, key: String)] = [(notices, noticeKey)]
    for subject in guessed.subjects { keys.append((limit, try limitKey(.signInAccount, subject, rows))) }
    let allowances = try rows.limits.allowances(keys, now: now)
    guard allowances[0].left == 1, isUsedUp(Array(allowances.dropFirst())) else { return }
    try rows.limits.count(notices, key: noticeKey, now: now)
    let known = try account(signingInAs: guessed.email, rows)
    try audit(call, .securityLocked, account: known?.id, rows)
    let origin: JSON = .object(["address": call.clientAddress.map(JSON.string)])
    try notify(known?.status == .active ? known : nil, of: .locked, origin, decoyFor: guessed.email, rows)
  }
}
