// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc

struct WorkersCommand: ParsableCommand, ProcessKeeper {
  static let processesOfFunction = 4
  static let idleSeconds = 0...86_400

  static let configuration = CommandConfiguration(
    commandName: "workers",
    abstract: "Starts processes of functions when requests of a web server arrive (FastCGI).",
    discussion: """
      It listens on a socket for each function: SOCKETS/NAME. The first request starts a process of the function, with \
      RUNNER=fastcgi. More processes are started while all are busy, up to --processes. If there are --total \
      processes, one of another function ends first. FASTCGI_IDLE_SECONDS takes precedence over --idle. A process that \
      ends loses no request that waits. SOCKETS/readyz answers 200 if `vestibule ready` would succeed, and 503 \
      otherwise. `vestibule deliver --watch` runs as well, so that mails with codes go out within two seconds.

      With a command (vestibule workers FUNCTIONS SOCKETS -- lighttpd -D -f FILE) it runs the web server, and ends when \
      that ends. SIGTERM stops the web server with SIGINT, which lighttpd takes as a request to answer what it has \
      accepted, and then the processes, each after its request.
      """)

  @Argument(help: "The folder of executables, such as public/ of the bundle.")
  var functions: String

  @Argument(help: "The folder of the sockets.")
  var sockets: String

  @OptionGroup var limits: ProcessLimits<WorkersCommand>

  @Option(help: "The maximum number of processes of all functions.")
  var total = 32

  @Flag(inversion: .prefixedNo, exclusivity: .chooseLast, help: "Runs deliver-mail whenever a message is due.")
  var deliver = true

  @Argument(parsing: .postTerminator, help: "The web server.")
  var server: [String] = []

  func validate() throws { try require("--total", total, in: 1...10_000) }

  func run() throws {
    var status: Int32 = 0
    try reportingFailure { () throws(Failure) in
      setenv("RUNNER", "fastcgi", 1)
      setenv("FASTCGI_IDLE_SECONDS", String(limits.idle), 0)
      StopSignals.catchAll()
      var pools = try executables().map { (name) throws(Failure) in
        WorkerPool(
          command: ["\(functions)/\(name)"], socket: try ListeningSocket("\(sockets)/\(name)"),
          maximum: limits.processes)
      }
      pools.append(
        WorkerPool(
          command: ["/proc/self/exe", "ready", "--fastcgi"], socket: try ListeningSocket("\(sockets)/readyz"),
          maximum: 1, isLimited: false))
      let webServer = server.isEmpty ? nil : try ChildProcess(server)
      let watcher = deliver && DeliverCommand.isInstalled ? ["/proc/self/exe", "deliver", "--watch"] : nil
      var supervisor = Supervisor(pools: pools, server: webServer, watcher: watcher, total: total, grace: limits.grace)
      status = try supervisor.run()
    }
    throw ExitCode(status)
  }

  private func executables() throws(Failure) -> [String] {
    guard let files = visibleNames(in: functions) else { throw .misconfigured("\(functions) is not a folder") }
    // The bundle's folder has a script that answers /readyz for web servers without this command.
    let names = files.filter { $0 != "readyz" && access("\(functions)/\($0)", X_OK) == 0 }
    guard !names.isEmpty else { throw .misconfigured("\(functions) has no executables") }
    return names.sorted()
  }
}
