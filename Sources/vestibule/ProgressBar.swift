// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// A progress bar on one line of stderr.
struct ProgressBar {
  private let isTerminal: Bool
  private let isShown: Bool
  private let begin = ContinuousClock.now
  private var next = ContinuousClock.now

  /// - Parameter isWanted: whether to show it also if stderr is not a terminal, with one line for each update.
  init(isWanted: Bool = false) {
    isTerminal = isatty(STDERR_FILENO) == 1
    isShown = isTerminal || isWanted
  }

  /// Updates the bar at most ten times a second.
  mutating func show(_ progress: ReadingProgress, rows: Int? = nil) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    let line = Self.extent(progress) + (rows.map(speed) ?? "")
    writeStandardError(isTerminal ? "\r\u{1B}[K\(line)" : "\(line)\n")
  }

  func clear() {
    if isTerminal { writeStandardError("\r\u{1B}[K") }
  }

  private func speed(_ rows: Int) -> String {
    let milliseconds = max(1, (ContinuousClock.now - begin).wholeMilliseconds)
    return "\(rows) rows, \(rows * 1000 / milliseconds) rows/s"
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
