// SPDX-License-Identifier: Apache-2.0

import Domain

/// A token with which this service authenticates at another service.
package struct StoredServiceToken: Sendable {
  package var name: String
  package var sealedToken: String
  package var expiresAt: Timestamp

  package init(name: String, sealedToken: String, expiresAt: Timestamp) {
    self.name = name
    self.sealedToken = sealedToken
    self.expiresAt = expiresAt
  }
}

/// Access tokens of vendors, sealed.
package struct ServiceTokenTable {
  package let transaction: Transaction

  /// A token that has not expired; nil if there is none.
  package func find(_ name: String, now: Timestamp) throws(Problem) -> StoredServiceToken? {
    try transaction.query(
      "SELECT sealed_token, expires_at FROM service_tokens WHERE name = $1 AND expires_at > $2",
      [.text(name), .timestamp(now)]
    ).first.map { (row) throws(Problem) in
      StoredServiceToken(
        name: name, sealedToken: try row.text("sealed_token"), expiresAt: try row.timestamp("expires_at"))
    }
  }

  /// All tokens whose names begin with a text. Names are ASCII.
  package func all(beginningWith prefix: String) throws(Problem) -> [StoredServiceToken] {
    try transaction.query(
      "SELECT name, sealed_token, expires_at FROM service_tokens WHERE name >= $1 AND name < $2",
      [.text(prefix), .text(prefix + "\u{7F}")]
    ).map { (row) throws(Problem) in
      StoredServiceToken(
        name: try row.text("name"), sealedToken: try row.text("sealed_token"),
        expiresAt: try row.timestamp("expires_at"))
    }
  }

  /// Stores a token in place of an earlier one. Tokens that have expired are deleted, because the names change with the
  /// operator's keys.
  package func save(_ token: StoredServiceToken, now: Timestamp) throws(Problem) {
    try transaction.change("DELETE FROM service_tokens WHERE expires_at <= $1", [.timestamp(now)])
    try transaction.change(
      """
      INSERT INTO service_tokens (name, sealed_token, expires_at) VALUES ($1, $2, $3)
      ON CONFLICT (name) DO UPDATE SET sealed_token = excluded.sealed_token, expires_at = excluded.expires_at
      """, [.text(token.name), .text(token.sealedToken), .timestamp(token.expiresAt)])
  }

  /// Deletes a token that its service refuses.
  package func delete(_ name: String) throws(Problem) {
    try transaction.change("DELETE FROM service_tokens WHERE name = $1", [.text(name)])
  }

  /// Deletes every token of this service. The next message makes a new one.
  package func deleteAll() throws(Problem) { try transaction.change("DELETE FROM service_tokens", []) }
}
