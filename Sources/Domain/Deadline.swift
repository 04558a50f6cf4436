// SPDX-License-Identifier: Apache-2.0

/// The moment by which an event must have been answered, on a clock that nobody sets.
///
/// A process that answers one event after the other puts its deadline off for each: whatever was given it before, such
/// as a connection, keeps the new one.
public struct Deadline: Sendable {
  private let end: End

  /// Moved only between two events, when nothing looks at it.
  private final class End: @unchecked Sendable {
    var instant: ContinuousClock.Instant
    init(_ instant: ContinuousClock.Instant) { self.instant = instant }
  }

  public init(in duration: Duration) { end = End(.now + duration) }

  private init(_ instant: ContinuousClock.Instant) { end = End(instant) }

  /// What is left, never less than zero.
  public var remaining: Duration { max(.zero, end.instant - .now) }

  /// This deadline, or one so much from now where that is sooner.
  public func atMost(_ duration: Duration) -> Deadline { Deadline(min(end.instant, .now + duration)) }

  /// So much before this one.
  public func earlier(by duration: Duration) -> Deadline { Deadline(end.instant - duration) }

  /// Lets it be so much from now, for everybody who has it.
  public func putOff(to duration: Duration) { end.instant = .now + duration }
}
