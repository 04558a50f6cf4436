// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// - Parameters:
  ///   - email: the account that is tried, where an address says which.
  ///   - device: what the guess says that it comes from.
  /// - Throws: `auth/too-many-requests` where somebody has guessed wrong too often from this client address or device,
  ///   or anybody at this account.
  func requireGuessesLeft(
    _ call: Call, account email: EmailAddress?, on device: Device? = nil, _ rows: Transaction
  ) throws(Problem) {
    try require(guessers(call, email, device), rows)
  }

  /// Counts a wrong guess. An address counts as an account whether or not it has one.
  func countGuess(
    _ call: Call, account email: EmailAddress?, on device: Device? = nil, _ rows: Transaction
  ) throws(Problem) {
    try count(guessers(call, email, device), rows)
  }

  private func guessers(_ call: Call, _ email: EmailAddress?, _ device: Device?) -> [LimitedSubject] {
    let subjects: [LimitedSubject?] = [
      call.clientNetwork.map { (.signIn, $0) }, device.map { (.signIn, "device\n\($0.id)") },
      email.map { (.signInAccount, $0.key) },
    ]
    return subjects.compactMap { $0 }
  }
}
