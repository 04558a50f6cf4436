// SPDX-License-Identifier: Apache-2.0

/// What the clients of Supabase Auth need: how a session began, sessions that wait for a second factor, and what an app
/// has stored with an account.
enum Migration017Supabase: Migration {
  static func statements(text: String) -> [String] {
    [
      "ALTER TABLE sessions ADD COLUMN method \(text)",
      "ALTER TABLE sessions ADD COLUMN awaits_factor BIGINT NOT NULL DEFAULT 0",
      "ALTER TABLE accounts ADD COLUMN user_metadata \(text)",
    ]
  }
}
