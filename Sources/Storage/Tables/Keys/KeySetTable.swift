// SPDX-License-Identifier: Apache-2.0

import Domain

/// A fetched key set.
package struct CachedKeySet: Sendable {
  package var url: String
  package var keys: JSON
  package var fetchedAt: Timestamp
  package var freshUntil: Timestamp
  /// The last request for it, whether or not it was answered.
  package var attemptedAt: Timestamp

  package init(url: String, keys: JSON, fetchedAt: Timestamp, freshUntil: Timestamp, attemptedAt: Timestamp) {
    self.url = url
    self.keys = keys
    self.fetchedAt = fetchedAt
    self.freshUntil = freshUntil
    self.attemptedAt = attemptedAt
  }
}

/// The key sets of issuers, and the issuers that did not answer.
package struct KeySetTable {
  package let transaction: Transaction

  /// The key set of a URL, also one that is no longer fresh; nil if none has been stored.
  package func find(url: String) throws(Problem) -> CachedKeySet? {
    guard let row = try transaction.query("SELECT * FROM key_sets WHERE url = $1", [.text(url)]).first else {
      return nil
    }
    return CachedKeySet(
      url: url, keys: try row.json("keys"), fetchedAt: try row.timestamp("fetched_at"),
      freshUntil: try row.timestamp("fresh_until"),
      attemptedAt: try row.timestamp("attempted_at"))
  }

  /// Stores a key set that was just fetched, or replaces that of the same URL. `attemptedAt` is stored as the time of
  /// fetching too.
  package func save(_ keySet: CachedKeySet) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO key_sets (url, keys, fetched_at, fresh_until, attempted_at) VALUES ($1, $2, $3, $4, $3)
      ON CONFLICT (url) DO UPDATE SET keys = excluded.keys, fetched_at = excluded.fetched_at,
        fresh_until = excluded.fresh_until, attempted_at = excluded.attempted_at
      """, [.text(keySet.url), .json(keySet.keys), .timestamp(keySet.attemptedAt), .timestamp(keySet.freshUntil)])
  }

  /// When a request for the keys at a URL last failed; nil if it has succeeded since.
  package func issuerFailure(url: String) throws(Problem) -> Timestamp? {
    try transaction.query("SELECT failed_at FROM issuer_failures WHERE url = $1", [.text(url)]).first?.timestamp(
      "failed_at")
  }

  /// Stores when a request to an issuer failed, in place of an earlier failure. The URL identifies the issuer.
  package func recordIssuerFailure(url: String, at timestamp: Timestamp) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO issuer_failures (url, failed_at) VALUES ($1, $2)
      ON CONFLICT (url) DO UPDATE SET failed_at = excluded.failed_at
      """, [.text(url), .timestamp(timestamp)])
  }

  /// Deletes the stored failure of an issuer, after a request has succeeded.
  package func deleteIssuerFailure(url: String) throws(Problem) {
    try transaction.change("DELETE FROM issuer_failures WHERE url = $1", [.text(url)])
  }

  /// Whether this process may fetch the key set now. At most one process per `pause` may.
  package func mayRefetch(url: String, now: Timestamp, atMostEvery pause: Duration) throws(Problem) -> Bool {
    let taken = try transaction.changeReturning(
      "UPDATE key_sets SET attempted_at = $2 WHERE url = $1 AND attempted_at <= $3 RETURNING url",
      [.text(url), .timestamp(now), .timestamp(now - pause)])
    return !taken.isEmpty
  }
}
