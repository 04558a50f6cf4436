// SPDX-License-Identifier: Apache-2.0

/// Why mails did not arrive, and the state of the relays.
enum Migration009Relays: Migration {
  static func statements(text: String) -> [String] {
    [
      // A value of `BounceReason`.
      "ALTER TABLE outbox ADD COLUMN outcome_reason \(text)",
      // When an operator queued the message again; null if none did. The time limit of its attempts begins then.
      "ALTER TABLE outbox ADD COLUMN requeued_at BIGINT",
      // The relays that do not accept mails now, that take fewer connections than `MAIL_CONNECTIONS`, or that send at a
      // rate: `free_at` is their next slot.
      """
      CREATE TABLE relays (
        name \(text) PRIMARY KEY, since BIGINT, reason \(text), next_try_at BIGINT, failures BIGINT NOT NULL DEFAULT 0,
        connections BIGINT, limited_at BIGINT, free_at BIGINT NOT NULL DEFAULT 0)
      """,
      "INSERT INTO relays (name, free_at) SELECT relay, free_at FROM relay_paces",
      "DROP TABLE relay_paces",
    ]
  }
}
