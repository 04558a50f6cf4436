// SPDX-License-Identifier: Apache-2.0

/// Keys of backends, and the key that caused an entry of the audit log.
enum Migration016ServiceKeys: Migration {
  static func statements(text: String) -> [String] {
    [
      // A key is an inviter's or a team's. Without a hash it has ended.
      """
      CREATE TABLE service_keys (
        id \(text) PRIMARY KEY, name \(text) NOT NULL UNIQUE, functions \(text) NOT NULL,
        account_id \(text) REFERENCES accounts (id), team_id \(text) REFERENCES teams (id), secret_hash \(text) UNIQUE,
        created_at BIGINT NOT NULL, rotated_at BIGINT, expires_at BIGINT)
      """,
      "CREATE INDEX service_keys_of_account ON service_keys (account_id)",
      "CREATE INDEX service_keys_of_team ON service_keys (team_id)",
      // The name of the key.
      "ALTER TABLE audit ADD COLUMN service \(text)",
    ]
  }
}
