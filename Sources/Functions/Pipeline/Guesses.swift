// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// Refuses an attempt after too many failed ones.
  /// - Parameters:
  ///   - guessed: the account that the event names, if it names one.
  ///   - device: the device that the event names.
  /// - Throws: `auth/too-many-requests` after too many failed attempts from this client address or device, or at this
  ///   account.
  func requireGuessesLeft(
    _ call: Call, account guessed: GuessedAccount?, on device: Device? = nil, _ rows: Transaction
  ) throws(Problem) {
    try require(attemptLimits(call, guessed?.subject, device), rows)
  }

  /// The same for an account that is known.
  func requireGuessesLeft(
    _ call: Call, of account: Account, on device: Device?, _ rows: Transaction
  ) throws(Problem) {
    try require(attemptLimits(call, GuessedAccount(account).subject, device), rows)
    try requireGuessesLeft(at: account, rows)
  }

  /// Refuses a person who has given the right password of an account, after too many failures at its address and its user
  /// name together. A wrong password is refused as such: nobody else learns that the two belong together.
  func requireGuessesLeft(at account: Account, _ rows: Transaction) throws(Problem) {
    let guessed = GuessedAccount(account)
    guard guessed.otherSubject != nil else { return }
    let allowances = try allowances(guessed.subjects.map { (.signInAccount, $0) }, rows)
    guard isUsedUp(allowances) else { return }
    let used = allowances.filter { $0.left < policy.limit(.signInAccount).max }
    throw Self.exceeded(
      .signInAccount, Allowance(left: 0, retryAfter: used.map(\.retryAfter).min() ?? .zero))
  }

  /// Whether the failures at all logins of an account together reach its limit.
  func isUsedUp(_ allowances: [Allowance]) -> Bool {
    let limit = policy.limit(.signInAccount).max
    return allowances.reduce(0) { $0 + limit - $1.left } >= limit
  }

  /// Counts a failed attempt. An address or user name is counted whether or not it has an account.
  func countGuess(
    _ call: Call, account guessed: GuessedAccount?, on device: Device? = nil, _ rows: Transaction
  ) throws(Problem) {
    try count(attemptLimits(call, guessed?.subject, device), rows)
    if let guessed { try notifyIfLocked(guessed, call, rows) }
  }

  /// The same for an account that is known.
  func countGuess(_ call: Call, of account: Account, on device: Device?, _ rows: Transaction) throws(Problem) {
    let guessed = GuessedAccount(account)
    try count(attemptLimits(call, guessed.subject, device), rows)
    if account.email != nil { try notifyIfLocked(guessed, call, rows) }
  }

  private func attemptLimits(_ call: Call, _ account: String?, _ device: Device?) -> [LimitedSubject] {
    let subjects: [LimitedSubject?] = [
      call.clientNetwork.map { (.signIn, $0) }, device.map { (.signIn, "device\n\($0.id)") },
      account.map { (.signInAccount, $0) },
    ]
    return subjects.compactMap { $0 }
  }
}

extension Environment {
  /// Resets the limit of failed attempts at an account.
  package func forgetGuesses(at account: Account, _ rows: Transaction) throws(Problem) {
    for subject in GuessedAccount(account).subjects { try forget(.signInAccount, of: subject, rows) }
  }

  /// Whether too many attempts at an account have failed.
  package func isLocked(_ account: Account, _ rows: Transaction) throws(Problem) -> Bool {
    isUsedUp(try allowances(GuessedAccount(account).subjects.map { (.signInAccount, $0) }, rows))
  }
}
