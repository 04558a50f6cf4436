// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Glibc

/// Ends the process at the deadline or on a signal. Transactions are committed completely or not at all, so the
/// process may end at any point; it only has to write an answer.
enum Interruption {
  /// The bytes of the answer, and the exit status.
  typealias Reply = (bytes: [UInt8], status: Int32)

  /// Prepares the answers of interruptions in advance, because a signal handler may call almost no function.
  /// - Parameter descriptor: where they are written.
  static func prepare(on descriptor: Int32 = STDOUT_FILENO, _ reply: (Problem) -> Reply) {
    let lines = (
      Line(reply(Problem(.deadline, "the event was not answered before the deadline")), descriptor),
      Line(reply(Problem(.unavailable, "the process was stopped")), descriptor)
    )
    let former = (late, stopped)
    // A handler must not find half of a line.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigprocmask(SIG_SETMASK, &all, &before)
    (late, stopped) = lines
    sigprocmask(SIG_SETMASK, &before, nil)
    former.0.bytes.deallocate()
    former.1.bytes.deallocate()
  }

  /// Handles SIGTERM and SIGINT, and sets the alarm in case an operation ignores the deadline.
  /// - Parameter allowed: the time limit of the event.
  /// - Returns: the time for work, which is a little less than the time until the alarm.
  static func arm(_ allowed: Duration) -> Duration {
    let margin = min(allowed / 10, .milliseconds(300))
    // A failed write returns an error instead.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    signal(SIGALRM) { _ in Interruption.answer(Interruption.late) }
    for number in [SIGTERM, SIGINT] {
      signal(number) { _ in if !StopRequest.arrive() { Interruption.answer(Interruption.stopped) } }
    }
    let time = (allowed - margin).components
    let microseconds = max(1000, Int(time.seconds) * 1_000_000 + Int(time.attoseconds / 1_000_000_000_000))
    var timer = itimerval()
    timer.it_value = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    return allowed - margin - min(allowed / 20, .milliseconds(100))
  }

  /// Between two events there is no alarm, and a signal ends the process without an answer.
  static func disarm() {
    var timer = itimerval()
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
  }

  /// From now on the answer is being written, and an interruption writes nothing.
  static func beginShutdown() {
    for number in [SIGALRM, SIGTERM, SIGINT] { signal(number) { _ in _exit(75) } }
  }

  /// Ends the process with `status` if the remaining work, such as closing a connection to a relay, takes longer than
  /// a second or the deadline.
  static func limitShutdown(with status: Int32) {
    exitStatus = status
    for number in [SIGALRM, SIGTERM, SIGINT] { signal(number) { _ in _exit(Interruption.exitStatus) } }
    var timer = itimerval()
    getitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer)
    if timer.it_value.tv_sec >= 1 { timer.it_value = timeval(tv_sec: 1, tv_usec: 0) }
    if timer.it_value.tv_sec == 0, timer.it_value.tv_usec == 0 { timer.it_value.tv_usec = 1 }
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  // Each is written before the handler that reads it is installed.
  nonisolated(unsafe) private static var exitStatus: Int32 = 0
  nonisolated(unsafe) private static var late = Line(([], 75), STDOUT_FILENO)
  nonisolated(unsafe) private static var stopped = Line(([], 75), STDOUT_FILENO)

  private static func answer(_ line: Line) {
    _ = write(line.descriptor, line.bytes.baseAddress, line.bytes.count)
    _exit(line.status)
  }

  /// Bytes that are freed when the next ones are prepared.
  private struct Line {
    let bytes: UnsafeBufferPointer<UInt8>
    let status: Int32
    let descriptor: Int32

    init(_ reply: Reply, _ descriptor: Int32) {
      let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: reply.bytes.count)
      _ = buffer.initialize(from: reply.bytes)
      bytes = UnsafeBufferPointer(buffer)
      status = reply.status
      self.descriptor = descriptor
    }
  }
}
