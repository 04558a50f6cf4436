// SPDX-License-Identifier: Apache-2.0

/// When a call is repeated. It is repeated after a lost connection and the status 503, never after another answer, and
/// always with the same `Idempotency-Key`, so that it takes effect once.
public struct RetryRules: Sendable {
  /// How often a call is sent at most; 1 for no repetition.
  public var attempts: Int
  /// The pause before the first repetition. Each further one is twice as long.
  public var firstPause: Duration
  /// The longest pause. If the server asks for a longer one, the call fails with its `retryAfter`.
  public var longestPause: Duration
  /// Whether a call whose connection is lost is repeated. A call that a kept answer can replace is not.
  var repeatsUnreachable = true
  /// Waits. Tests replace it.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Creates rules; the pauses of the default ones last 7.5 seconds together, or as long as the server asks.
  public init(
    attempts: Int = 5, firstPause: Duration = .milliseconds(500), longestPause: Duration = .seconds(10)
  ) {
    self.attempts = attempts
    self.firstPause = firstPause
    self.longestPause = longestPause
  }

  /// No repetition: a call fails with its first attempt.
  public static var none: RetryRules { RetryRules(attempts: 1) }

  /// The pause after a failed attempt; nil if there is no other attempt.
  /// - Parameters:
  ///   - attempt: the number of the failed attempt, from 1.
  ///   - retryAfter: the seconds that the server asked for.
  ///   - jitter: between 0 and 1; it spreads clients that fail at the same time.
  func pause(after attempt: Int, retryAfter: Int?, jitter: Double = .random(in: 0...1)) -> Duration? {
    guard attempt < attempts else { return nil }
    if let retryAfter, .seconds(retryAfter) > longestPause { return nil }
    let own = min(firstPause * (1 << min(attempt - 1, 16)), longestPause) * (0.5 + jitter / 2)
    return max(own, .seconds(retryAfter ?? 0))
  }
}
