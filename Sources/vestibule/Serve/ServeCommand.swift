// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Glibc

struct ServeCommand: ParsableCommand {
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

  @Option(help: "The maximum number of processes of each function.")
  var processes = 8

  @Option(help: "Ends a process after so many seconds without a request.")
  var idle = 60

  @Option(help: "The maximum number of connections.")
  var connections = 10_000

  @Option(help: "The seconds after SIGTERM after which whatever has not ended is killed.")
  var grace = 12

  @Option(help: "The folder of the functions. The default is that of this command.")
  var functions: String?

  @Flag(help: "For development only: keeps mails and shows them at /inbox, and trusts a development key.")
  var inbox = false

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Runs the schedules, and deliver-mail when a message is due.")
  var schedules = true

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("--port should be from 0 to 65535") }
    guard (1...1000).contains(workers) else { throw ValidationError("--workers should be from 1 to 1000") }
    guard (1...1000).contains(processes) else { throw ValidationError("--processes should be from 1 to 1000") }
    guard (1...86_400).contains(idle) else { throw ValidationError("--idle should be from 1 to 86400") }
    guard (1...1_000_000).contains(connections) else {
      throw ValidationError("--connections should be from 1 to 1000000")
    }
    guard (1...3600).contains(grace) else { throw ValidationError("--grace should be from 1 to 3600") }
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
    let router = try Router(functions: functions ?? executableFolder())
    let limits = WorkerLimits(total: workers, ofFunction: processes, idle: .seconds(Int64(idle)))
    let server = Server(
      listener: listener, router: router, limits: try orFailure { () throws(Problem) in try limits.withSettings() },
      maximumConnections: connections, grace: .seconds(Int64(grace)), development: development, runsSchedules: schedules
    )
    try server.run()
  }
}
