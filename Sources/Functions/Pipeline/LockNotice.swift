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
    let noticeKey = try keyedHash("lock notice\n\(guessed.subject)", rows)
    let left = try rows.allowances(
      [(limit, try limitKey(.signInAccount, guessed.subject, rows)), (notices, noticeKey)], now: now
    ).map(\.left)
    guard left == [0, 1] else { return }
    try rows.count(notices, key: noticeKey, now: now)
    let known = try account(signingInAs: guessed.email, rows)
    let origin: JSON = .object(["address": call.clientAddress.map(JSON.string)])
    try notify(known?.status == .active ? known : nil, of: .locked, origin, decoyFor: guessed.email, rows)
  }
}
