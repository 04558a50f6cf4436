// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Suppressed addresses. That of an erased account is stored as a keyed hash.
extension Environment {
  /// The suppression of an address; nil if there is none.
  package func suppression(of address: EmailAddress, _ rows: Transaction) throws(Problem) -> Suppression? {
    try rows.suppressions.find(of: address, hashes: try suppressionHashes(of: address, rows))
  }

  /// Suppresses an address.
  /// - Returns: false if it is suppressed for the same or a stronger reason.
  func suppress(
    _ address: EmailAddress, _ reason: Suppression, detail: String?, _ rows: Transaction
  ) throws(Problem) -> Bool {
    try rows.suppressions.suppress(
      address, reason, hashes: try suppressionHashes(of: address, rows), detail: detail, at: now)
  }

  /// Removes an address from the suppression list, for operators.
  /// - Returns: the reason for which it was suppressed; nil if it was not.
  package func unsuppress(_ address: EmailAddress, _ rows: Transaction) throws(Problem) -> Suppression? {
    try rows.operators.removeSuppression(of: address, hashes: try suppressionHashes(of: address, rows))
  }

  /// Lifts the suppression of an address of Apple's relay that its recipient has turned on again.
  /// - Parameter timestamp: when it was turned on.
  /// - Returns: false if the address was not turned off until then.
  func enable(_ address: EmailAddress, asOf timestamp: Timestamp, _ rows: Transaction) throws(Problem) -> Bool {
    try rows.suppressions.enable(address, hashes: try suppressionHashes(of: address, rows), asOf: timestamp)
  }

  /// The hashes under which the address of an erased account is stored. Earlier releases hashed the address itself
  /// instead of its mailbox, and a hash cannot be renewed.
  private func suppressionHashes(of address: EmailAddress, _ rows: Transaction) throws(Problem) -> [String] {
    let keys = address.key == address.mailboxKey ? [address.mailboxKey] : [address.mailboxKey, address.key]
    var hashes: [String] = []
    for key in keys {
      if let hash = try keyedHashToFind(Suppression.hashedText(of: key), rows) { hashes.append(hash) }
    }
    return hashes
  }
}
