// SPDX-License-Identifier: Apache-2.0

import Domain

/// The calls of a client in the current window of a limit.
package struct ClientWindow: Equatable, Sendable {
  /// The number of calls, with the one that was just counted.
  package var calls: Int
  package var endsAt: Timestamp
}

/// The calls of public functions by each client.
package struct ClientWindowTable {
  package let transaction: Transaction

  /// Counts a call of a client.
  ///
  /// The window begins with its first call, so one row is enough for a client however often it calls. A window
  /// that ends more than a window too late was written by a clock that was ahead, and begins anew.
  ///
  /// One statement counts and reads. It can be announced by `prefetch`, so it takes no round trip of its own. It
  /// reads no other row: serializable transactions of different clients do not conflict. The count is no write of the
  /// decision, which may still refuse.
  package func countCall(_ limit: Limit, key: String, now: Timestamp) throws(Problem) -> ClientWindow {
    let isOver = "client_windows.ends_at <= $3 OR client_windows.ends_at > $4"
    let rows = try transaction.query(
      """
      INSERT INTO client_windows (key, ends_at, calls) VALUES ($1, $2, 1)
      ON CONFLICT (key) DO UPDATE SET
        calls = CASE WHEN \(isOver) THEN 1 ELSE client_windows.calls + 1 END,
        ends_at = CASE WHEN \(isOver) THEN excluded.ends_at
          WHEN client_windows.calls + 1 = $5 AND client_windows.ends_at < $6 THEN $6
          ELSE client_windows.ends_at END
      RETURNING calls, ends_at
      """,
      [
        .text(key), .timestamp(now + limit.window), .timestamp(now),
        .timestamp(now + limit.window + limit.window + limit.block),
        .integer(limit.max), .timestamp(limit.block > .zero ? now + limit.block : Timestamp(milliseconds: 0)),
      ])
    // While queries are announced there are no rows.
    guard let row = rows.first else { return ClientWindow(calls: 0, endsAt: now) }
    return ClientWindow(calls: try row.integer("calls"), endsAt: try row.timestamp("ends_at"))
  }

  /// Gives the window of a client the key that it has after a change of the secret key. Like the count it is no write
  /// of the decision.
  package func rename(_ former: String, to key: String) throws(Problem) {
    _ = try transaction.query(
      """
      UPDATE client_windows SET key = $2
      WHERE key = $1 AND NOT EXISTS (SELECT 1 FROM client_windows WHERE key = $2) RETURNING key
      """, [.text(former), .text(key)])
  }

  /// Deletes windows that are over, at most `limit`.
  package func delete(now: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM client_windows WHERE key IN (
        SELECT key FROM client_windows WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2)
      RETURNING key
      """, [.timestamp(now), .integer(limit)]
    ).count
  }
}
