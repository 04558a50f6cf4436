import Domain
import Glibc

/// How far a long reading has come, in one line on stderr that is written over and over; nothing where stderr is no
/// terminal.
struct ProgressBar {
  private let isShown = isatty(STDERR_FILENO) == 1
  private let begin = ContinuousClock.now
  private var next = ContinuousClock.now

  /// At most ten times a second.
  mutating func show(_ progress: ReadingProgress, rows: Int) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    let milliseconds = max(1, (ContinuousClock.now - begin).wholeMilliseconds)
    let speed = "\(rows) rows, \(rows * 1000 / milliseconds) rows/s"
    writeStandardError("\r\u{1B}[K\(Self.extent(progress))\(speed)")
  }

  func clear() {
    if isShown { writeStandardError("\r\u{1B}[K") }
  }

  private static func extent(_ progress: ReadingProgress) -> String {
    func size(_ count: Int) -> String {
      switch progress.unit {
      case .bytes: "\(count / 1_000_000).\(count / 100_000 % 10) MB"
      case .rows: "\(count)"
      }
    }
    guard let total = progress.total, total > 0 else { return "\(size(progress.done))  " }
    let (width, done) = (24, min(progress.done, total))
    let filled = width * done / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    return "\(bar) \(100 * done / total) %  \(size(done)) of \(size(total))  "
  }
}
