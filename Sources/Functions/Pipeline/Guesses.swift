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
    try require(attemptLimits(call, account.guessSubject, device), rows)
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
    try count(attemptLimits(call, account.guessSubject, device), rows)
    if let email = account.email { try notifyIfLocked(GuessedAccount(email), call, rows) }
  }

  private func attemptLimits(_ call: Call, _ account: String?, _ device: Device?) -> [LimitedSubject] {
    let subjects: [LimitedSubject?] = [
      call.clientNetwork.map { (.signIn, $0) }, device.map { (.signIn, "device\n\($0.id)") },
      account.map { (.signInAccount, $0) },
    ]
    return subjects.compactMap { $0 }
  }
}

extension Account {
  /// The subject of the limit `signInAccount`: the address, which sign-ins name, or the id of an account without one.
  fileprivate var guessSubject: String { email?.key ?? "account\n\(id)" }
}
