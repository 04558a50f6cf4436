// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import Domain

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

  /// Whether the server has not run the statement, because an earlier one of the same exchange had failed.
  var wasSkipped: Bool { cpostgresql_result_status(handle) == PGRES_PIPELINE_ABORTED }
  var hasSucceeded: Bool { state == nil && !wasSkipped }

  /// The server's message of a failure, without its detail, which would quote values of the row.
  var message: String { cpostgresql_message(handle).map { String(cString: $0) } ?? "" }
  var command: String { cpostgresql_command(handle).map { String(cString: $0) } ?? "" }

  func rows() throws(PostgreSQLFailure) -> [Row] {
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

  private func value(_ row: Int32, _ column: Int32, _ kind: Kind) throws(PostgreSQLFailure) -> SQLValue {
    if cpostgresql_is_null(handle, row, column) != 0 { return .null }
    let text = text(row: row, column: column)
    switch kind {
    case .text: return .text(text)
    case .boolean: return .flag(text == "t")
    case .integer: if let number = Int(text) { return .integer(number) }
    case .other: break
    }
    throw PostgreSQLFailure(nil, .bug("postgresql: a column has an unexpected type"))
  }
}
