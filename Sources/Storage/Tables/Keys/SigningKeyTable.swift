// SPDX-License-Identifier: Apache-2.0

import Domain

/// A key that signs access tokens, with its private key encrypted.
///
/// A retired key no longer signs, and `sealedPrivateKey` is empty.
package struct StoredSigningKey: Sendable {
  package var id: String
  /// The public key as a JWK.
  package var publicKey: JSON
  package var sealedPrivateKey: String
  package var createdAt: Timestamp
  package var retiredAt: Timestamp?

  package init(
    id: String, publicKey: JSON, sealedPrivateKey: String, createdAt: Timestamp, retiredAt: Timestamp? = nil
  ) {
    self.id = id
    self.publicKey = publicKey
    self.sealedPrivateKey = sealedPrivateKey
    self.createdAt = createdAt
    self.retiredAt = retiredAt
  }
}

/// The keys that sign access tokens.
package struct SigningKeyTable {
  package let transaction: Transaction

  /// The newest keys, newest first. Tokens of older keys have expired. There is a key for each rotation: to sort them
  /// here costs less than SQLite's sorter in each event.
  package func newest() throws(Problem) -> [StoredSigningKey] {
    let keys = try transaction.query("SELECT * FROM signing_keys").map(signingKey)
    return Array(keys.sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }.prefix(4))
  }

  /// The signing key with an id, also a retired one; nil if there is none.
  package func find(id: String) throws(Problem) -> StoredSigningKey? {
    try transaction.query("SELECT * FROM signing_keys WHERE id = $1", [.text(id)]).first.map(signingKey)
  }

  /// Retires every key and erases its private key.
  package func retireAll(at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE signing_keys SET retired_at = COALESCE(retired_at, $1), sealed_private_key = ''", [.timestamp(now)])
  }

  /// Deletes every key. All tokens that they signed are refused from now on.
  package func removeAll() throws(Problem) { try transaction.change("DELETE FROM signing_keys") }

  /// Stores a new key.
  package func insert(_ key: StoredSigningKey) throws(Problem) {
    try transaction.change(
      "INSERT INTO signing_keys (id, public_key, sealed_private_key, created_at) VALUES ($1, $2, $3, $4)",
      [.text(key.id), .json(key.publicKey), .text(key.sealedPrivateKey), .timestamp(key.createdAt)])
  }

  func signingKey(_ row: Row) throws(Problem) -> StoredSigningKey {
    StoredSigningKey(
      id: try row.text("id"), publicKey: try row.json("public_key"),
      sealedPrivateKey: try row.text("sealed_private_key"), createdAt: try row.timestamp("created_at"),
      retiredAt: try row.optionalTimestamp("retired_at"))
  }
}
