// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CFastCGI
import Configuration
import Domain
import Functions
import Glibc
import Runtime
import Storage

struct DeliverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: "Runs deliver-mail; with --watch, whenever a message is due.",
    discussion: """
      With --watch it runs until SIGTERM. It looks at SQLite's files five times a second, and asks PostgreSQL once a \
      second, so that a code is sent within two seconds. It replaces the schedule of deliver-mail, but needs none: if it \
      ends, the schedule sends the mails. Prints the result of each run that did something. After SIGTERM or SIGINT no \
      mail is begun, and the attempts that have begun go on to their end; a second signal ends everything at once.
      """)

  @Flag(help: "Waits for messages until it is stopped.")
  var watch = false

  @Option(help: "The executable that sends what is due. The default is next to this command.")
  var program: String?

  @Option(help: ArgumentHelp("Ends when this process is not the parent any more.", visibility: .hidden))
  var parent: Int32?

  func run() throws {
    try reportingFailure { () throws(Failure) in
      // Also next to the processes of `vestibule workers`.
      setenv("RUNNER", "stdin", 1)
      let program = if let given = self.program { given } else { try Self.neighbour() }
      StopSignals.catchAll()
      guard watch else { return try Self.deliver(program) }
      var watcher = OutboxWatcher(Settings())
      while !StopSignals.haveArrived, parent.map({ $0 == getppid() }) ?? true {
        if watcher.mustDeliver() {
          do throws(Failure) {
            try Self.deliver(program)
            watcher.noteSuccess()
          } catch {
            writeStandardError("vestibule: \(error)\n")
            watcher.noteFailure()
          }
        }
        _ = cfastcgi_wait(nil, 0, 200)
      }
    }
  }

  /// The function that sends what is due.
  static let function = Catalogue.onlyFunction(whoseTrigger: "sendsOutbox")

  /// Whether it is next to this executable.
  static var isInstalled: Bool { (try? neighbour()) != nil }

  /// The function in the folder of this executable.
  private static func neighbour() throws(Failure) -> String {
    for folder in ["", "schedules/", "../", "../schedules/"] {
      let candidate = "\(executableFolder())/\(folder)\(function)"
      if access(candidate, X_OK) == 0 { return candidate }
    }
    throw .misconfigured("\(function) is not next to vestibule; --program names it")
  }

  /// Runs the function with an empty event, and waits for it. It gets the signals that arrive in the meantime.
  private static func deliver(_ program: String) throws(Failure) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .unavailable("pipe: \(String(cString: strerror(errno)))") }
    defer { close(ends[0]) }
    _ = Glibc.write(ends[1], "{}", 2)
    close(ends[1])
    let child = try ChildProcess([program], input: ends[0])
    var (status, passedOn) = (Int32(0), 0)
    while waitpid(child.id, &status, WNOHANG) == 0 {
      if StopSignals.number > passedOn {
        passedOn = StopSignals.number
        kill(child.id, SIGTERM)
      }
      _ = cfastcgi_wait(nil, 0, 1000)
    }
    // It may not have begun yet.
    if status & 0x7F == SIGTERM, StopSignals.haveArrived { return }
    guard status == 0 else { throw .unavailable("\(function) ended with status \(status >> 8)") }
  }
}
