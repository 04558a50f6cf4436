// SPDX-License-Identifier: Apache-2.0

import Domain

/// The hits of rate limits.
package struct LimitTable {
  package let transaction: Transaction

  /// The remaining count of a limit, and when it increases again.
  package func allowance(_ limit: Limit, key: String, now: Timestamp) throws(Problem) -> Allowance {
    try allowances([(limit, key)], now: now)[0]
  }

  /// The remaining counts of several limits, and when they increase again.
  ///
  /// A sliding window over single hits: no window has more than `limit.max`. Hits that are more than one window in
  /// the future are ignored: a clock that was ahead wrote them, and they would block a caller until then.
  package func allowances(_ limits: [(limit: Limit, key: String)], now: Timestamp) throws(Problem) -> [Allowance] {
    guard let widest = limits.map({ $0.limit.window + $0.limit.block }).max() else { return [] }
    let rows = try transaction.query(
      """
      SELECT key, at, weight FROM limit_hits
      WHERE at > $1 AND at <= $2 AND key IN (\(transaction.parameters(3, count: limits.count))) ORDER BY key, at
      """, [.timestamp(now - widest), .timestamp(now + widest)] + limits.map { .text($0.key) })
    var hits: [String: [Hit]] = [:]
    for row in rows {
      hits[try row.text("key"), default: []].append(Hit(at: try row.timestamp("at"), weight: try row.integer("weight")))
    }
    return limits.map { allowance($0.limit, hits[$0.key] ?? [], now: now) }
  }

  private struct Hit {
    let at: Timestamp
    let weight: Int
  }

  /// - Parameter hits: all hits of the key, oldest first.
  private func allowance(_ limit: Limit, _ hits: [Hit], now: Timestamp) -> Allowance {
    let counting = hits.filter { $0.at > now - limit.window && $0.at <= now + limit.window }
    var used = counting.reduce(0) { $0 + $1.weight }
    let left = max(0, limit.max - used)
    var retryAfter = (counting.first?.at ?? now) + limit.window - now
    if left == 0 {
      for hit in counting where used >= limit.max {
        used -= hit.weight
        if used < limit.max { retryAfter = hit.at + limit.window - now }
      }
    }
    guard let usedUp = lastUsedUp(limit, hits.filter { $0.at <= now + limit.window }), usedUp + limit.block > now else {
      return Allowance(left: left, retryAfter: retryAfter)
    }
    let held = usedUp + limit.block - now
    return Allowance(left: 0, retryAfter: left == 0 ? max(held, retryAfter) : held)
  }

  /// When a hit last reached the limit; nil if none did, or if the limit has no block.
  private func lastUsedUp(_ limit: Limit, _ hits: [Hit]) -> Timestamp? {
    guard limit.block > .zero else { return nil }
    var (first, used) = (0, 0)
    var usedUp: Timestamp?
    for hit in hits {
      used += hit.weight
      while hits[first].at <= hit.at - limit.window {
        used -= hits[first].weight
        first += 1
      }
      if used >= limit.max { usedUp = hit.at }
    }
    return usedUp
  }

  /// Counts a hit against a limit.
  package func count(_ limit: Limit, key: String, weight: Int = 1, now: Timestamp) throws(Problem) {
    guard weight > 0 else { return }
    // By the index, and not by `expires_at`: a bulk counts a thousand times, and would read all hits each time.
    try transaction.change(
      "DELETE FROM limit_hits WHERE key = $1 AND at <= $2",
      [.text(key), .timestamp(now - limit.window - limit.block)])
    try transaction.change(
      "INSERT INTO limit_hits (key, at, weight, expires_at) VALUES ($1, $2, $3, $4)",
      [.text(key), .timestamp(now), .integer(weight), .timestamp(now + limit.window + limit.block)])
  }
}

extension LimitTable {
  /// Deletes the hits of a key.
  package func delete(key: String) throws(Problem) {
    try transaction.change("DELETE FROM limit_hits WHERE key = $1", [.text(key)])
  }
}

/// How many hits a limit still allows.
package struct Allowance: Equatable, Sendable {
  package var left: Int
  /// When the next hit is allowed, if none are left.
  package var retryAfter: Duration

  package init(left: Int, retryAfter: Duration) {
    self.left = left
    self.retryAfter = retryAfter
  }
}

extension LimitTable {
  /// Deletes hits that are outside of every window, at most `limit`.
  package func delete(now: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM limit_hits WHERE (key, at) IN (
        SELECT key, at FROM limit_hits WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)
      RETURNING at
      """, [.timestamp(now), .integer(limit)]
    ).count
  }
}
