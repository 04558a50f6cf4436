// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import NIOCore

/// Runs the functions with a schedule in time, and the command that sends mails as soon as they are due.
final class Schedules {
  private let router: Router
  private var running: [pid_t: String] = [:]
  private var watcher: ChildProcess?
  /// The command that was told to end because another one takes its place.
  private var replaced: pid_t?
  /// When the command that ended is started again.
  private var nextWatch = NIODeadline.now()
  /// The last minute whose schedules have been started, since 1970.
  private var lastMinute = Schedules.minute
  private var isEnding = false

  init(_ router: Router) { self.router = router }

  private static var minute: Int { time(nil) / 60 }

  /// Whether a process has not ended.
  var isEmpty: Bool { running.isEmpty && watcher == nil }

  /// Once a second.
  func tidy() {
    guard !isEnding else { return }
    startWatcher()
    let now = Self.minute
    // The clock has been set back: its minutes are new ones. A correction by less than an hour repeats none.
    if now < lastMinute - 60 { lastMinute = now }
    // After a pause of the machine, such as a laptop's, the schedules of the last hour run.
    for minute in max(lastMinute + 1, now - 59)..<max(lastMinute + 1, now + 1) { start(in: minute) }
    lastMinute = max(lastMinute, now)
  }

  private func start(in minute: Int) {
    var seconds = minute * 60
    var time = tm()
    gmtime_r(&seconds, &time)
    for (name, schedule) in router.schedules where schedule.includes(time) && !running.values.contains(name) {
      report { () throws(Failure) in running[try start(name).id] = name }
    }
  }

  /// Starts a function with the event without data.
  private func start(_ name: String) throws(Failure) -> ChildProcess {
    let (input, output) = try privatePipe()
    defer { for end in [input, output] { close(end) } }
    _ = Glibc.write(output, "{}", 2)
    let timeout = Catalogue.wholeEntry(of: name)["timeoutSeconds"]?.integer ?? 60
    // Less than the time in which a platform would end it.
    let variables = ["RUNNER": "stdin", "DEADLINE_SECONDS": String(timeout * 11 / 12)]
    return try ChildProcess(
      ["\(router.folder)/\(name)"], input: input, adding: variables, isQuiet: true, isOwnGroup: true)
  }

  private func startWatcher() {
    let program = "\(router.folder)/\(DeliverCommand.function)"
    guard watcher == nil, .now() >= nextWatch, access(program, X_OK) == 0 else { return }
    nextWatch = .now() + .seconds(5)
    report { () throws(Failure) in
      watcher = try ChildProcess(
        ["/proc/self/exe", "deliver", "--watch", "--program", program, "--parent", String(getpid())], isQuiet: true,
        isOwnGroup: true)
    }
  }

  private func report(_ body: () throws(Failure) -> Void) {
    do throws(Failure) { try body() } catch { writeStandardError("vestibule: \(error.message)\n") }
  }

  /// Removes a process that has ended; false if it is none of these.
  func remove(_ id: pid_t) -> Bool {
    if id == watcher?.id {
      watcher = nil
      nextWatch = id == replaced ? .now() : .now() + .seconds(5)
      return true
    }
    return running.removeValue(forKey: id) != nil
  }

  /// Replaces the command that sends mails: what it runs has its variables.
  func renew() {
    guard let watcher else { return }
    replaced = watcher.id
    kill(watcher.id, SIGTERM)
  }

  /// Starts nothing more. What runs goes on to its end, but no mail is begun.
  func end() {
    isEnding = true
    for (id, name) in running where name == DeliverCommand.function { kill(id, SIGTERM) }
    if let watcher { kill(watcher.id, SIGTERM) }
  }

  func killAll() {
    for id in running.keys { kill(id, SIGKILL) }
    // Also the function that it has started.
    if let watcher { kill(-watcher.id, SIGKILL) }
  }
}
