import Domain

extension Transaction {
  /// How much of a limit is left in the window that ends now, and when some of it comes back.
  ///
  /// A sliding window over single hits: in no stretch of that length are there more than `limit.max`. Hits of a clock
  /// that was ahead by more than the window do not count: they would shut somebody out until then.
  public func allowance(_ limit: Limit, key: String, now: Timestamp) throws(Problem) -> Allowance {
    let hits = try query(
      "SELECT at, weight FROM limit_hits WHERE key = $1 AND at > $2 AND at <= $3 ORDER BY at",
      [.text(key), .moment(now - limit.window), .moment(now + limit.window)])
    var used = 0
    for hit in hits { used += try hit.integer("weight") }
    let left = max(0, limit.max - used)
    for hit in hits where used >= limit.max {
      used -= try hit.integer("weight")
      if used < limit.max { return Allowance(left: left, retryAfter: try hit.moment("at") + limit.window - now) }
    }
    let oldest = try hits.first?.moment("at") ?? now
    return Allowance(left: left, retryAfter: oldest + limit.window - now)
  }

  /// Counts something against a limit.
  public func count(_ limit: Limit, key: String, weight: Int = 1, now: Timestamp) throws(Problem) {
    guard weight > 0 else { return }
    try change("DELETE FROM limit_hits WHERE key = $1 AND expires_at <= $2", [.text(key), .moment(now)])
    try change(
      "INSERT INTO limit_hits (key, at, weight, expires_at) VALUES ($1, $2, $3, $4)",
      [.text(key), .moment(now), .integer(weight), .moment(now + limit.window)])
  }
}

extension Transaction {
  /// Forgets what was counted for one key.
  public func forgetLimit(key: String) throws(Problem) {
    try change("DELETE FROM limit_hits WHERE key = $1", [.text(key)])
  }
}

public struct Allowance: Equatable, Sendable {
  public var left: Int
  /// How long until there is room again, once nothing is left.
  public var retryAfter: Duration
}

extension Transaction {
  /// Forgets hits that no window reaches any more, at most so many.
  public func forgetLimitHits(now: Timestamp, limit: Int) throws(Problem) -> Int {
    try change(
      """
      DELETE FROM limit_hits WHERE (key, at) IN (
        SELECT key, at FROM limit_hits WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)
      RETURNING at
      """, [.moment(now), .integer(limit)]
    ).count
  }
}
