// SPDX-License-Identifier: Apache-2.0

/// The fingerprints of the secret keys, and whether a remembered answer is final.
enum Migration003Keys: Migration {
  static func statements(text: String) -> [String] {
    [
      "CREATE TABLE secret_keys (fingerprint \(text) PRIMARY KEY, created_at BIGINT NOT NULL)",
      // How many milliseconds a repeated event waits for the final answer. Every earlier answer is final.
      "ALTER TABLE seen_events ADD COLUMN amendable_for BIGINT NOT NULL DEFAULT 0",
    ]
  }
}
