// SPDX-License-Identifier: Apache-2.0

import Domain

/// The keys of backends.
package struct ServiceKeyTable {
  package let transaction: Transaction

  /// The key whose secret has a keyed hash; nil if there is none.
  package func find(secretHash: String) throws(Problem) -> ServiceKey? {
    try transaction.query("SELECT * FROM service_keys WHERE secret_hash = $1", [.text(secretHash)]).first.map(key)
  }

  package func find(id: String) throws(Problem) -> ServiceKey? {
    try transaction.query("SELECT * FROM service_keys WHERE id = $1", [.text(id)]).first.map(key)
  }

  package func find(name: String) throws(Problem) -> ServiceKey? {
    try transaction.query("SELECT * FROM service_keys WHERE name = $1", [.text(name)]).first.map(key)
  }

  /// The keys by name.
  package func list(limit: Int) throws(Problem) -> [ServiceKey] {
    try transaction.query(
      "SELECT * FROM service_keys WHERE name >= '' ORDER BY name LIMIT $1", [.integer(limit)]
    ).map(key)
  }

  package func insert(_ key: ServiceKey) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO service_keys (id, name, functions, account_id, team_id, secret_hash, created_at, rotated_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """,
      [
        .text(key.id), .text(key.name), .text(key.functions.joined(separator: " ")), .text(key.accountID),
        .text(key.teamID), .text(key.secretHash), .timestamp(key.createdAt), .timestamp(key.rotatedAt),
        .timestamp(key.expiresAt),
      ])
  }

  /// Replaces the secret of a key, and when it expires.
  package func replaceSecret(of key: ServiceKey) throws(Problem) {
    try transaction.change(
      "UPDATE service_keys SET secret_hash = $2, rotated_at = $3, expires_at = $4 WHERE id = $1",
      [.text(key.id), .text(key.secretHash), .timestamp(key.rotatedAt), .timestamp(key.expiresAt)])
  }

  package func delete(id: String) throws(Problem) {
    try transaction.change("DELETE FROM service_keys WHERE id = $1", [.text(id)])
  }

  /// Ends the keys of an account that is suspended or being deleted. They stay ended when it comes back.
  func end(ofAccount accountID: String) throws(Problem) {
    try transaction.change("UPDATE service_keys SET secret_hash = NULL WHERE account_id = $1", [.text(accountID)])
  }

  private func key(_ row: Row) throws(Problem) -> ServiceKey {
    let holder: ServiceKey.Holder =
      if let id = try row.optionalText("account_id") { .inviter(accountID: id) } else {
        .team(id: try row.text("team_id"))
      }
    return ServiceKey(
      id: try row.text("id"), name: try row.text("name"),
      functions: try row.text("functions").split(separator: " ").map(String.init), holder: holder,
      secretHash: try row.optionalText("secret_hash"), createdAt: try row.timestamp("created_at"),
      rotatedAt: try row.optionalTimestamp("rotated_at"), expiresAt: try row.optionalTimestamp("expires_at"))
  }
}
