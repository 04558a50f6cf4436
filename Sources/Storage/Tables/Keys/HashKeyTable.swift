// SPDX-License-Identifier: Apache-2.0

import Domain

/// A random key for hashes that are only compared, such as the keys of limits, encrypted.
package struct StoredHashKey: Sendable {
  package var name: String
  package var sealedKey: String
  package var createdAt: Timestamp

  package init(name: String, sealedKey: String, createdAt: Timestamp) {
    self.name = name
    self.sealedKey = sealedKey
    self.createdAt = createdAt
  }
}

/// The keys of keyed hashes.
package struct HashKeyTable {
  package let transaction: Transaction

  /// Every hash key, encrypted; empty if none has been created yet.
  package func all() throws(Problem) -> [StoredHashKey] {
    try transaction.query("SELECT * FROM hash_keys").map { (row) throws(Problem) in
      StoredHashKey(
        name: try row.text("name"), sealedKey: try row.text("sealed_key"), createdAt: try row.timestamp("created_at"))
    }
  }

  /// The keys for the tokens of a session: the newest signing keys, newest first, and every hash key.
  package func tokenKeys() throws(Problem) -> (signing: [StoredSigningKey], hash: [StoredHashKey]) {
    (try transaction.signingKeys.newest(), try all())
  }

  /// Stores a key unless one with the name exists. If several processes create one at the same time, the first one
  /// wins.
  package func insertIfNew(_ key: StoredHashKey) throws(Problem) {
    try transaction.change(
      "INSERT INTO hash_keys (name, sealed_key, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
      [.text(key.name), .text(key.sealedKey), .timestamp(key.createdAt)])
  }

  /// Replaces the key of the same name.
  package func replace(_ key: StoredHashKey) throws(Problem) {
    try transaction.change(
      "UPDATE hash_keys SET sealed_key = $2, created_at = $3 WHERE name = $1",
      [.text(key.name), .text(key.sealedKey), .timestamp(key.createdAt)])
  }
}
