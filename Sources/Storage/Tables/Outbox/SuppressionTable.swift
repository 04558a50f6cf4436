// SPDX-License-Identifier: Apache-2.0

import Domain

/// Addresses that get no mail.
package struct SuppressionTable {
  package let transaction: Transaction

  /// Removes an address from the suppression list.
  /// - Parameter hashes: as for `find`.
  /// - Returns: the strongest reason of the removed rows; nil if there was none.
  package func remove(_ email: EmailAddress, hashes: [String]) throws(Problem) -> Suppression? {
    let found = try find(of: email, hashes: hashes)
    for key in Self.suppressionKeys(of: email, hashes) {
      try transaction.change("DELETE FROM suppressions WHERE address_key = $1", [.text(key)])
    }
    return found
  }

  /// The suppression of an address; nil if there is none.
  /// - Parameter hashes: the keyed hashes of `Suppression.hashedText`, to find the suppression of an erased account
  ///   too; none if there is no key.
  package func find(of email: EmailAddress, hashes: [String]) throws(Problem) -> Suppression? {
    try suppression(of: email, hashes: hashes) { _ in true }
  }

  private func suppression(
    of email: EmailAddress, hashes: [String], where isIncluded: (Suppression) -> Bool
  ) throws(Problem) -> Suppression? {
    let keys = Self.suppressionKeys(of: email, hashes)
    var found: [Suppression] = []
    // For `IN ($1, $2)`, SQLite would create a temporary table. Not `joined`, because of the conformances
    // (Sources/README.md, "Conformances at start-up").
    let selection = keys.indices.reduce(into: "") { sql, index in
      sql += index == 0 ? "" : " UNION ALL "
      sql += "SELECT reason, disabled_at FROM suppressions WHERE address_key = $\(index + 1)"
    }
    for row in try transaction.query(selection, keys.map(SQLValue.text)) {
      guard let reason = Suppression(rawValue: try row.text("reason")) else {
        throw .bug("a suppression has an invalid reason")
      }
      found.append(reason)
      if try row.optionalTimestamp("disabled_at") != nil { found.append(.disabled) }
    }
    return found.filter(isIncluded).max { $1.replaces($0) }
  }

  /// The keys of the rows that suppress an address.
  static func suppressionKeys(of email: EmailAddress, _ hashes: [String]) -> [String] {
    [email.mailboxKey] + hashes.map(Suppression.hashedKey)
  }

  /// Suppresses an address.
  /// - Parameter hashes: see `suppression`.
  /// - Returns: false if it is suppressed for the same or a stronger reason.
  package func suppress(
    _ email: EmailAddress, _ reason: Suppression, hashes: [String], detail: String?, at now: Timestamp
  ) throws(Problem) -> Bool {
    // Both suppressions stay: `enable` lifts only the one of Apple.
    let known = try suppression(of: email, hashes: hashes) { $0 != .disabled }
    if let known, !reason.replaces(known) { return false }
    try transaction.change(
      """
      INSERT INTO suppressions (address_key, reason, detail, at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (address_key) DO UPDATE SET reason = excluded.reason, detail = excluded.detail, at = excluded.at
      """, [.text(email.mailboxKey), .text(reason.rawValue), .text(detail), .timestamp(now)])
    return true
  }

  /// Suppresses an address of Apple's relay that its recipient has turned off. Another suppression of the address
  /// stays.
  package func disable(_ email: EmailAddress, at now: Timestamp) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO suppressions (address_key, reason, at, disabled_at) VALUES ($1, $2, $3, $3)
      ON CONFLICT (address_key) DO UPDATE SET disabled_at = excluded.disabled_at
      """, [.text(email.mailboxKey), .text(Suppression.disabled.rawValue), .timestamp(now)])
  }

  /// Lifts the suppression of `disable`, and no other.
  /// - Parameters:
  ///   - hashes: see `suppression`.
  ///   - timestamp: when the recipient turned the address on. Later suppressions stay.
  /// - Returns: false if the address was not disabled.
  package func enable(_ email: EmailAddress, hashes: [String], asOf timestamp: Timestamp) throws(Problem) -> Bool {
    var isLifted = false
    for key in Self.suppressionKeys(of: email, hashes).map(SQLValue.text) {
      let lifted = try transaction.changeReturning(
        """
        UPDATE suppressions SET disabled_at = NULL WHERE address_key = $1 AND disabled_at <= $2
        RETURNING address_key
        """, [key, .timestamp(timestamp)])
      try transaction.change(
        "DELETE FROM suppressions WHERE address_key = $1 AND reason = $2 AND disabled_at IS NULL",
        [key, .text(Suppression.disabled.rawValue)])
      isLifted = isLifted || !lifted.isEmpty
    }
    return isLifted
  }

  /// Cancels unsent mails that offer invitations to an address.
  /// - Returns: the invitations whose mail was cancelled.
  package func cancelOffers(to email: EmailAddress, because reason: Suppression, at now: Timestamp) throws(Problem)
    -> [String]
  {
    let kinds = OutboxMessage.Kind.sql { $0.offersInvitation && $0.isMail }
    let cancelled = try transaction.changeReturning(
      """
      UPDATE outbox SET state = 'cancelled', ended_at = $2, sealed_values = NULL, trouble = $3
      WHERE state IN ('queued', 'leased') AND kind IN \(kinds)
        AND invitation_id IN (SELECT id FROM invitations WHERE email_key = $1 AND status = 'pending')
      RETURNING invitation_id, kind
      """, [.text(email.mailboxKey), .timestamp(now), .text(reason.failure)])
    var invitations: [String] = []
    for row in cancelled where OutboxMessage.Kind(rawValue: try row.text("kind"))?.isInvitation ?? false {
      invitations.append(try row.text("invitation_id"))
    }
    return invitations
  }
}
