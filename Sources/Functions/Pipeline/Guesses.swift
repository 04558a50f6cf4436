// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// Refuses an attempt after too many failed ones.
  /// - Parameters:
  ///   - email: the address of the account, if the event has one.
  ///   - device: the device that the event names.
  /// - Throws: `auth/too-many-requests` after too many failed attempts from this client address or device, or at this
  ///   account.
  func requireGuessesLeft(
    _ call: Call, account email: EmailAddress?, on device: Device? = nil, _ rows: Transaction
  ) throws(Problem) {
    try require(attemptLimits(call, email, device), rows)
  }

  /// Counts a failed attempt. An address is counted whether or not it has an account.
  func countGuess(
    _ call: Call, account email: EmailAddress?, on device: Device? = nil, _ rows: Transaction
  ) throws(Problem) {
    try count(attemptLimits(call, email, device), rows)
    if let email { try notifyIfLocked(email, rows) }
  }

  private func attemptLimits(_ call: Call, _ email: EmailAddress?, _ device: Device?) -> [LimitedSubject] {
    let subjects: [LimitedSubject?] = [
      call.clientNetwork.map { (.signIn, $0) }, device.map { (.signIn, "device\n\($0.id)") },
      email.map { (.signInAccount, $0.key) },
    ]
    return subjects.compactMap { $0 }
  }
}
