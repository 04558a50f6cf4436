// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Domain

/// A table of somebody else's SQLite database, read from its first row to its last and never written.
public final class SQLiteTable {
  public let columns: [String]
  public let rowCount: Int
  private let database: OpaquePointer
  private let rows: OpaquePointer

  /// Why a table cannot be read.
  public struct Trouble: Error {
    public let reason: String
  }

  public init(_ name: String, inDatabaseAt path: String) throws(Trouble) {
    var handle: OpaquePointer?
    let opened = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard opened == SQLITE_OK, let handle else {
      sqlite3_close(handle)
      throw Trouble(reason: String(cString: sqlite3_errstr(opened)))
    }
    sqlite3_busy_timeout(handle, 30_000)
    let table = "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    do throws(Trouble) {
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

  /// The next row's values, in the order of the columns.
  public func next() throws(Trouble) -> [SQLValue]? {
    switch sqlite3_step(rows) {
    case SQLITE_DONE: return nil
    case SQLITE_ROW: return (0..<Int32(columns.count)).map { sqlValue(of: rows, column: $0) }
    default: throw Trouble(reason: String(cString: sqlite3_errmsg(database)))
    }
  }

  private static func prepared(_ sql: String, in database: OpaquePointer) throws(Trouble) -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw Trouble(reason: String(cString: sqlite3_errmsg(database)))
    }
    return statement
  }
}
