// SPDX-License-Identifier: Apache-2.0

import Domain

/// A value of a column or a parameter. Both databases store timestamps as milliseconds, flags as 0 and 1, and JSON
/// and binary data as text.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int)
  case text(String)

  static func text(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }
  static func integer(_ number: Int?) -> SQLValue { number.map(SQLValue.integer) ?? .null }
  static func timestamp(_ timestamp: Timestamp?) -> SQLValue { timestamp.map { .integer($0.milliseconds) } ?? .null }
  static func flag(_ flag: Bool) -> SQLValue { .integer(flag ? 1 : 0) }
  static func json(_ json: JSON) -> SQLValue { .text(json.text) }
}

/// One row of a result, with columns by name.
package struct Row {
  let columns: [String: Int]
  let values: [SQLValue]
  /// The beginning of the names of the columns that are read.
  private var prefix = ""

  init(columns: [String: Int], values: [SQLValue]) {
    self.columns = columns
    self.values = values
  }

  /// The columns of one table in a join, whose names begin with a prefix.
  func prefixed(_ prefix: String) -> Row {
    var row = self
    row.prefix = prefix
    return row
  }

  func text(_ column: String) throws(Problem) -> String {
    guard let text = try optionalText(column) else { throw .bug("column \(column) is null") }
    return text
  }

  func optionalText(_ column: String) throws(Problem) -> String? {
    switch try value(column) {
    case .text(let text): return text
    case .null: return nil
    case .integer: throw .bug("column \(column) is not text")
    }
  }

  /// A text column that not every query selects; nil if it is null or was not selected.
  func optionalTextIfSelected(_ column: String) throws(Problem) -> String? {
    columns[prefix + column] == nil ? nil : try optionalText(column)
  }

  func integer(_ column: String) throws(Problem) -> Int {
    guard let number = try optionalInteger(column) else { throw .bug("column \(column) is null") }
    return number
  }

  func optionalInteger(_ column: String) throws(Problem) -> Int? {
    switch try value(column) {
    case .integer(let number): return number
    case .null: return nil
    case .text: throw .bug("column \(column) is not an integer")
    }
  }

  func flag(_ column: String) throws(Problem) -> Bool { try integer(column) != 0 }
  func timestamp(_ column: String) throws(Problem) -> Timestamp { Timestamp(milliseconds: try integer(column)) }

  func optionalTimestamp(_ column: String) throws(Problem) -> Timestamp? {
    try optionalInteger(column).map { Timestamp(milliseconds: $0) }
  }

  func json(_ column: String) throws(Problem) -> JSON {
    let text = try text(column)
    // The stored value may contain an event's value within other objects, so it is nested deeper than an event.
    do { return try JSON(parsing: Array(text.utf8), maximumDepth: 256) } catch {
      throw .bug("column \(column) is not JSON: \(error.reason)")
    }
  }

  private func value(_ column: String) throws(Problem) -> SQLValue {
    guard let index = columns[prefix.isEmpty ? column : prefix + column] else {
      throw .bug("there is no column \(column)")
    }
    return values[index]
  }
}

/// The purpose of a transaction, which determines its isolation.
enum TransactionKind {
  /// Sees one state of the database and changes nothing.
  case reading
  /// A `reading` whose queries are all sent together: the first one, and those that were prefetched before.
  case readingAtOnce
  /// What it reads cannot change before it commits.
  case deciding
  /// Sees one state of the database and may create temporary tables.
  case copying
  /// Takes rows that are due and updates them. Other rows that it reads may change before it commits.
  case sweeping
  /// Records data that no answer depends on: it hardly waits for locks, and its commit may be lost in a crash of the
  /// server.
  case noting

  /// How long a statement of `noting` waits for locks.
  static let waitOfNotes = Duration.milliseconds(200)
}

/// A connection to a database: the part of SQLite and PostgreSQL that the storage uses.
///
/// Parameters are `$1`, `$2` … in both databases.
protocol Connection: AnyObject {
  var dialect: Dialect { get }
  /// Runs one statement and returns its rows.
  /// - Throws: `service/unavailable` if the database is unreachable, full, locked or damaged.
  func run(_ sql: String, _ parameters: [SQLValue]) throws(Problem) -> [Row]
  /// Runs one statement that writes and returns its rows.
  func runChange(_ sql: String, _ parameters: [SQLValue]) throws(Problem) -> [Row]
  /// Runs one statement whose rows are not needed, now or with the next statement of the transaction. If it fails, the
  /// next one fails too.
  func execute(_ sql: String, _ parameters: [SQLValue]) throws(Problem)
  /// Whether statements that are sent together are faster.
  var hasRoundTrips: Bool { get }
  /// Announces a query of this transaction, so that it can be sent together with others.
  func prefetch(_ sql: String, _ parameters: [SQLValue])
  /// Begins a transaction. A writing one may wait here for a lock.
  func begin(_ kind: TransactionKind) throws(Problem)
  func commit() throws(Problem)
  /// Rolls the transaction back. It never fails, because a lost connection rolls back too.
  func rollback()
  /// Whether the connection can no longer be used and another one is needed.
  var isLost: Bool { get }
  /// Whether the transaction that was just rolled back may be repeated: another transaction or a lost connection caused
  /// the failure, and there is time left.
  /// - Parameters:
  ///   - waited: the time since the first attempt began.
  ///   - pause: the time until the repetition would begin.
  ///   - noticesCommit: whether a repetition notices that the transaction was committed before.
  func mayRunAgain(afterAttempts attempts: Int, waited: Duration, pause: Duration, noticesCommit: Bool) -> Bool
  /// Whether the first transaction reads the opening state, so this needs no round trip of its own.
  var checksOpeningInTransaction: Bool { get }
  /// Whether the database can be used in a state. Nil if it is not checked by the next transaction.
  var acceptsOpening: ((OpeningState) throws(Problem) -> Bool)? { get set }
  /// Whether the transaction that was just rolled back failed because of the opening state.
  var needsOpening: Bool { get }
  /// Returns when everything that this connection has read is as durable as after a commit of its own.
  func waitForDurability() throws(Problem)
  /// The number of the last applied migration; 0 if there is none.
  func schemaVersion() throws(Problem) -> Int
  /// The schema's number and the fingerprints of the secret keys.
  func openingState() throws(Problem) -> OpeningState
  /// The statements that store the number.
  func settingSchemaVersion(to version: Int) -> [String]
  /// - Throws: `service/misconfigured` if the role may not create tables.
  func requireRightToCreateTables() throws(Problem)
  /// Prepares a new database for its first migration.
  func prepareForMigration() throws(Problem)
  /// Begins a transaction that excludes other migrations.
  func beginMigration() throws(Problem)
  /// Does what the end of the process does not do by itself. The connection cannot be used afterwards.
  func shutdown()
}
