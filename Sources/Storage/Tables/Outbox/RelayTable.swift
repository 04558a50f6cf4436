// SPDX-License-Identifier: Apache-2.0

import Domain

/// The relays that do not accept mails now, that take fewer connections than configured, or whose rate all processes
/// share.
package struct RelayTable {
  package let transaction: Transaction

  /// All relays with a state; usually none.
  package func all() throws(Problem) -> [RelayState] { try transaction.query("SELECT * FROM relays").map(relay) }

  /// The state of a relay; nil if it has none.
  package func relay(_ name: String) throws(Problem) -> RelayState? {
    try transaction.query("SELECT * FROM relays WHERE name = $1", [.text(name)]).first.map(relay)
  }

  /// Checks whether a message is leased and no event of its vendor says what became of it, and reads the states of the
  /// relays, if there are any.
  /// - Returns: nil if the message must not be sent.
  package func all(ifLeased mailID: String) throws(Problem) -> [RelayState]? {
    let rows = try transaction.query(
      """
      SELECT (SELECT COUNT(*) FROM relays) AS relay_count FROM outbox
      WHERE id = $1 AND state = 'leased' AND outcome IS NULL
      """, [.text(mailID)])
    guard let row = rows.first else { return nil }
    return try row.integer("relay_count") > 0 ? all() : []
  }

  /// Stores the state of a relay. The row of a relay that has none and no rate is removed.
  package func store(_ relay: RelayState) throws(Problem) {
    try transaction.change(
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
    guard relay.since == nil, relay.connections == nil else { return }
    try transaction.change("DELETE FROM relays WHERE name = $1 AND free_at = 0", [.text(relay.name)])
  }

  /// Lets relays that have failed be tried now, because an operator has corrected the cause.
  package func retryAll(at now: Timestamp) throws(Problem) {
    try transaction.change("UPDATE relays SET next_try_at = $1 WHERE next_try_at > $1", [.timestamp(now)])
  }

  /// Reserves the next sending slot of a relay, whose rate all processes share.
  /// - Returns: the time of the slot; nil if it is not before `end`, and then nothing is reserved.
  package func reserveSlot(
    of relay: String, rate: Double, now: Timestamp, before end: Timestamp
  ) throws(Problem) -> Timestamp? {
    let free = try transaction.query("SELECT free_at FROM relays WHERE name = $1", [.text(relay)]).first?.timestamp(
      "free_at")
    let start = max(free ?? now, now)
    guard start < end else { return nil }
    try transaction.change(
      """
      INSERT INTO relays (name, free_at) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET free_at = excluded.free_at
      """, [.text(relay), .timestamp(start + .milliseconds(Int((1000 / rate).rounded(.up))))])
    return start
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
