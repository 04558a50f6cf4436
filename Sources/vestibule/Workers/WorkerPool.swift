// SPDX-License-Identifier: Apache-2.0

import CFastCGI
import Glibc

/// The processes of one function, which share a socket.
final class WorkerPool {
  let socket: ListeningSocket
  /// Whether the processes count towards the maximum of all pools.
  let isLimited: Bool
  private let command: [String]
  private let maximum: Int
  private var processes: [ChildProcess] = []
  /// The processes that end after their request.
  private var ending: Set<pid_t> = []
  /// The number of starts that have failed since the last one that has not.
  private var failures = 0
  /// Until then, requests that wait start no process.
  private var pausedUntil = ContinuousClock.now
  /// When a waiting request was last seen while there were processes.
  private var lastSeen: ContinuousClock.Instant?
  /// When a waiting request was last seen.
  private(set) var lastRequest = ContinuousClock.now

  init(command: [String], socket: ListeningSocket, maximum: Int, isLimited: Bool = true) {
    self.command = command
    self.socket = socket
    self.maximum = maximum
    self.isLimited = isLimited
  }

  /// The time until waiting requests may start another process; zero for now, and nil if a process has to end first.
  var pause: Duration? {
    processes.count < maximum ? max(.zero, pausedUntil - .now) : nil
  }

  var count: Int { processes.count }
  /// The number of processes that go on after their request.
  var lasting: Int { processes.count - ending.count }

  /// Whether a request waits.
  var hasRequest: Bool {
    var waiting = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  /// Starts a process for a request that waits, unless an idle one takes it within a short time.
  /// - Parameter hasRoom: whether another process may be started. It is called only if one is needed.
  func serve(ifThereIsRoom hasRoom: () -> Bool) {
    lastRequest = .now
    let isWaitingStill = lastSeen.map { .now - $0 < Self.reactionTime * 10 } ?? false
    guard processes.isEmpty || isWaitingStill else {
      lastSeen = .now
      pausedUntil = .now + Self.reactionTime
      return
    }
    if hasRoom() { start() } else { pausedUntil = .now + Self.reactionTime }
  }

  private func start() {
    lastSeen = nil
    do throws(Failure) {
      processes.append(try ChildProcess(command, input: socket.descriptor))
      pausedUntil = .now + Self.startTime
    } catch {
      writeStandardError("vestibule: \(error.message)\n")
      backOff()
    }
  }

  /// Removes a process that has ended. After a failed start, the next process is started later.
  func remove(_ id: pid_t, status: Int32) -> Bool {
    guard let place = processes.firstIndex(where: { $0.id == id }) else { return false }
    let process = processes.remove(at: place)
    if ending.remove(id) != nil { return true }
    // The exit status is in the second byte; a signal is in the first.
    let isRefused = status & 0x7F == 0 && ![0, 75].contains(status >> 8)
    let time = isRefused ? Self.timeOfRefusal : Self.timeOfStart
    if status != 0, .now - process.start < time { backOff() } else { failures = 0 }
    return true
  }

  /// After each further failure the pause is twice as long.
  private func backOff() {
    pausedUntil = .now + Self.firstPause * (1 << min(failures, Self.maximumDoublings))
    failures += 1
  }

  /// Ends the oldest process, after its request.
  func endOne() {
    guard let process = processes.first(where: { !ending.contains($0.id) }) else { return }
    ending.insert(process.id)
    kill(process.id, SIGTERM)
  }

  /// Ends all processes.
  func stop(_ number: Int32 = SIGTERM) { for process in processes { kill(process.id, number) } }

  /// About the time in which a process starts and takes a request.
  private static let startTime = Duration.milliseconds(20)
  /// More than the time in which an idle process takes a request.
  private static let reactionTime = Duration.milliseconds(5)
  /// A process that is killed, or exits with 75, within this time has probably answered nothing.
  private static let timeOfStart = Duration.milliseconds(50)
  /// The same with any other exit status, such as 78.
  private static let timeOfRefusal = Duration.seconds(1)
  private static let firstPause = Duration.milliseconds(50)
  /// To 3.2 seconds.
  private static let maximumDoublings = 6
}
