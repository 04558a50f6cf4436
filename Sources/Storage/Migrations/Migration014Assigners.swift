// SPDX-License-Identifier: Apache-2.0

/// Who has assigned a workout: somebody of the client's team.
enum Migration014Assigners: Migration {
  static func statements(text: String) -> [String] {
    [
      // Null for that of the client.
      "ALTER TABLE workouts ADD COLUMN inviter_id \(text) REFERENCES accounts (id)",
      "CREATE INDEX workouts_by_inviter ON workouts (inviter_id) WHERE inviter_id IS NOT NULL",
    ]
  }
}
