// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// The database. The first transaction opens it and applies missing migrations.
package final class Store {
  private let open: () throws(Problem) -> any Connection
  private let legacyRole: String?
  private var connection: (any Connection)?

  /// Called with the fingerprints in the database when it is opened, to check the secret key of the process. If it
  /// throws, no transaction begins.
  package var requireKey: ((_ fingerprints: [String], Store) throws(Problem) -> Void)?

  init(legacyRole: String?, open: @escaping () throws(Problem) -> any Connection) {
    self.legacyRole = legacyRole
    self.open = open
  }

  /// A store in a SQLite file.
  /// - Parameters:
  ///   - legacyRole: the role of accounts that were stored without one.
  ///   - timeout: how long a statement waits for locks, at most until the deadline.
  ///   - prepare: runs before the file is opened, for example to create its folder.
  package static func sqlite(
    path: String, legacyRole: String?, deadline: Deadline, timeout: Duration = .days(1),
    prepare: @escaping () throws(Problem) -> Void = {}
  ) -> Store {
    Store(legacyRole: legacyRole) { () throws(Problem) in
      try prepare()
      return try SQLiteConnection(path: path, deadline: deadline, timeout: timeout)
    }
  }

  /// A store in a PostgreSQL database.
  /// - Parameters:
  ///   - isTrial: whether to work on temporary copies of the tables, which only this connection sees.
  package static func postgreSQL(
    uri: String, isTrial: Bool = false, legacyRole: String?, deadline: Deadline, timeout: Duration = .days(1)
  ) -> Store {
    Store(legacyRole: legacyRole) { () throws(Problem) in
      let connection = try PostgreSQLConnection(uri: uri, deadline: deadline, timeout: timeout)
      if isTrial { try connection.copyContent() }
      return connection
    }
  }

  /// A store with a temporary copy of a SQLite file, if the file exists. The copy is removed when the process ends.
  /// The file is neither changed nor locked.
  package static func copy(
    ofSQLite path: String, legacyRole: String?, deadline: Deadline, timeout: Duration
  ) -> Store {
    Store(legacyRole: legacyRole) { () throws(Problem) in
      let connection = try SQLiteConnection(path: "", deadline: deadline, timeout: timeout)
      if access(path, F_OK) == 0 { try connection.copyContent(of: path) }
      return connection
    }
  }

  /// Runs statements in one read-only snapshot.
  package func read<Result>(_ body: (Transaction) throws(Problem) -> Result) throws(Problem) -> Result {
    try transaction(.reading, body)
  }

  /// Runs statements in one isolated transaction: what they read cannot change before the commit. When this returns,
  /// the changes are on disk.
  /// - Parameter body: may run several times because of races; only the last run counts.
  @discardableResult
  package func write<Result>(_ body: (Transaction) throws(Problem) -> Result) throws(Problem) -> Result {
    try transaction(.deciding, body)
  }

  /// Runs statements that take rows which are due and update them, in any number of processes at once. Like `write`,
  /// but rows that they do not take may change before the commit.
  @discardableResult
  package func sweep<Result>(_ body: (Transaction) throws(Problem) -> Result) throws(Problem) -> Result {
    try transaction(.sweeping, body)
  }

  private func transaction<Result>(
    _ kind: TransactionKind, _ body: (Transaction) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    var attempts = 0
    while true {
      let connection = try current()
      do {
        try connection.begin(kind)
        let result = try body(Transaction(connection, legacyRole: legacyRole))
        try connection.commit()
        return result
      } catch {
        connection.rollback()
        if connection.isLost { self.connection = nil }
        attempts += 1
        guard connection.mayRunAgain(afterAttempts: attempts) else { throw error }
        // A random pause, so that transactions that conflicted do not conflict again.
        usleep(.random(in: 0...(1000 << UInt32(min(attempts, 6)))))
      }
    }
  }

  /// Whether the database is open.
  package var isOpen: Bool { connection != nil }

  /// Whether the database has tables of any release.
  package func hasTables() throws(Problem) -> Bool { try open().schemaVersion() > 0 }

  /// The SQL statements that would update the database to this release's schema.
  package func pendingMigrations() throws(Problem) -> [String] { try Migrations.pending(on: try open()) }

  /// Updates the database to this release's schema, as the first transaction does too.
  /// - Returns: the statements that were run.
  package func migrate() throws(Problem) -> [String] {
    let opened = try open()
    let statements = try Migrations.apply(to: opened)
    connection = opened
    // For operators who ran the printed SQL themselves, and for rows whose key has become free since.
    try write { (rows) throws(Problem) in try rows.renewAddressKeys() }
    return statements
  }

  /// Closes the database at the end of the process without freeing memory and files one by one, which would take 5 %
  /// of a short event. The store cannot be used afterwards.
  package func shutdown() { connection?.shutdown() }

  private func current() throws(Problem) -> any Connection {
    if let connection { return connection }
    let opened = try open()
    let fingerprints = try opened.upgraded().keyFingerprints
    connection = opened
    do throws(Problem) { try requireKey?(fingerprints, self) } catch {
      connection = nil
      throw error
    }
    return connection ?? opened
  }
}

/// The statements of one transaction. Those of each table are in a separate file.
package final class Transaction {
  private let connection: any Connection
  /// Whether any row was written. A refusal after that would commit half of a decision.
  package private(set) var hasWritten = false

  let legacyRole: String?
  var dialect: Dialect { connection.dialect }

  init(_ connection: any Connection, legacyRole: String?) {
    self.connection = connection
    self.legacyRole = legacyRole
  }

  func query(_ sql: String, _ parameters: [SQLValue] = []) throws(Problem) -> [Row] {
    try connection.run(sql, parameters)
  }

  /// Runs a statement that writes, and returns the rows of its `RETURNING`.
  @discardableResult
  func change(_ sql: String, _ parameters: [SQLValue] = []) throws(Problem) -> [Row] {
    hasWritten = true
    return try connection.run(sql, parameters)
  }
}
