// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Limits {
  /// Refuses an attempt after too many failed ones.
  /// - Parameters:
  ///   - guessed: the account that the event names, if it names one.
  ///   - device: the device that the event names.
  /// - Throws: `auth/too-many-requests` after too many failed attempts from this client address or device, or at this
  ///   account.
  package func requireGuessesLeft(account guessed: GuessedAccount?, on device: Device? = nil) throws(Problem) {
    try require(decision.call.attemptLimits(guessed?.subject, device))
  }

  /// Whether too many attempts at the addresses and the user name of an account together have failed. A right password
  /// is then refused like a wrong one, so that nobody learns that it is right, or that the two belong together.
  func isUsedUp(_ account: Account) throws(Problem) -> Bool {
    let guessed = GuessedAccount(account)
    guard !guessed.otherSubjects.isEmpty else { return false }
    return isUsedUp(try allowances(guessed.subjects.map { (.signInAccount, $0) }))
  }

  /// Whether the failures at all logins of an account together reach its limit.
  func isUsedUp(_ allowances: [Allowance]) -> Bool {
    let limit = decision.policy.limit(.signInAccount).max
    return allowances.reduce(0) { $0 + limit - $1.left } >= limit
  }

  /// Counts a failed attempt. An address or user name is counted whether or not it has an account.
  func countGuess(account guessed: GuessedAccount?, on device: Device? = nil) throws(Problem) {
    try count(decision.call.attemptLimits(guessed?.subject, device))
    if let guessed { try notifyIfLocked(guessed) }
  }
}

extension Call {
  func attemptLimits(_ account: String?, _ device: Device?) -> [LimitedSubject] {
    let subjects: [LimitedSubject?] = [
      clientNetwork.map { (.signIn, $0) }, device.map { (.signIn, "device\n\($0.id)") },
      account.map { (.signInAccount, $0) },
    ]
    return subjects.compactMap { $0 }
  }
}

/// What attempts to pass the second factor of an account count for.
enum FactorGuesses {
  /// After a right password, they count with the attempts at the password.
  case afterPassword(Account)
  /// After another proof, they have a count of their own. People without that proof cannot use it up.
  case afterOtherProof(Account)
}

extension Limits {
  /// Refuses an attempt to pass a second factor after too many failed ones.
  func requireGuessesLeft(at factor: FactorGuesses, on device: Device?) throws(Problem) {
    try require(decision.call.attemptLimits(nil, device) + factorLimits(factor))
    guard case .afterPassword(let account) = factor, try isUsedUp(account) else { return }
    throw Limits.exceeded(.signInAccount, Allowance(left: 0, retryAfter: decision.policy.limit(.signInAccount).window))
  }

  /// Counts a failed attempt to pass a second factor.
  func countGuess(at factor: FactorGuesses, on device: Device?) throws(Problem) {
    try count(decision.call.attemptLimits(nil, device) + factorLimits(factor))
    guard case .afterPassword(let account) = factor, account.email != nil else { return }
    try notifyIfLocked(GuessedAccount(account))
  }

  private func factorLimits(_ factor: FactorGuesses) -> [LimitedSubject] {
    switch factor {
    case .afterPassword(let account): [(.signInAccount, GuessedAccount(account).subject)]
    case .afterOtherProof(let account): [(.signInAccount, "factor\n\(account.id)")]
    }
  }

  /// Failed attempts of a signed-in person to reauthenticate. Nobody without the session can use them up.
  static func reauthentications(of session: Session) -> [LimitedSubject] {
    [(.signInAccount, "session\n\(session.id)")]
  }

  /// Resets the limit of failed attempts at an account.
  package func forgetGuesses(at account: Account) throws(Problem) {
    for subject in GuessedAccount(account).subjects + ["factor\n\(account.id)"] {
      try forget(.signInAccount, of: subject)
    }
  }

  /// Whether too many attempts at an account have failed.
  package func isLocked(_ account: Account) throws(Problem) -> Bool {
    isUsedUp(try allowances(GuessedAccount(account).subjects.map { (.signInAccount, $0) }))
  }
}
