// SPDX-License-Identifier: Apache-2.0

import Domain

/// Second factors and passkeys.
package struct FactorTable {
  package let transaction: Transaction

  /// The factors of an account, oldest first: the confirmed ones and those that can still be confirmed.
  package func all(of accountID: String, now: Timestamp) throws(Problem) -> [Factor] {
    try transaction.query(
      """
      SELECT * FROM factors WHERE account_id = $1 AND (confirmed_at IS NOT NULL OR expires_at > $2)
      ORDER BY created_at, id
      """, [.text(accountID), .timestamp(now)]
    ).map(factor)
  }

  /// The confirmed factor with a passkey's credential id; nil if there is none.
  package func find(credentialID: String) throws(Problem) -> Factor? {
    try transaction.query("SELECT * FROM factors WHERE credential_id = $1", [.text(credentialID)]).first.map(factor)
  }

  /// Stores a factor that is being enrolled.
  package func insert(_ factor: Factor) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO factors (id, account_id, type, name, created_at, expires_at, sealed_secret)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      [
        .text(factor.id), .text(factor.accountID), .text(factor.type.rawValue), .text(factor.name),
        .timestamp(factor.createdAt), .timestamp(factor.expiresAt), .text(factor.sealedSecret),
      ])
  }

  /// Stores what confirming and using a factor changes.
  package func update(_ factor: Factor) throws(Problem) {
    let credential = factor.credential
    try transaction.change(
      """
      UPDATE factors SET confirmed_at = $2, last_used_at = $3, sealed_secret = $4, last_step = $5, credential_id = $6,
        public_key = $7, counter = $8, backup_eligible = $9, backed_up = $10, aaguid = $11, transports = $12
      WHERE id = $1
      """,
      [
        .text(factor.id), .timestamp(factor.confirmedAt), .timestamp(factor.lastUsedAt), .text(factor.sealedSecret),
        factor.lastStep.map(SQLValue.integer) ?? .null, .text(credential?.id), .text(credential?.publicKey),
        credential.map { .integer($0.counter) } ?? .null, credential.map { .flag($0.isBackupEligible) } ?? .null,
        credential.map { .flag($0.isBackedUp) } ?? .null, .text(credential?.aaguid),
        .text(credential?.transports.joined(separator: " ")),
      ])
  }

  /// Removes a factor.
  package func remove(_ id: String) throws(Problem) {
    try transaction.change("DELETE FROM factors WHERE id = $1", [.text(id)])
  }

  /// Removes every factor of an account, its recovery codes and its challenges.
  package func removeAll(of accountID: String) throws(Problem) {
    for table in ["factors", "recovery_codes", "challenges"] {
      try transaction.change("DELETE FROM \(table) WHERE account_id = $1", [.text(accountID)])
    }
    try storeCount(of: accountID)
  }

  /// Stores the number of confirmed factors with the account, so that no sign-in has to count them.
  package func storeCount(of accountID: String) throws(Problem) {
    try transaction.change(
      """
      UPDATE accounts SET factors = (
        SELECT COUNT(*) FROM factors WHERE account_id = $1 AND confirmed_at IS NOT NULL) WHERE id = $1
      """, [.text(accountID)])
  }

  /// Deletes factors that were not confirmed in time, at most `limit`.
  package func deleteUnconfirmed(before timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM factors WHERE id IN (
        SELECT id FROM factors WHERE confirmed_at IS NULL AND expires_at <= $1 ORDER BY expires_at LIMIT $2)
      RETURNING id
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }

  private func factor(_ row: Row) throws(Problem) -> Factor {
    guard let type = Factor.Kind(rawValue: try row.text("type")) else { throw .bug("a factor has an unknown type") }
    return Factor(
      id: try row.text("id"), accountID: try row.text("account_id"), type: type, name: try row.optionalText("name"),
      createdAt: try row.timestamp("created_at"), expiresAt: try row.timestamp("expires_at"),
      confirmedAt: try row.optionalTimestamp("confirmed_at"), lastUsedAt: try row.optionalTimestamp("last_used_at"),
      sealedSecret: try row.optionalText("sealed_secret"), lastStep: try row.optionalInteger("last_step"),
      credential: try credential(row))
  }

  private func credential(_ row: Row) throws(Problem) -> FactorCredential? {
    guard let id = try row.optionalText("credential_id") else { return nil }
    return FactorCredential(
      id: id, publicKey: try row.text("public_key"), counter: try row.integer("counter"),
      isBackupEligible: try row.flag("backup_eligible"), isBackedUp: try row.flag("backed_up"),
      aaguid: try row.text("aaguid"), transports: try row.text("transports").split(separator: " ").map(String.init))
  }
}
