// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import Domain
import Glibc

/// The servers that a connection URI names. One of them accepts connections.
///
/// libpq tries the hosts of a URI one after the other too, but a program that polls, and so has a deadline, never gets
/// past a host that does not answer: `connect_timeout` works only in libpq's own waiting functions
/// (postgresql.org/docs/15/libpq-connect.html, "PQconnectStartParams").
struct PostgreSQLServers {
  /// Where one server listens. Members that are nil are those of the URI.
  private struct Host {
    var name: String?
    var address: String?
    var port: String?
  }

  private let uri: String
  private let hosts: [Host]
  /// How long one host may take before the next is tried.
  private let timeout: Duration

  /// With several hosts, how long each may take if the URI has no `connect_timeout`.
  private static let defaultTimeout = Duration.seconds(2)

  /// - Parameter uri: a libpq URI such as `postgres://user:password@one.example,two.example/name`.
  /// - Throws: `service/misconfigured`.
  init(uri: String) throws(Problem) {
    if let reason = cpostgresql_open() { throw .unavailable("libpq cannot be loaded", cause: String(cString: reason)) }
    guard cpostgresql_is_uri(uri) != 0 else { throw PostgreSQLRefusal.ofURI(uri) }
    self.uri = uri
    func list(_ keyword: String) -> [String?] {
      Self.option(keyword, of: uri)?.split(separator: ",", omittingEmptySubsequences: false).map { String($0) } ?? []
    }
    let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
    let count = max(1, names.count, addresses.count)
    hosts = (0..<count).map { place in
      Host(
        name: place < names.count ? names[place] : nil, address: place < addresses.count ? addresses[place] : nil,
        // One port is that of all hosts.
        port: place < ports.count ? ports[place] : ports.count == 1 ? ports[0] : nil)
    }
    let seconds = Self.option("connect_timeout", of: uri).flatMap { Int($0) } ?? 0
    timeout = seconds > 0 ? .seconds(seconds) : hosts.count > 1 ? Self.defaultTimeout : .days(1)
  }

  private static func option(_ keyword: String, of uri: String) -> String? {
    guard let value = cpostgresql_copy_option(uri, keyword) else { return nil }
    defer { free(value) }
    return String(cString: value)
  }

  /// Connects to the first server that accepts it. As long as the reason may pass, all are tried again until the
  /// deadline: servers start, and a standby becomes the primary.
  /// - Parameter cancelledWaits: counts cancelled waits for standbys as long as the connection is open.
  func connect(by deadline: Deadline, cancelledWaits: UnsafeMutablePointer<Int32>) throws(Problem) -> OpaquePointer {
    var pause = Duration.milliseconds(10)
    var reason: PostgreSQLFailure?
    while true {
      var isPassing = false
      for host in hosts {
        do throws(PostgreSQLFailure) { return try connect(to: host, by: deadline, cancelledWaits) } catch {
          // Another host may be back while one has a wrong password.
          isPassing = isPassing || error.isPassing
          // An error that a server reports takes precedence over a server that does not answer.
          if reason == nil || !error.isSilence { reason = error }
        }
      }
      guard let reason else { throw .bug("a connection URI has no host") }
      guard isPassing, deadline.remaining > pause * 2 else { throw reason.problem }
      usleep(UInt32(pause.wholeMilliseconds) * 1000)
      pause = min(pause * 2, .milliseconds(200))
    }
  }

  private func connect(
    to host: Host, by deadline: Deadline, _ cancelledWaits: UnsafeMutablePointer<Int32>
  ) throws(PostgreSQLFailure) -> OpaquePointer {
    let end = deadline.atMost(timeout)
    // With several hosts, some are standbys.
    let attributes = hosts.count > 1 ? "read-write" : nil
    guard
      let connection = cpostgresql_connect_start(uri, host.name, host.address, host.port, attributes, cancelledWaits)
    else {
      throw PostgreSQLFailure(nil, .unavailable("there is not enough memory", cause: "PQconnectStart"))
    }
    var next = PGRES_POLLING_WRITING
    while cpostgresql_status(connection) != CONNECTION_BAD, next != PGRES_POLLING_OK, next != PGRES_POLLING_FAILED {
      let events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard PostgreSQLLink.wait(cpostgresql_socket(connection), for: events, until: end) else { break }
      next = cpostgresql_connect_poll(connection)
    }
    if next == PGRES_POLLING_OK, cpostgresql_enter_pipeline_mode(connection) != 0 {
      guard let problem = PostgreSQLRefusal.ofServer(connection) else { return connection }
      cpostgresql_finish(connection)
      throw PostgreSQLFailure(nil, problem)
    }
    let message = String(cString: cpostgresql_error_message(connection)).split(separator: "\n").first.map(String.init)
    cpostgresql_finish(connection)
    let state = message.flatMap(SQLState.init(inMessage:))
    if let message, let refusal = PostgreSQLRefusal.ofConnection(message, state) {
      throw PostgreSQLFailure(state, refusal)
    }
    var failure = PostgreSQLFailure(
      state,
      .unavailable(
        "the database is out of reach", cause: "postgresql: \(message ?? "no answer in time")",
        retryAfter: SQLState.retryAfter))
    failure.isSilence = message == nil
    throw failure
  }
}

/// A failed statement, or an unreachable server.
struct PostgreSQLFailure: Error {
  /// The server's code; nil if the server sent none.
  let state: SQLState?
  let problem: Problem
  /// Whether a server did not answer at all.
  var isSilence = false

  init(_ state: SQLState?, _ problem: Problem) {
    self.state = state
    self.problem = problem
  }

  /// Whether trying again can help, because the reason is not a wrong setting.
  var isPassing: Bool { problem.code == .unavailable }
}
