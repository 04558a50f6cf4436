// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Changes the passwords of accounts, in the transaction of a decision.
package struct AccountPasswords {
  let decision: Decision

  /// Sets another password of an account, for a person who has proven to be its owner. It ends the account's codes and
  /// its other sessions, and the owner is told.
  /// - Parameters:
  ///   - email: the address with which the password signs in. It is proven, or was the account's with a password
  ///     before.
  ///   - session: the one that changes it and goes on; nil if every session ends.
  func change(to hash: String, of account: Account, email: EmailAddress, by session: Session? = nil) throws(Problem) {
    let tables = decision.tables
    try tables.passwords.set(hash, of: account.id, email: email, at: decision.now)
    try tables.accountCodes.removeAllOfAddress(of: account.id)
    try decision.sessions.endAll(of: account.id, except: session, as: .passwordChanged)
    // Failures of a second factor count too.
    if account.factors == 0 { try decision.limits.forgetGuesses(at: account) }
    try decision.outbox.notify(account, of: .passwordChanged, by: decision.call)
    try decision.audit(.passwordChanged, account: account.id)
  }
}
