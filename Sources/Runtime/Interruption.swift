import Domain
import Glibc

/// What ends the process from outside: the deadline, or the runner that wants it gone. Whatever has been committed by
/// then is whole and whatever has not never was, so that the process may end anywhere; it only has to say so.
enum Interruption {
  /// Answers SIGTERM and SIGINT, and sets the alarm that goes off where nothing else kept the deadline.
  static func arm(deadline: Duration) {
    // Whoever writes what cannot be written is told so by the call.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    signal(SIGALRM) { _ in Interruption.end(Interruption.late) }
    signal(SIGTERM) { _ in Interruption.end(Interruption.stopped) }
    signal(SIGINT) { _ in Interruption.end(Interruption.stopped) }
    var timer = itimerval()
    let microseconds = max(
      1000, Int(deadline.components.seconds) * 1_000_000 + Int(deadline.components.attoseconds / 1_000_000_000_000))
    timer.it_value = timeval(tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  /// From now on the answer is being written, and an interruption says nothing more.
  static func silence() {
    for number in [SIGALRM, SIGTERM, SIGINT] { signal(number) { _ in _exit(75) } }
  }

  /// Ends the process with that status if what is left to do, such as saying farewell to a relay, takes longer than a
  /// second or the deadline.
  static func leave(with status: Int32) {
    exitStatus = status
    for number in [SIGALRM, SIGTERM, SIGINT] { signal(number) { _ in _exit(Interruption.exitStatus) } }
    var timer = itimerval()
    getitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer)
    if timer.it_value.tv_sec >= 1 { timer.it_value = timeval(tv_sec: 1, tv_usec: 0) }
    if timer.it_value.tv_sec == 0, timer.it_value.tv_usec == 0 { timer.it_value.tv_usec = 1 }
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  /// Written once, before the alarm that reads it.
  nonisolated(unsafe) private static var exitStatus: Int32 = 0

  private static let late = line(Problem(.deadline, "the event was not answered before the deadline"))
  private static let stopped = line(Problem(.unavailable, "the process was told to stop"))

  /// A signal handler may call hardly anything: the line has been made before.
  private static func end(_ line: Line) {
    _ = write(STDOUT_FILENO, line.bytes.baseAddress, line.bytes.count)
    _exit(75)
  }

  private static func line(_ problem: Problem) -> Line {
    let answer: JSON = [
      "error": problem.json(userMessage: "That did not work right now. Please try again.", fieldMessages: [])
    ]
    let bytes = answer.line + [0x0A]
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = buffer.initialize(from: bytes)
    return Line(bytes: UnsafeBufferPointer(buffer))
  }

  /// Makes both lines, for a handler must not.
  static func prepare() { _ = (late.bytes.count, stopped.bytes.count) }

  /// Bytes that live as long as the process and never change.
  private struct Line: @unchecked Sendable { let bytes: UnsafeBufferPointer<UInt8> }
}
