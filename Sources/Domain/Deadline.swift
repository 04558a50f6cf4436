/// The moment by which an event must have been answered, on a clock that nobody sets.
public struct Deadline: Sendable {
  public let instant: ContinuousClock.Instant

  public init(in duration: Duration) { instant = .now + duration }

  private init(_ instant: ContinuousClock.Instant) { self.instant = instant }

  /// What is left, never less than zero.
  public var remaining: Duration { max(.zero, instant - .now) }

  /// This deadline, or one so much from now where that is sooner.
  public func atMost(_ duration: Duration) -> Deadline { Deadline(min(instant, .now + duration)) }

  /// So much before this one.
  public func earlier(by duration: Duration) -> Deadline { Deadline(instant - duration) }
}
