// SPDX-License-Identifier: Apache-2.0

import Domain

/// The fingerprints of the secret keys with which values in this database may be encrypted: one, or two while the key
/// is changed.
extension Transaction {
  package func keyFingerprints() throws(Problem) -> [String] {
    try query("SELECT fingerprint FROM secret_keys").map { (row) throws(Problem) in try row.text("fingerprint") }
  }

  /// Stores a fingerprint, unless another process has stored it.
  package func addKeyFingerprint(_ fingerprint: String, at now: Timestamp) throws(Problem) {
    try change(
      "INSERT INTO secret_keys (fingerprint, created_at) VALUES ($1, $2) ON CONFLICT (fingerprint) DO NOTHING",
      [.text(fingerprint), .timestamp(now)])
  }

  /// Deletes all fingerprints except one.
  package func removeKeyFingerprints(except fingerprint: String) throws(Problem) {
    try change("DELETE FROM secret_keys WHERE fingerprint <> $1", [.text(fingerprint)])
  }
}
