// SPDX-License-Identifier: Apache-2.0

import Domain

/// The fingerprints of the secret keys with which values in this database may be encrypted: one, or two while the key
/// is changed.
package struct SecretKeyTable {
  package let transaction: Transaction

  package func fingerprints() throws(Problem) -> [String] {
    try transaction.query("SELECT fingerprint FROM secret_keys").map { (row) throws(Problem) in
      try row.text("fingerprint")
    }
  }

  /// Stores a fingerprint, unless another process has stored it.
  package func add(_ fingerprint: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "INSERT INTO secret_keys (fingerprint, created_at) VALUES ($1, $2) ON CONFLICT (fingerprint) DO NOTHING",
      [.text(fingerprint), .timestamp(now)])
  }

  /// Deletes all fingerprints except one.
  package func removeAll(except fingerprint: String) throws(Problem) {
    try transaction.change("DELETE FROM secret_keys WHERE fingerprint <> $1", [.text(fingerprint)])
  }
}
