// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The rows of a table in another SQLite database.
final class TableRecords: RecordSource {
  private let table: SQLiteTable
  private let columns: [String]
  private let names: [String]
  private let name: String
  private var rowsRead = 0

  init(_ table: String, inDatabaseAt path: String, _ format: SourceFormat) throws(Failure) {
    name = "the table \(table) of \(path)"
    do throws(SQLiteTable.Failure) { self.table = try SQLiteTable(table, inDatabaseAt: path) } catch {
      throw .unreadable("\(name) cannot be read: \(error.reason)")
    }
    if let failure = format.failure(with: self.table.columns) { throw .unreadable("\(name): \(failure)") }
    names = self.table.columns
    columns = names.map(Record.plainName)
  }

  var progress: ReadingProgress { ReadingProgress(unit: .rows, done: rowsRead, total: table.rowCount) }

  func next() throws(Failure) -> Record? {
    do throws(SQLiteTable.Failure) {
      guard let values = try table.next() else { return nil }
      rowsRead += 1
      let pairs = zip(columns, values.map(json))
      return Record(
        line: rowsRead, Dictionary(pairs, uniquingKeysWith: { one, other in one == .null ? other : one }),
        columns: names)
    } catch {
      throw .unreadable("\(name), row \(rowsRead + 1): \(error.reason)")
    }
  }

  private func json(_ value: SQLValue) -> JSON {
    switch value {
    case .null: .null
    case .integer(let number): JSON(number)
    case .text(let text): .string(text)
    }
  }
}
