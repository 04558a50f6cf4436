// SPDX-License-Identifier: Apache-2.0

import Domain

extension Transaction {
  /// The suppression of an address; nil if there is none.
  /// - Parameter hash: the keyed hash of `Suppression.hashedText`, to find the suppression of an erased account too; nil
  ///   if there is no key, and so no hash.
  package func suppression(of email: EmailAddress, hash: String?) throws(Problem) -> Suppression? {
    let keys = [email.key, hash.map(Suppression.hashedKey) ?? email.key]
    let found = try query(
      "SELECT reason FROM suppressions WHERE address_key IN ($1, $2)", keys.map(SQLValue.text)
    ).map { (row) throws(Problem) in
      guard let reason = Suppression(rawValue: try row.text("reason")) else {
        throw .bug("a suppression has an invalid reason")
      }
      return reason
    }
    return found.max { $1.replaces($0) }
  }

  /// Suppresses an address.
  /// - Parameter hash: see `suppression`.
  /// - Returns: false if it is suppressed for the same or a stronger reason.
  package func suppress(
    _ email: EmailAddress, _ reason: Suppression, hash: String?, detail: String?, at now: Timestamp
  ) throws(Problem) -> Bool {
    if let known = try suppression(of: email, hash: hash), !reason.replaces(known) { return false }
    try change(
      """
      INSERT INTO suppressions (address_key, reason, detail, at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (address_key) DO UPDATE SET reason = excluded.reason, detail = excluded.detail, at = excluded.at
      """, [.text(email.key), .text(reason.rawValue), .text(detail), .timestamp(now)])
    return true
  }

  /// Cancels unsent mails that offer invitations to an address.
  /// - Returns: the invitations whose mail was cancelled.
  package func cancelOffers(to email: EmailAddress, because reason: Suppression, at now: Timestamp) throws(Problem)
    -> [String]
  {
    let cancelled = try changeReturning(
      """
      UPDATE outbox SET state = 'cancelled', ended_at = $2, sealed_values = NULL, trouble = $3
      WHERE state IN ('queued', 'leased') AND kind IN ('invitation', 'resent-invitation', 'reminder')
        AND invitation_id IN (SELECT id FROM invitations WHERE email_key = $1 AND status = 'pending')
      RETURNING invitation_id, kind
      """, [.text(email.key), .timestamp(now), .text(reason.failure)])
    var invitations: [String] = []
    for row in cancelled where OutboxMessage.Kind(rawValue: try row.text("kind"))?.isInvitation ?? false {
      invitations.append(try row.text("invitation_id"))
    }
    return invitations
  }
}
