// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import Domain
import Glibc

/// A connection that runs one statement at a time and waits for its result until the deadline at most.
final class PostgreSQLLink {
  private let connection: OpaquePointer
  var deadline: Deadline
  /// Whether the connection can no longer be used.
  private(set) var isLost = false
  private var isClosed = false

  /// A failed statement, or an unreachable server.
  struct Failure: Error {
    /// The server's code; nil if the server sent none.
    let state: SQLState?
    let problem: Problem
  }

  /// Connects. If the server is starting or has no free connection, it is tried again until the deadline.
  init(uri: String, deadline: Deadline) throws(Problem) {
    if let reason = cpostgresql_open() { throw .unavailable("libpq cannot be loaded", cause: String(cString: reason)) }
    guard cpostgresql_is_uri(uri) != 0 else {
      throw .misconfigured("DATABASE_URL", "is not a connection URI that libpq understands")
    }
    self.deadline = deadline
    var pause = Duration.milliseconds(10)
    while true {
      do throws(Failure) {
        connection = try Self.connect(uri, deadline)
        return
      } catch {
        guard error.state?.isPassing ?? false, deadline.remaining > pause * 2 else { throw error.problem }
        usleep(UInt32(pause.wholeMilliseconds) * 1000)
        pause = min(pause * 2, .milliseconds(200))
      }
    }
  }

  deinit { close() }

  /// Closes the connection. It cannot be used any more.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    cpostgresql_finish(connection)
  }

  var isInTransaction: Bool { cpostgresql_transaction_status(connection) != PQTRANS_IDLE }
  var backendPID: Int { Int(cpostgresql_backend_pid(connection)) }

  private static func connect(_ uri: String, _ deadline: Deadline) throws(Failure) -> OpaquePointer {
    guard let connection = cpostgresql_connect_start(uri) else {
      throw Failure(state: nil, problem: .unavailable("there is not enough memory", cause: "PQconnectStart"))
    }
    var next = PGRES_POLLING_WRITING
    while cpostgresql_status(connection) != CONNECTION_BAD, next != PGRES_POLLING_OK, next != PGRES_POLLING_FAILED {
      let events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard wait(cpostgresql_socket(connection), for: events, until: deadline) else { break }
      next = cpostgresql_connect_poll(connection)
    }
    if next == PGRES_POLLING_OK { return connection }
    let message = String(cString: cpostgresql_error_message(connection)).split(separator: "\n").first.map(String.init)
    cpostgresql_finish(connection)
    let state = message.flatMap(SQLState.init(inMessage:))
    let refusal = state?.problem("").code == .misconfigured ? state?.problem("") : nil
    throw Failure(
      state: state,
      problem: refusal
        ?? .unavailable(
          "the database is out of reach", cause: "postgresql: \(message ?? "no answer before the deadline")"))
  }

  /// Sends a statement and returns the last result.
  /// - Parameter send: passes the statement to libpq; 0 if that fails.
  func run(_ send: (OpaquePointer) -> Int32) throws(Failure) -> PostgreSQLResult {
    guard !isLost, send(connection) != 0 else { throw lost() }
    try flush()
    var last: PostgreSQLResult?
    var failure: PostgreSQLResult?
    while true {
      while cpostgresql_is_busy(connection) != 0 {
        guard wait(for: POLLIN) else { throw late() }
        guard cpostgresql_consume_input(connection) != 0 else { throw lost() }
      }
      guard let handle = cpostgresql_get_result(connection) else { break }
      last = PostgreSQLResult(handle)
      if last?.state != nil { failure = last }
    }
    // A broken connection ends in a result too, which has no other information.
    if cpostgresql_status(connection) == CONNECTION_BAD { throw lost(failure?.state) }
    if let failure, let state = failure.state { throw Failure(state: state, problem: state.problem(failure.message)) }
    guard let last else { throw lost() }
    return last
  }

  private func flush() throws(Failure) {
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

  private func lost(_ state: SQLState? = nil) -> Failure {
    isLost = true
    let message = String(cString: cpostgresql_error_message(connection)).split(separator: "\n").first ?? ""
    return Failure(
      state: nil,
      problem: .unavailable(
        "the connection to the database was lost", cause: "postgresql \(state?.code ?? ""): \(message)"))
  }

  /// The server may still run the statement, so that the connection cannot be used any more.
  private func late() -> Failure {
    isLost = true
    return Failure(
      state: nil,
      problem: .unavailable(
        "the database did not answer in time", cause: "postgresql: no answer before the deadline"))
  }

  private func wait(for events: Int32) -> Bool {
    Self.wait(cpostgresql_socket(connection), for: events, until: deadline)
  }

  private static func wait(_ socket: Int32, for events: Int32, until deadline: Deadline) -> Bool {
    var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
      let ready = poll(&descriptor, 1, Int32(clamping: deadline.remaining.wholeMilliseconds))
      if ready >= 0 || errno != EINTR { return ready > 0 }
    }
  }
}

/// The server's result of one statement.
final class PostgreSQLResult {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }
  deinit { cpostgresql_clear(handle) }

  /// Why the statement failed; nil if it succeeded.
  var state: SQLState? {
    switch cpostgresql_result_status(handle) {
    case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR:
      SQLState(code: cpostgresql_sqlstate(handle).map { String(cString: $0) } ?? "")
    default: nil
    }
  }

  /// The server's message of a failure, without its detail, which would quote values of the row.
  var message: String { cpostgresql_message(handle).map { String(cString: $0) } ?? "" }
  var command: String { cpostgresql_command(handle).map { String(cString: $0) } ?? "" }

  func rows() throws(PostgreSQLLink.Failure) -> [Row] {
    let count = cpostgresql_columns(handle)
    let columns = Dictionary(
      (0..<count).map { (String(cString: cpostgresql_name(handle, $0)), Int($0)) }, uniquingKeysWith: { one, _ in one })
    let kinds = (0..<count).map { Kind(cpostgresql_type(handle, $0)) }
    var rows: [Row] = []
    rows.reserveCapacity(Int(cpostgresql_rows(handle)))
    for row in 0..<cpostgresql_rows(handle) {
      var values: [SQLValue] = []
      for column in 0..<count { values.append(try value(row, column, kinds[Int(column)])) }
      rows.append(Row(columns: columns, values: values))
    }
    return rows
  }

  func text(row: Int32, column: Int32) -> String {
    let bytes = UnsafeRawBufferPointer(
      start: cpostgresql_value(handle, row, column), count: Int(cpostgresql_length(handle, row, column)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The types that this bundle's columns and expressions have. For the numbers see the server's `pg_type.dat`.
  private enum Kind {
    case integer, boolean, text
    case other(Oid)

    init(_ type: Oid) {
      switch type {
      case 20, 21, 23: self = .integer
      case 16: self = .boolean
      case 19, 25, 705, 1042, 1043, 2278: self = .text
      default: self = .other(type)
      }
    }
  }

  private func value(_ row: Int32, _ column: Int32, _ kind: Kind) throws(PostgreSQLLink.Failure) -> SQLValue {
    if cpostgresql_is_null(handle, row, column) != 0 { return .null }
    let text = text(row: row, column: column)
    switch kind {
    case .text: return .text(text)
    case .boolean: return .flag(text == "t")
    case .integer: if let number = Int(text) { return .integer(number) }
    case .other: break
    }
    throw PostgreSQLLink.Failure(state: nil, problem: .bug("postgresql: a column has an unexpected type"))
  }
}
