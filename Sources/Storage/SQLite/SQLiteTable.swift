// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Domain

/// A table of an external SQLite database, which is read once and never written.
package final class SQLiteTable {
  package let columns: [String]
  package let rowCount: Int
  private let database: OpaquePointer
  private let rows: OpaquePointer

  /// The reason why a table cannot be read.
  package struct Failure: Error {
    package let reason: String
  }

  package init(_ name: String, inDatabaseAt path: String) throws(Failure) {
    var handle: OpaquePointer?
    let opened = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard opened == SQLITE_OK, let handle else {
      sqlite3_close(handle)
      throw Failure(reason: String(cString: sqlite3_errstr(opened)))
    }
    sqlite3_busy_timeout(handle, 30_000)
    let table = "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    do throws(Failure) {
      let count = try Self.prepared("SELECT count(*) FROM \(table)", in: handle)
      sqlite3_step(count)
      rowCount = Int(sqlite3_column_int64(count, 0))
      sqlite3_finalize(count)
      let rows = try Self.prepared("SELECT * FROM \(table)", in: handle)
      columns = (0..<sqlite3_column_count(rows)).map { String(cString: sqlite3_column_name(rows, $0)) }
      self.rows = rows
    } catch {
      sqlite3_close(handle)
      throw error
    }
    database = handle
  }

  deinit {
    sqlite3_finalize(rows)
    sqlite3_close(database)
  }

  /// The values of the next row, in column order.
  package func next() throws(Failure) -> [SQLValue]? {
    switch sqlite3_step(rows) {
    case SQLITE_DONE: return nil
    case SQLITE_ROW: return (0..<Int32(columns.count)).map { sqlValue(of: rows, column: $0) }
    default: throw Failure(reason: String(cString: sqlite3_errmsg(database)))
    }
  }

  private static func prepared(_ sql: String, in database: OpaquePointer) throws(Failure) -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw Failure(reason: String(cString: sqlite3_errmsg(database)))
    }
    return statement
  }
}
