// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What holding a password against an account's hash has shown. The work is the same with and without an account.
struct PasswordProof {
  let email: EmailAddress
  /// Which password it was held against; nil where the address has none.
  fileprivate let changedAt: Timestamp?
  fileprivate let isRight: Bool
  /// The password hashed anew, where the policy asks for more than the hash has.
  fileprivate let newHash: String?

  fileprivate init(email: EmailAddress, changedAt: Timestamp?, isRight: Bool, newHash: String?) {
    self.email = email
    self.changedAt = changedAt
    self.isRight = isRight
    self.newHash = newHash
  }

  /// Nothing was held against anything.
  init(email: EmailAddress) { self.init(email: email, changedAt: nil, isRight: false, newHash: nil) }

  /// The account that the password signs in to.
  /// - Throws: `auth/invalid-credential`, or with `revealAccounts` `auth/user-not-found` or `auth/wrong-password`;
  ///   `auth/user-disabled`.
  func account(_ policy: Policy, _ rows: Transaction) throws(Problem) -> Account {
    let known = try rows.passwordCredential(email: email)
    guard let known, isRight, known.changedAt == changedAt else {
      guard policy.revealAccounts else {
        throw Problem(.invalidCredential, "the address has no account, or another password")
      }
      let hasAccount = if known == nil { try rows.account(email: email) != nil } else { true }
      throw hasAccount
        ? Problem(.wrongPassword, "the account has another password")
        : Problem(.userNotFound, "the address has no account")
    }
    guard known.account.status == .active else { throw Problem(.userDisabled, "the account is disabled") }
    return known.account
  }

  /// Keeps the hash that was made anew, now that the password is known to be right.
  func renewHash(_ rows: Transaction) throws(Problem) {
    guard let newHash, let owner = try rows.passwordCredential(email: email)?.account.id else { return }
    try rows.replaceHash(newHash, of: owner)
  }
}

extension Environment {
  /// Holds a password against the hash of an address, ahead of the transaction: nobody else waits for that.
  ///
  /// Where no guess is left it is not even looked at, and the transaction says so.
  /// - Throws: `auth/provider-not-enabled` where the policy has no passwords.
  func prove(
    _ password: String, of email: EmailAddress, on device: Device?, _ call: Call
  ) throws(Problem) -> PasswordProof {
    try requirePasswords()
    let (found, mayTry) = try store.read { (rows) throws(Problem) in
      let found = try rows.passwordCredential(email: email)
      do throws(Problem) { try requireGuessesLeft(call, account: email, on: device, rows) } catch {
        return (found, false)
      }
      return (found, true)
    }
    guard mayTry else { return PasswordProof(email: email) }
    let isRight = try passwords.verify(password, against: found?.hash)
    let isOutdated = if isRight, let found { passwords.isOutdated(found.hash) } else { false }
    return PasswordProof(
      email: email, changedAt: found?.changedAt, isRight: isRight,
      newHash: isOutdated ? try passwords.hash(password) : nil)
  }

  func requirePasswords() throws(Problem) {
    guard policy.password != nil else { throw Problem(.providerNotEnabled, "the policy has no passwords") }
  }
}
