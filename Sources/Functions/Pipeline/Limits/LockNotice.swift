// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Limits {
  /// Notifies the owner of an account if the failed attempt that was just counted has reached the limit of the account,
  /// once per window. The webhook names the client's address. An address or user name without an account causes the
  /// same work, but nothing is sent.
  func notifyIfLocked(_ guessed: GuessedAccount) throws(Problem) {
    let limit = decision.policy.limit(.signInAccount)
    let notices = Limit(max: 1, window: limit.window + limit.block)
    let owner = guessed.email == .nobody ? guessed.subject : guessed.email.key
    let noticeKey = try decision.keyedHash("lock notice\n\(owner)")
    var keys: [(limit: Limit, key: String)] = [(notices, noticeKey)]
    for subject in guessed.subjects { keys.append((limit, try limitKey(.signInAccount, subject))) }
    let allowances = try decision.tables.limits.allowances(keys, now: decision.now)
    guard allowances[0].left == 1, isUsedUp(Array(allowances.dropFirst())) else { return }
    try decision.tables.limits.count(notices, key: noticeKey, now: decision.now)
    let known = try decision.logins.account(signingInAs: guessed.email)
    try decision.audit(.securityLocked, account: known?.id)
    let wait = allowances.dropFirst().reduce(Duration.zero) { max($0, $1.retryAfter) }
    // Failures at several logins of an account lock it together, and none of them has a time of its own.
    let locked = wait > .zero ? wait : limit.window
    try decision.outbox.notify(
      known?.status == .active ? known : nil, of: .locked(minutes: (locked.secondsRoundedUp + 59) / 60),
      from: EventOrigin(address: decision.call.origin.address), decoyFor: guessed.email)
  }
}
