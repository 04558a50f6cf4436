// SPDX-License-Identifier: Apache-2.0

import Domain

/// The primary key of an identity.
package struct IdentityKey: Equatable, Sendable {
  package var issuer: String
  package var subject: String

  package init(issuer: String, subject: String) {
    self.issuer = issuer
    self.subject = subject
  }

  /// The place to which its encrypted value is bound. Neither part contains a line break.
  package var place: String { "\(issuer)\n\(subject)" }
}

/// The refresh tokens that a provider has given for an identity, encrypted.
package struct IdentityTokenTable {
  package let transaction: Transaction

  /// The refresh tokens of an identity; empty if it has none, and nil if there is no such identity.
  package func refreshTokens(of identity: IdentityKey) throws(Problem) -> String? {
    try transaction.query(
      "SELECT sealed_refresh_token FROM identities WHERE issuer = $1 AND subject = $2",
      [.text(identity.issuer), .text(identity.subject)]
    ).first.map { (row) throws(Problem) in try row.optionalText("sealed_refresh_token") ?? "" }
  }

  /// Stores the refresh tokens of an identity.
  /// - Returns: false if the identity was removed.
  package func setRefreshTokens(_ sealed: String, of identity: IdentityKey) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      "UPDATE identities SET sealed_refresh_token = $3 WHERE issuer = $1 AND subject = $2 RETURNING issuer",
      [.text(identity.issuer), .text(identity.subject), .text(sealed)]
    ).isEmpty
  }

  /// Records a sign-in with an identity of Apple.
  package func recordUse(of identity: IdentityKey, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE identities SET used_at = $3 WHERE issuer = $1 AND subject = $2",
      [.text(identity.issuer), .text(identity.subject), .timestamp(now)])
  }

  /// When a person last signed in with an identity of Apple, and when its relay last changed; nil if it is unknown.
  package func appleTimes(
    of identity: IdentityKey
  ) throws(Problem) -> (usedAt: Timestamp, relayChangedAt: Timestamp?)? {
    try transaction.query(
      """
      SELECT COALESCE(used_at, created_at) AS used_at, relay_changed_at FROM identities
      WHERE issuer = $1 AND subject = $2
      """, [.text(identity.issuer), .text(identity.subject)]
    ).first.map { (row) throws(Problem) in
      (try row.timestamp("used_at"), try row.optionalTimestamp("relay_changed_at"))
    }
  }

  /// Records when Apple's relay of an identity was turned off or on.
  package func recordRelayChange(of identity: IdentityKey, at timestamp: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE identities SET relay_changed_at = $3 WHERE issuer = $1 AND subject = $2",
      [.text(identity.issuer), .text(identity.subject), .timestamp(timestamp)])
  }

  /// Ends an identity whose connection the person has ended at the provider, which has revoked its tokens. Its subject
  /// leads to the same account again.
  package func end(_ identity: IdentityKey, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE identities SET ended_at = $3, sealed_refresh_token = NULL WHERE issuer = $1 AND subject = $2",
      [.text(identity.issuer), .text(identity.subject), .timestamp(now)])
  }

  /// Removes identities.
  /// - Returns: the refresh tokens of those that had any.
  func refreshTokens(
    ofRemoved condition: String, _ parameters: [SQLValue]
  ) throws(Problem) -> [SealedValue<IdentityKey>] {
    try transaction.changeReturning(
      "DELETE FROM identities WHERE \(condition) RETURNING issuer, subject, sealed_refresh_token", parameters
    ).map(sealedRefreshTokens).filter { !$0.sealed.isEmpty }
  }

  /// The refresh tokens of identities, after an identity; see `SealedValue`.
  package func sealedRefreshTokens(
    after last: IdentityKey?, limit: Int
  ) throws(Problem) -> [SealedValue<IdentityKey>] {
    try transaction.query(
      """
      SELECT issuer, subject, sealed_refresh_token FROM identities WHERE (issuer, subject) > ($1, $2)
      ORDER BY issuer, subject LIMIT $3
      """, [.text(last?.issuer ?? ""), .text(last?.subject ?? ""), .integer(limit)]
    ).map(sealedRefreshTokens)
  }

  /// - Returns: false if the value has changed.
  package func replaceRefreshTokens(of identity: IdentityKey, _ old: String, by new: String) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      """
      UPDATE identities SET sealed_refresh_token = $4
      WHERE issuer = $1 AND subject = $2 AND sealed_refresh_token = $3 RETURNING issuer
      """, [.text(identity.issuer), .text(identity.subject), .text(old), .text(new)]
    ).isEmpty
  }

  private func sealedRefreshTokens(_ row: Row) throws(Problem) -> SealedValue<IdentityKey> {
    SealedValue(
      key: IdentityKey(issuer: try row.text("issuer"), subject: try row.text("subject")),
      sealed: try row.optionalText("sealed_refresh_token") ?? "")
  }
}
