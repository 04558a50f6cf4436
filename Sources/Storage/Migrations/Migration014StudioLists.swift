// SPDX-License-Identifier: Apache-2.0

/// What the lists of a large team need: who has assigned a workout, and an index of clients by the status of their
/// invitations.
enum Migration014StudioLists: Migration {
  static func statements(text: String) -> [String] {
    [
      // Null for the inviter of the client.
      "ALTER TABLE workouts ADD COLUMN inviter_id \(text) REFERENCES accounts (id)",
      "CREATE INDEX workouts_by_inviter ON workouts (inviter_id) WHERE inviter_id IS NOT NULL",
      // When the client was created, which never changes: clients are listed in this order.
      "ALTER TABLE invitations ADD COLUMN listed_at BIGINT",
      "UPDATE invitations SET listed_at = (SELECT created_at FROM clients WHERE clients.id = invitations.client_id)",
      "CREATE INDEX invitations_by_status ON invitations (team_id, status, listed_at, client_id)",
    ]
  }
}
