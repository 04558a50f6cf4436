// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Functions
import Glibc
import Runtime
import Storage

struct ServeCommand: ParsableCommand, ProcessKeeper {
  static let processesOfFunction = 8
  static let idleSeconds = 1...86_400

  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves all functions over HTTP, runs the schedules, and sends mails as soon as they are due.",
    discussion: """
      One process answers HTTP/1.1 for every function with a route, and for /openapi.json, /healthz and /readyz. It hands \
      the requests to processes of the functions, which it starts when they are needed and keeps. A proxy in front of it \
      adds TLS; TRUSTED_PROXIES names it.

      With --inbox it is a server for development: mails are not sent, but are shown at /inbox, the policy also trusts \
      a development key, and a new database gets a first admin with a password. Everybody who reaches the server can \
      then read the mails.

      SIGTERM and SIGINT end it: it accepts no further connections, and answers what it has accepted. SIGHUP replaces \
      the processes, each after its request, so that they read the policy and the templates again.
      """)

  @Option(help: "The folder of the database, its key, the mails, and policy.json, unless their variables are set.")
  var data = "data"

  @Option(help: "The address at which it listens. 0.0.0.0 is every address of this machine.")
  var host = "127.0.0.1"

  @Option(help: "The port; 0 for a free one.")
  var port = 8080

  @Option(help: "A Unix socket instead of an address and a port. Its owner and group may connect.")
  var socket: String?

  @Option(help: "The maximum number of processes of all functions.")
  var workers = 32

  @OptionGroup var limits: ProcessLimits<ServeCommand>

  @Option(help: "The maximum number of connections.")
  var connections = 10_000

  @Option(help: "The folder of the functions. The default is that of this command.")
  var functions: String?

  @Flag(help: "For development only: keeps mails and shows them at /inbox, and trusts a development key.")
  var inbox = false

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Runs the schedules, and deliver-mail when a message is due.")
  var schedules = true

  func validate() throws {
    try require("--port", port, in: 0...65_535)
    try require("--workers", workers, in: 1...1000)
    try require("--connections", connections, in: 1...1_000_000)
  }

  func run() throws {
    try reportingFailure { () throws(Failure) in try serve() }
  }

  private func serve() throws(Failure) {
    let listener =
      if let socket { Listener(socket: try ListeningSocket(socket), path: socket) } else {
        try Listener(host: host, port: port)
      }
    let folder = try DataFolder(data)
    folder.setDefaults()
    let development = inbox ? try Development(at: listener, in: folder, functions: functions) : nil
    prepare()
    let router = try Router(functions: functions ?? executableFolder())
    let workers = WorkerLimits(total: self.workers, ofFunction: limits.processes, idle: .seconds(Int64(limits.idle)))
    let server = Server(
      listener: listener, router: router, limits: try orFailure { () throws(Problem) in try workers.withSettings() },
      maximumConnections: connections, grace: .seconds(Int64(limits.grace)), development: development,
      runsSchedules: schedules, readSettings: folder.setDefaults,
      requireSettings: { () throws(Problem) in
        let settings = Settings()
        _ = try settings.policy()
        try settings.requireForRunners()
      }
    )
    try server.run()
  }

  /// Creates a new database, for which `/readyz` waits, and says which settings are missing. The server starts all the
  /// same: the database may come back, and processes that start later read corrected settings.
  private func prepare() {
    let settings = Settings()
    do throws(Failure) { try createDatabase(settings) } catch { writeStandardError("vestibule: \(error.message)\n") }
    do throws(Problem) {
      try settings.requireForRunners()
      _ = try settings.publicURL()
    } catch {
      writeStandardError("vestibule: \(Failure(error).message)\n")
    }
  }

  private func createDatabase(_ settings: Settings) throws(Failure) {
    try orFailure { () throws(Problem) in
      let environment = try Environment.forOperator(settings, timeout: .seconds(5))
      // The first transaction creates the tables.
      _ = try environment.store.read { (transaction) throws(Problem) in try transaction.relays.all() }
    }
  }
}
