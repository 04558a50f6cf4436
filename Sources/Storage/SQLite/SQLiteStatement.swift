// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Domain
import Glibc

/// A statement that is prepared once and can run many times.
final class SQLiteStatement {
  private let database: OpaquePointer
  private let handle: OpaquePointer
  private let columns: [String: Int]
  /// The number of each parameter, in SQLite's order. For SQLite, `$2` is a name, and parameters are numbered in the
  /// order of their first use (sqlite.org/lang_expr.html, "Parameters"). A `?` has the next number.
  private let numbers: [Int]

  init(_ sql: String, in database: OpaquePointer) throws(Problem) {
    var handle: OpaquePointer?
    let result = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard result == SQLITE_OK, let handle else { throw Self.problem(result, database) }
    self.database = database
    self.handle = handle
    let count = Int(sqlite3_column_count(handle))
    columns = Dictionary(
      (0..<count).map { (String(cString: sqlite3_column_name(handle, Int32($0))), $0) },
      uniquingKeysWith: { one, _ in one })
    numbers = (0..<sqlite3_bind_parameter_count(handle)).map { place in
      sqlite3_bind_parameter_name(handle, place + 1).map { Int(atoi($0 + 1)) } ?? Int(place) + 1
    }
    assert(Set(numbers).count == numbers.count, "a parameter of a list comes before one with a name")
  }

  deinit { sqlite3_finalize(handle) }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func bind(_ parameters: [SQLValue]) throws(Problem) {
    guard parameters.count <= numbers.count else { throw .bug("sqlite: more values than parameters") }
    for (index, number) in zip(Int32(1)..., numbers) where number <= parameters.count {
      let result =
        switch parameters[number - 1] {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let integer): sqlite3_bind_int64(handle, index, Int64(integer))
        case .text(let text): csqlite_bind_text(handle, index, text, Int32(text.utf8.count))
        }
      guard result == SQLITE_OK else { throw Self.problem(result, database) }
    }
  }

  func rows() throws(Problem) -> [Row] {
    var rows: [Row] = []
    while true {
      let result = sqlite3_step(handle)
      if result == SQLITE_DONE { return rows }
      guard result == SQLITE_ROW else { throw Self.problem(result, database) }
      rows.append(Row(columns: columns, values: (0..<Int32(columns.count)).map { sqlValue(of: handle, column: $0) }))
    }
  }

  /// SQLite's messages contain names of tables and columns, but no values, so they can be logged.
  private static func problem(_ result: Int32, _ database: OpaquePointer) -> Problem {
    let cause = "sqlite \(result): \(String(cString: sqlite3_errmsg(database)))"
    switch result & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .unavailable("the database is locked for too long", cause: cause)
    case SQLITE_FULL: return .unavailable("the database's disk is full", cause: cause)
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM, SQLITE_AUTH:
      return .unavailable("the database cannot be read or written", cause: cause)
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .unavailable("the database file is damaged", cause: cause)
    case SQLITE_NOMEM: return .unavailable("there is not enough memory", cause: cause)
    default: return .bug(cause)
    }
  }
}

/// The value of a column in the statement's current row.
func sqlValue(of statement: OpaquePointer, column index: Int32) -> SQLValue {
  switch sqlite3_column_type(statement, index) {
  case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, index)))
  case SQLITE_NULL: return .null
  default:
    let bytes = UnsafeBufferPointer(
      start: sqlite3_column_text(statement, index), count: Int(sqlite3_column_bytes(statement, index)))
    return .text(String(decoding: bytes, as: UTF8.self))
  }
}
