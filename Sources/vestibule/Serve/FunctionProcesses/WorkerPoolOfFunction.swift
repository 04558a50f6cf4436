// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore

/// The processes of one function, and the requests that wait for them.
final class WorkerPoolOfFunction {
  let name: String
  let command: [String]
  let maximum: Int
  /// Whether the processes count towards the maximum of all functions.
  let isLimited: Bool
  private unowned let all: Workers
  /// Every process that has not been reaped.
  private(set) var workers: [Worker] = []
  /// The one that was used last comes last, and is used first.
  private var idle: [Worker] = []
  private var waiting = CircularBuffer<PendingRequest>()
  /// The number of starts that have failed since the last one that has not.
  private var failures = 0
  private var pausedUntil = NIODeadline.now()

  init(_ name: String, command: [String], maximum: Int, isLimited: Bool = true, in all: Workers) {
    self.name = name
    self.command = command
    self.maximum = maximum
    self.isLimited = isLimited
    self.all = all
  }

  var isStarving: Bool { !waiting.isEmpty && workers.isEmpty }
  var isBusy: Bool { !waiting.isEmpty || workers.contains { $0.request != nil } }
  /// Since when the process that is used least has been idle; nil if all have requests.
  var idleSince: NIODeadline? { idle.first?.since }

  func execute(_ request: PendingRequest) {
    waiting.append(request)
    advance()
  }

  /// Gives requests that wait to processes.
  func advance() {
    while let next = waiting.first {
      guard next.isWanted() else {
        waiting.removeFirst()
        continue
      }
      guard let worker = idle.popLast() ?? start() else { return }
      worker.execute(waiting.removeFirst())
    }
  }

  /// Another process, if there may be one.
  private func start() -> Worker? {
    guard workers.count < maximum, .now() >= pausedUntil, !isLimited || all.makeRoom(for: self) else { return nil }
    do throws(Failure) {
      let worker = try all.start(self)
      workers.append(worker)
      return worker
    } catch {
      writeStandardError("vestibule: \(error.message)\n")
      backOff()
      return nil
    }
  }

  /// A process has answered, and takes the next request, unless it ends.
  func isFree(_ worker: Worker) {
    if worker.isEnding || worker.answered >= all.limits.requests || all.mustGiveRoom(self) {
      worker.stop()
    } else {
      idle.append(worker)
    }
    advance()
  }

  /// A process has ended, is ending, or has no connection any more and therefore ends. Its request is executed again if
  /// that is safe, and otherwise not answered.
  func lost(_ worker: Worker, _ request: PendingRequest?) {
    idle.removeAll { $0 === worker }
    worker.stop()
    guard let request else { return }
    let isNew = worker.hasNotBegun
    worker.forgetRequest()
    guard isNew || request.isRepeatable && !request.isRepeated else { return request.answer(nil) }
    if !isNew { request.isRepeated = true }
    waiting.prepend(request)
    advance()
  }

  /// Removes a process that has ended. After a failed start, the next process is started later.
  func remove(_ id: pid_t, status: Int32) -> Bool {
    guard let place = workers.firstIndex(where: { $0.process.id == id }) else { return false }
    let worker = workers.remove(at: place)
    idle.removeAll { $0 === worker }
    // Such as by the system, which has no memory left.
    if let number = ChildProcess.signal(in: status), number != SIGTERM, !worker.isKilled {
      writeStandardError("vestibule: signal \(number) has ended a process of \(name), \(id)\n")
    }
    worker.reaped()
    if worker.answered == 0, status != 0, .now - worker.process.start < .seconds(1) {
      backOff()
    } else {
      failures = 0
    }
    return true
  }

  /// After each further failure the pause is twice as long, up to 3.2 seconds.
  private func backOff() {
    let pause = TimeAmount.milliseconds(50 << Int64(min(failures, 6)))
    pausedUntil = .now() + pause
    failures += 1
    all.advance(after: pause)
  }

  /// Ends the process that is used least; false if none is idle.
  func endIdle() -> Bool {
    guard !idle.isEmpty else { return false }
    idle.removeFirst().stop()
    return true
  }

  /// Ends processes that are not used, kills those that do not answer or end, and refuses requests that have waited too
  /// long.
  func tidy(_ limits: WorkerLimits) {
    waiting.removeAll { !$0.isWanted() }
    while let since = idleSince, .now() - since > limits.idle { _ = endIdle() }
    for worker in workers where worker.request != nil || worker.isEnding {
      if .now() - worker.since > limits.killTime { worker.kill() }
    }
    while let first = waiting.first, .now() - first.since > limits.answerTime { waiting.removeFirst().answer(nil) }
  }

  /// Ends all processes, each after its request.
  func renew() {
    while endIdle() {}
    for worker in workers { worker.isEnding = true }
  }

  func killAll() { for worker in workers { worker.kill() } }
}
