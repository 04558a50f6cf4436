// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Suppressed addresses. That of an erased account is stored as a keyed hash.
package struct Suppressions {
  let decision: Decision

  /// The suppression of an address; nil if there is none.
  package func suppression(of address: EmailAddress) throws(Problem) -> Suppression? {
    try decision.tables.suppressions.find(of: address, hashes: try suppressionHashes(of: address))
  }

  /// Suppresses an address.
  /// - Returns: false if it is suppressed for the same or a stronger reason.
  package func suppress(_ address: EmailAddress, _ reason: Suppression, detail: String?) throws(Problem) -> Bool {
    try decision.tables.suppressions.suppress(
      address, reason, hashes: try suppressionHashes(of: address), detail: detail, at: decision.now)
  }

  /// Removes an address from the suppression list, for operators.
  /// - Returns: the reason for which it was suppressed; nil if it was not.
  package func unsuppress(_ address: EmailAddress) throws(Problem) -> Suppression? {
    try decision.tables.suppressions.remove(address, hashes: try suppressionHashes(of: address))
  }

  /// Lifts the suppression of an address of Apple's relay that its recipient has turned on again.
  /// - Parameter timestamp: when it was turned on.
  /// - Returns: false if the address was not turned off until then.
  func enable(_ address: EmailAddress, asOf timestamp: Timestamp) throws(Problem) -> Bool {
    try decision.tables.suppressions.enable(address, hashes: try suppressionHashes(of: address), asOf: timestamp)
  }

  /// The hashes under which the address of an erased account is stored. Earlier releases hashed the address itself
  /// instead of its mailbox, and a hash cannot be renewed.
  private func suppressionHashes(of address: EmailAddress) throws(Problem) -> [String] {
    let keys = address.key == address.mailboxKey ? [address.mailboxKey] : [address.mailboxKey, address.key]
    var hashes: [String] = []
    for key in keys {
      if let hash = try decision.keyedHashForLookup(Suppression.hashedText(of: key)) { hashes.append(hash) }
    }
    return hashes
  }
}
