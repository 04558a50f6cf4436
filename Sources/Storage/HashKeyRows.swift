// SPDX-License-Identifier: Apache-2.0

import Domain

/// A random key of what is only compared, such as the keys of limits, sealed.
public struct StoredHashKey: Sendable {
  public var name: String
  public var sealedKey: String
  public var createdAt: Timestamp

  public init(name: String, sealedKey: String, createdAt: Timestamp) {
    self.name = name
    self.sealedKey = sealedKey
    self.createdAt = createdAt
  }
}

extension Transaction {
  public func hashKeys() throws(Problem) -> [StoredHashKey] {
    try query("SELECT * FROM hash_keys").map { (row) throws(Problem) in
      StoredHashKey(
        name: try row.text("name"), sealedKey: try row.text("sealed_key"), createdAt: try row.timestamp("created_at"))
    }
  }

  /// The newest signing keys, the newest first, and every hash key: all that the tokens of a session are made with, in
  /// one statement.
  public func tokenKeys() throws(Problem) -> (signing: [StoredSigningKey], hash: [StoredHashKey]) {
    let rows = try query(
      """
      SELECT id, public_key, sealed_private_key, created_at, retired_at, 1 AS is_signing FROM (
        SELECT * FROM signing_keys ORDER BY created_at DESC, id DESC LIMIT 4) AS newest
      UNION ALL SELECT name, '{}', sealed_key, created_at, NULL, 0 FROM hash_keys
      """)
    var signing: [StoredSigningKey] = []
    var hash: [StoredHashKey] = []
    for row in rows {
      let key = try signingKey(row)
      if try row.flag("is_signing") {
        signing.append(key)
      } else {
        hash.append(StoredHashKey(name: key.id, sealedKey: key.sealedPrivateKey, createdAt: key.createdAt))
      }
    }
    // The order of a union is nobody's promise.
    signing.sort { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
    return (signing, hash)
  }

  /// Keeps a key unless there is one of that name: of several processes that make one at once, the first has made it.
  public func insertIfNew(_ key: StoredHashKey) throws(Problem) {
    try change(
      "INSERT INTO hash_keys (name, sealed_key, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
      [.text(key.name), .text(key.sealedKey), .timestamp(key.createdAt)])
  }

  /// Puts a key in the place of the one of its name.
  public func replace(_ key: StoredHashKey) throws(Problem) {
    try change(
      "UPDATE hash_keys SET sealed_key = $2, created_at = $3 WHERE name = $1",
      [.text(key.name), .text(key.sealedKey), .timestamp(key.createdAt)])
  }
}
