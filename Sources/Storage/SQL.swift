// SPDX-License-Identifier: Apache-2.0

import Domain

/// A value of a column or a parameter. Both engines keep what they are asked to as one of these: moments are
/// milliseconds, flags are 0 and 1, JSON and everything binary is text.
public enum SQLValue: Equatable, Sendable {
  case null
  case integer(Int)
  case text(String)

  static func text(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }
  static func timestamp(_ timestamp: Timestamp?) -> SQLValue { timestamp.map { .integer($0.milliseconds) } ?? .null }
  static func flag(_ flag: Bool) -> SQLValue { .integer(flag ? 1 : 0) }
  static func json(_ json: JSON) -> SQLValue { .text(json.text) }
}

/// One row of a result, its columns by name.
public struct Row {
  let columns: [String: Int]
  let values: [SQLValue]

  func text(_ column: String) throws(Problem) -> String {
    guard let text = try optionalText(column) else { throw .bug("column \(column) is null") }
    return text
  }

  func optionalText(_ column: String) throws(Problem) -> String? {
    switch try value(column) {
    case .text(let text): return text
    case .null: return nil
    case .integer: throw .bug("column \(column) is no text")
    }
  }

  func integer(_ column: String) throws(Problem) -> Int {
    guard let number = try optionalInteger(column) else { throw .bug("column \(column) is null") }
    return number
  }

  func optionalInteger(_ column: String) throws(Problem) -> Int? {
    switch try value(column) {
    case .integer(let number): return number
    case .null: return nil
    case .text: throw .bug("column \(column) is no integer")
    }
  }

  func flag(_ column: String) throws(Problem) -> Bool { try integer(column) != 0 }
  func timestamp(_ column: String) throws(Problem) -> Timestamp { Timestamp(milliseconds: try integer(column)) }

  func optionalTimestamp(_ column: String) throws(Problem) -> Timestamp? {
    try optionalInteger(column).map { Timestamp(milliseconds: $0) }
  }

  func json(_ column: String) throws(Problem) -> JSON {
    let text = try text(column)
    // What was taken is nested in what we made around it.
    do { return try JSON(parsing: Array(text.utf8), maximumDepth: 256) } catch {
      throw .bug("column \(column) is no JSON: \(error.reason)")
    }
  }

  private func value(_ column: String) throws(Problem) -> SQLValue {
    guard let index = columns[column] else { throw .bug("there is no column \(column)") }
    return values[index]
  }
}

/// What a transaction is for.
enum TransactionKind {
  /// Sees one state of the database and changes nothing.
  case reading
  /// What it reads cannot change before it commits.
  case deciding
  /// Takes rows that are due and writes about them. What it reads of others may change before it commits.
  case sweeping
}

/// One connection to a database: the small part of SQLite and PostgreSQL that everything above is written in.
///
/// Parameters are `$1`, `$2` … in either engine.
protocol Connection: AnyObject {
  var dialect: Dialect { get }
  /// Runs one statement and gives its rows.
  /// - Throws: `service/unavailable` where the database is out of reach, full, locked or broken.
  func run(_ sql: String, _ parameters: [SQLValue]) throws(Problem) -> [Row]
  /// Begins a transaction; where it is to write, it may wait here for its turn.
  func begin(_ kind: TransactionKind) throws(Problem)
  func commit() throws(Problem)
  /// Ends the transaction as if it had never been; never fails, since a connection that is lost has done so too.
  func rollback()
  /// Whether it is of no use any more, and another one is to be opened.
  var isLost: Bool { get }
  /// Whether the transaction that has just been rolled back for the so-manieth time failed for reasons that are not its
  /// own, did nothing for certain, and has the time to be run again.
  func mayRunAgain(afterAttempts attempts: Int) -> Bool
  /// The number of the last migration that was applied; 0 where there was none.
  func schemaVersion() throws(Problem) -> Int
  /// The statements that set it.
  func settingSchemaVersion(to version: Int) -> [String]
  /// Gets a database that has never been used ready for its first migration.
  func prepareForMigration() throws(Problem)
  /// Begins a transaction that nobody else can be in at the same time.
  func beginMigration() throws(Problem)
  /// Does what the end of the process does not do by itself. It is of no use afterwards.
  func shutdown()
}
