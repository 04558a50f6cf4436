// SPDX-License-Identifier: Apache-2.0

/// The time by which an event must be answered, on a monotonic clock.
///
/// A process that answers several events extends one deadline for each. Objects that keep the deadline, such as a
/// connection, then have the new one.
package struct Deadline: Sendable {
  private let end: End

  /// Changed only between two events, when no other code reads it.
  private final class End: @unchecked Sendable {
    var instant: ContinuousClock.Instant
    init(_ instant: ContinuousClock.Instant) { self.instant = instant }
  }

  package init(in duration: Duration) { end = End(.now + duration) }

  private init(_ instant: ContinuousClock.Instant) { end = End(instant) }

  /// The remaining time, at least zero.
  package var remaining: Duration { max(.zero, end.instant - .now) }

  /// This deadline, or `duration` from now, whichever is earlier.
  package func atMost(_ duration: Duration) -> Deadline { Deadline(min(end.instant, .now + duration)) }

  /// This deadline minus `duration`.
  package func earlier(by duration: Duration) -> Deadline { Deadline(end.instant - duration) }

  /// Sets the deadline to `duration` from now, for everything that shares it.
  package func extend(to duration: Duration) { end.instant = .now + duration }
}
