// SPDX-License-Identifier: Apache-2.0

import Domain

/// The relays that do not accept mails now, or that take fewer connections than configured.
extension Transaction {
  /// All relays with a state; usually none.
  package func relays() throws(Problem) -> [RelayState] { try query("SELECT * FROM relays").map(relay) }

  /// The state of a relay; nil if it has none.
  package func relay(_ name: String) throws(Problem) -> RelayState? {
    try query("SELECT * FROM relays WHERE name = $1", [.text(name)]).first.map(relay)
  }

  /// Checks whether a message is leased and no event of its vendor says what became of it, and reads the states of the
  /// relays in the same statement.
  /// - Returns: nil if the message must not be sent.
  package func relays(ifLeased mailID: String) throws(Problem) -> [RelayState]? {
    let rows = try query(
      """
      SELECT outbox.id AS mail_id, relays.* FROM outbox LEFT JOIN relays ON 1 = 1
      WHERE outbox.id = $1 AND outbox.state = 'leased' AND outbox.outcome IS NULL
      """, [.text(mailID)])
    if rows.isEmpty { return nil }
    // Without a relay there is one row, whose columns of a relay are null.
    var relays: [RelayState] = []
    for row in rows where try row.optionalText("name") != nil { relays.append(try relay(row)) }
    return relays
  }

  /// Stores the state of a relay, or removes it if the relay has none.
  package func store(_ relay: RelayState) throws(Problem) {
    if relay.since == nil, relay.connections == nil {
      return try change("DELETE FROM relays WHERE name = $1", [.text(relay.name)])
    }
    try change(
      """
      INSERT INTO relays (name, since, reason, next_try_at, failures, connections, limited_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (name) DO UPDATE SET since = excluded.since, reason = excluded.reason,
        next_try_at = excluded.next_try_at, failures = excluded.failures, connections = excluded.connections,
        limited_at = excluded.limited_at
      """,
      [
        .text(relay.name), relay.since.map(SQLValue.timestamp) ?? .null, .text(relay.reason),
        relay.nextTryAt.map(SQLValue.timestamp) ?? .null, .integer(relay.failures),
        relay.connections.map(SQLValue.integer) ?? .null, relay.limitedAt.map(SQLValue.timestamp) ?? .null,
      ])
  }

  /// Lets relays that have failed be tried now, because an operator has corrected the cause.
  package func retryRelays(at now: Timestamp) throws(Problem) {
    try change("UPDATE relays SET next_try_at = $1 WHERE next_try_at > $1", [.timestamp(now)])
  }

  private func relay(_ row: Row) throws(Problem) -> RelayState {
    var relay = RelayState(try row.text("name"))
    relay.since = try row.optionalTimestamp("since")
    relay.reason = try row.optionalText("reason")
    relay.nextTryAt = try row.optionalTimestamp("next_try_at")
    relay.failures = try row.integer("failures")
    relay.connections = try row.optionalInteger("connections")
    relay.limitedAt = try row.optionalTimestamp("limited_at")
    return relay
  }
}
