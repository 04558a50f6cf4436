// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The processes of one function, which share a socket.
final class WorkerPool {
  let socket: ListeningSocket
  private let command: [String]
  private let maximum: Int
  private var processes: [ChildProcess] = []
  /// Until then, requests that wait start no process.
  private var pausedUntil = ContinuousClock.now
  /// When a waiting request was last seen while there were processes.
  private var lastSeen: ContinuousClock.Instant?

  init(command: [String], socket: ListeningSocket, maximum: Int) {
    self.command = command
    self.socket = socket
    self.maximum = maximum
  }

  /// The time until waiting requests may start another process; zero for now, and nil if a process has to end first.
  var pause: Duration? {
    processes.count < maximum ? max(.zero, pausedUntil - .now) : nil
  }

  var isEmpty: Bool { processes.isEmpty }

  /// Starts a process for a request that waits, unless an idle one takes it within a short time.
  func serve() {
    let isWaitingStill = lastSeen.map { .now - $0 < Self.reactionTime * 10 } ?? false
    if processes.isEmpty || isWaitingStill {
      start()
    } else {
      lastSeen = .now
      pausedUntil = .now + Self.reactionTime
    }
  }

  private func start() {
    lastSeen = nil
    do throws(Failure) {
      processes.append(try ChildProcess(command, input: socket.descriptor))
      pausedUntil = .now + Self.startTime
    } catch {
      writeStandardError("vestibule: \(error.message)\n")
      pausedUntil = .now + Self.backOff
    }
  }

  /// Removes a process that has ended. After a failed start, the next process is started later.
  func remove(_ id: pid_t, status: Int32) -> Bool {
    guard let place = processes.firstIndex(where: { $0.id == id }) else { return false }
    let process = processes.remove(at: place)
    // The exit status is in the second byte; a signal is in the first.
    let hasFailed = status & 0x7F == 0 && ![0, 75].contains(status >> 8)
    if hasFailed, .now - process.start < Self.backOff { pausedUntil = .now + Self.backOff }
    return true
  }

  func stop() { for process in processes { kill(process.id, SIGTERM) } }

  /// About the time in which a process starts and takes a request.
  private static let startTime = Duration.milliseconds(20)
  /// More than the time in which an idle process takes a request.
  private static let reactionTime = Duration.milliseconds(5)
  private static let backOff = Duration.seconds(1)
}
