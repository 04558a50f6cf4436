// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import Domain
import Glibc

/// A connection in libpq's pipeline mode (postgresql.org/docs/15/libpq-pipeline-mode.html): statements are queued, sent
/// together, and answered in their order. Each exchange takes one round trip, however many statements it has.
final class PostgreSQLLink {
  /// A statement with its parameters.
  enum Request {
    case statement(String, [SQLValue])
    case prepare(name: String, String)
    case prepared(name: String, [SQLValue])
    /// Ends a part of an exchange: the server skips what follows a failed statement up to here.
    case end
  }

  /// The answer to a statement.
  final class Reply {
    /// Nil until it has arrived.
    fileprivate(set) var result: PostgreSQLResult?
    /// Whether a failure is not reported: the transaction has ended for the caller.
    fileprivate let isIgnored: Bool

    fileprivate init(isIgnored: Bool) { self.isIgnored = isIgnored }
  }

  private let connection: OpaquePointer
  private let cancelled: UnsafeMutablePointer<Int32>
  let deadline: Deadline
  /// Whether the connection can no longer be used.
  private(set) var isLost = false
  /// Whether the server has not answered before the deadline.
  private(set) var isLate = false
  private var isClosed = false
  private var unsent: [(request: Request, reply: Reply)] = []
  /// The replies that have not arrived, in their order. Nil stands for an `end`.
  private var awaited: [Reply?] = []

  /// - Parameter timeout: how long connecting takes, at most until the deadline.
  init(servers: PostgreSQLServers, deadline: Deadline, timeout: Duration) throws(Problem) {
    self.deadline = deadline
    cancelled = .allocate(capacity: 1)
    cancelled.initialize(to: 0)
    connection = try servers.connect(by: deadline.atMost(timeout), cancelledWaits: cancelled)
  }

  deinit {
    close()
    cancelled.deallocate()
  }

