// SPDX-License-Identifier: Apache-2.0

import Domain

/// Traces of people who were refused because of their age.
package struct UnderageTable {
  package let transaction: Transaction

  /// The minimum age for which a person was refused within the last day; nil if the key was not refused.
  package func find(key: String, now: Timestamp) throws(Problem) -> Int? {
    try transaction.query(
      "SELECT minimum_age FROM underage_refusals WHERE key = $1 AND expires_at > $2", [.text(key), .timestamp(now)]
    ).first?.integer("minimum_age")
  }

  /// Stores a refusal until its end, unless an earlier one is still stored.
  package func remember(
    key: String, minimumAge: Int, now: Timestamp, until end: Timestamp
  ) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO underage_refusals (key, minimum_age, expires_at) VALUES ($1, $2, $4)
      ON CONFLICT (key) DO UPDATE SET minimum_age = excluded.minimum_age, expires_at = excluded.expires_at
        WHERE underage_refusals.expires_at <= $3
      """, [.text(key), .integer(minimumAge), .timestamp(now), .timestamp(end)])
  }

  /// Deletes a refusal before its end.
  package func remove(key: String) throws(Problem) {
    try transaction.change("DELETE FROM underage_refusals WHERE key = $1", [.text(key)])
  }

  /// Deletes expired refusals, at most `limit`.
  package func delete(now: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM underage_refusals WHERE key IN (
        SELECT key FROM underage_refusals WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)
      RETURNING key
      """, [.timestamp(now), .integer(limit)]
    ).count
  }
}
