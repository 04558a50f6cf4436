// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Suppressed addresses. That of an erased account is stored as a keyed hash.
extension Environment {
  /// The suppression of an address; nil if there is none.
  package func suppression(of address: EmailAddress, _ rows: Transaction) throws(Problem) -> Suppression? {
    try rows.suppression(of: address, hash: try suppressionHash(of: address, rows))
  }

  /// Suppresses an address.
  /// - Returns: false if it is suppressed for the same or a stronger reason.
  func suppress(
    _ address: EmailAddress, _ reason: Suppression, detail: String?, _ rows: Transaction
  ) throws(Problem) -> Bool {
    try rows.suppress(address, reason, hash: try suppressionHash(of: address, rows), detail: detail, at: now)
  }

  /// Removes an address from the suppression list, for operators.
  /// - Returns: the reason for which it was suppressed; nil if it was not.
  package func unsuppress(_ address: EmailAddress, _ rows: Transaction) throws(Problem) -> Suppression? {
    try rows.removeSuppression(of: address, hash: try suppressionHash(of: address, rows))
  }

  /// Lifts the suppression of an address of Apple's relay that its recipient has turned on again.
  /// - Parameter timestamp: when it was turned on.
  /// - Returns: false if the address was not turned off until then.
  func enable(_ address: EmailAddress, asOf timestamp: Timestamp, _ rows: Transaction) throws(Problem) -> Bool {
    try rows.enable(address, hash: try suppressionHash(of: address, rows), asOf: timestamp)
  }

  private func suppressionHash(of address: EmailAddress, _ rows: Transaction) throws(Problem) -> String? {
    try keyedHashToFind(Suppression.hashedText(of: address.key), rows)
  }
}