  /// Closes the connection. It cannot be used any more.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    // A pooler ends a server process whose client leaves in the middle of an exchange.
    if !isLost, !awaited.isEmpty { try? receive() }
    cpostgresql_finish(connection)
  }

  /// Asks the server to stop, after a deadline.
  func cancel() { cpostgresql_cancel(connection) }

  /// Stops using the connection, for example because the server is not the primary any more.
  func abandon() { isLost = true }

  /// The number of commits that the server reported without waiting for its standbys any longer.
  var cancelledWaits: Int { Int(cancelled.pointee) }
  var backendPID: Int { Int(cpostgresql_backend_pid(connection)) }

  /// Queues a statement. It is sent with the next exchange.
  @discardableResult
  func queue(_ request: Request, isIgnored: Bool = false) -> Reply {
    let reply = Reply(isIgnored: isIgnored)
    unsent.append((request, reply))
    return reply
  }

  /// The number of queued statements.
  var unsentCount: Int { unsent.count }

  /// Whether a statement is queued.
  func isUnsent(_ reply: Reply) -> Bool { unsent.contains { $0.reply === reply } }

  /// Discards the queued statements.
  func discardUnsent() { unsent = [] }

  /// Sends the queued statements, and does not wait for their replies.
  func send() throws(PostgreSQLFailure) {
    queue(.end)
    for (request, reply) in unsent {
      guard !isLost, pass(request) else { throw lost() }
      if case .end = request { awaited.append(nil) } else { awaited.append(reply) }
    }
    unsent = []
    try flush()
  }

  /// Sends the queued statements and waits for all replies.
  /// - Throws: the first failure. The server has then skipped the later statements up to the next `end`.
  func exchange() throws(PostgreSQLFailure) {
    try send()
    try receive()
  }

  private func pass(_ request: Request) -> Bool {
    switch request {
    case .statement(let sql, let parameters):
      parameters.withPointers { cpostgresql_send_query_params(connection, sql, $0, $1, $2, $3) } != 0
    case .end: cpostgresql_pipeline_sync(connection) != 0
    case .prepare(let name, let sql): cpostgresql_send_prepare(connection, name, sql) != 0
    case .prepared(let name, let parameters):
      parameters.withPointers { cpostgresql_send_query_prepared(connection, name, $0, $1, $2, $3) } != 0
    }
  }

  private func receive() throws(PostgreSQLFailure) {
    var failure: PostgreSQLFailure?
    while !awaited.isEmpty {
      guard let result = try nextResult(failure) else { throw lost() }
      guard let reply = awaited.removeFirst() else { continue }
      reply.result = result
      // Nothing else ends the results of a statement.
      guard try nextResult(failure) == nil else { throw lost() }
      guard failure == nil, !reply.isIgnored, let state = result.state else { continue }
      failure = PostgreSQLFailure(state, state.problem(result.message))
    }
    if let failure { throw failure }
  }

  /// - Parameter failure: the failure before this result. If the server has ended the connection, it is the reason.
  private func nextResult(_ failure: PostgreSQLFailure?) throws(PostgreSQLFailure) -> PostgreSQLResult? {
    while cpostgresql_is_busy(connection) != 0 {
      guard wait(for: POLLIN) else { throw late() }
      guard cpostgresql_consume_input(connection) != 0 else { throw lost(failure?.state) }
    }
    let result = cpostgresql_get_result(connection).map(PostgreSQLResult.init)
    // A broken connection ends in a result too, which has no other information.
    if cpostgresql_status(connection) == CONNECTION_BAD { throw lost(failure?.state ?? result?.state) }
    return result
  }

  private func flush() throws(PostgreSQLFailure) {
    while true {
      switch cpostgresql_flush(connection) {
      case 0: return
      case 1:
        guard wait(for: POLLIN | POLLOUT) else { throw late() }
        guard cpostgresql_consume_input(connection) != 0 else { throw lost() }
      default: throw lost()
      }
    }
  }

  private func lost(_ state: SQLState? = nil) -> PostgreSQLFailure {
    isLost = true
    let message = String(cString: cpostgresql_error_message(connection)).split(separator: "\n").first ?? ""
    return PostgreSQLFailure(
      nil,
      .unavailable(
        "the connection to the database was lost", cause: "postgresql \(state?.code ?? ""): \(message)",
        retryAfter: SQLState.retryAfter))
  }

  /// The server may still run the statement, so the connection cannot be used any more.
  private func late() -> PostgreSQLFailure {
    isLost = true
    isLate = true
    return PostgreSQLFailure(
      nil,
      .unavailable(
        "the database did not answer in time", cause: "postgresql: no answer before the deadline",
        retryAfter: SQLState.retryAfter))
  }

  private func wait(for events: Int32) -> Bool {
    Self.wait(cpostgresql_socket(connection), for: events, until: deadline)
  }

  /// Waits until a socket is ready.
  /// - Returns: false if it is not ready at the deadline.
  static func wait(_ socket: Int32, for events: Int32, until deadline: Deadline) -> Bool {
    var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
      let ready = poll(&descriptor, 1, Int32(clamping: deadline.remaining.wholeMilliseconds))
      if ready >= 0 || errno != EINTR { return ready > 0 }
    }
  }
}

extension String {
  fileprivate var withoutZeros: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}

extension [SQLValue] {
  /// Passes count, pointers, lengths and formats as libpq expects them. PostgreSQL's text cannot contain U+0000,
  /// which is replaced by U+FFFD.
  fileprivate func withPointers(
    _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Int32
  ) -> Int32 {
    var bytes: [UInt8] = []
    let ranges = map { value -> Range<Int>? in
      let start = bytes.count
      switch value {
      case .null: return nil
      case .integer(let number): bytes += String(number).utf8
      case .text(let text): bytes += text.utf8.contains(0) ? text.withoutZeros.utf8 : text.utf8
      }
      bytes.append(0)
      return start..<bytes.count - 1
    }
    let formats = map { value -> Int32 in if case .text = value { 1 } else { 0 } }
    return bytes.withUnsafeBytes { memory in
      let pointers = ranges.map { $0.map { memory.baseAddress!.advanced(by: $0.lowerBound) } }
      return body(
        Int32(count), pointers.map { $0?.assumingMemoryBound(to: CChar.self) },
        ranges.map { Int32($0?.count ?? 0) }, formats)
    }
  }
}
