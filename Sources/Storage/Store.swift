// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// The database, opened at the first transaction and brought to the newest schema there.
public final class Store {
  private let open: () throws(Problem) -> any Connection
  private let legacyRole: String?
  private var connection: (any Connection)?

  init(legacyRole: String?, open: @escaping () throws(Problem) -> any Connection) {
    self.legacyRole = legacyRole
    self.open = open
  }

  /// A store in the SQLite file at that path.
  /// - Parameters:
  ///   - legacyRole: the role of accounts that were stored without one.
  ///   - timeout: how long a statement waits for others, as far as the deadline lets it.
  ///   - prepare: what has to happen before the file is opened, such as making its folder.
  public static func sqlite(
    path: String, legacyRole: String?, deadline: Deadline, timeout: Duration = .days(1),
    prepare: @escaping () throws(Problem) -> Void = {}
  ) -> Store {
    Store(legacyRole: legacyRole) { () throws(Problem) in
      try prepare()
      return try SQLiteConnection(path: path, deadline: deadline, timeout: timeout)
    }
  }

  /// A store in the PostgreSQL database at that URI.
  /// - Parameters:
  ///   - isTrial: whether to work on a copy of the tables that this connection alone sees.
  public static func postgreSQL(
    uri: String, isTrial: Bool = false, legacyRole: String?, deadline: Deadline, timeout: Duration = .days(1)
  ) -> Store {
    Store(legacyRole: legacyRole) { () throws(Problem) in
      let connection = try PostgreSQLConnection(uri: uri, deadline: deadline, timeout: timeout)
      if isTrial { try connection.copyContent() }
      return connection
    }
  }

  /// A store that begins with what the SQLite file at that path holds, if there is one, and is gone with the process,
  /// however that ends. Whatever happens in it, the file stays as it is and nobody waits for it.
  public static func copy(
    ofSQLite path: String, legacyRole: String?, deadline: Deadline, timeout: Duration
  ) -> Store {
    Store(legacyRole: legacyRole) { () throws(Problem) in
      let connection = try SQLiteConnection(path: "", deadline: deadline, timeout: timeout)
      if access(path, F_OK) == 0 { try connection.copyContent(of: path) }
      return connection
    }
  }

  /// Runs statements that see one state of the database and change nothing.
  public func read<Result>(_ body: (Transaction) throws(Problem) -> Result) throws(Problem) -> Result {
    try transaction(.reading, body)
  }

  /// Runs statements that happen all or not at all, and alone: what they read cannot change before they commit.
  /// When this returns, what they wrote is on the disk.
  /// - Parameter body: may run more than once, where others were faster; only what its last run did counts.
  @discardableResult
  public func write<Result>(_ body: (Transaction) throws(Problem) -> Result) throws(Problem) -> Result {
    try transaction(.deciding, body)
  }

  /// Runs statements that take rows which are due, in any number of processes at once, and write about them. As
  /// `write`, but what they read of rows that they did not take may change before they commit.
  @discardableResult
  public func sweep<Result>(_ body: (Transaction) throws(Problem) -> Result) throws(Problem) -> Result {
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
        // Those who met here are not to meet again.
        usleep(.random(in: 0...(1000 << UInt32(min(attempts, 6)))))
      }
    }
  }

  /// Whether a transaction has opened the database.
  public var isOpen: Bool { connection != nil }

  /// Whether the database has tables of any release.
  public func hasTables() throws(Problem) -> Bool { try open().schemaVersion() > 0 }

  /// What a database that is not of this release's schema yet still needs, in its engine's own words.
  public func pendingMigrations() throws(Problem) -> [String] { try Migrations.pending(on: try open()) }

  /// Brings the database to this release's schema, as the first transaction does too.
  /// - Returns: the statements that were run.
  public func migrate() throws(Problem) -> [String] {
    let opened = try open()
    let statements = try Migrations.apply(to: opened)
    connection = opened
    // For those who ran the printed SQL themselves, and for rows that have found their key free since.
    try write { (rows) throws(Problem) in try rows.renewAddressKeys() }
    return statements
  }

  /// Takes leave of the database at the end of the process, which closes files and gives memory back all at once: one by
  /// one that takes a twentieth of a short event. It is of no use afterwards.
  public func shutdown() { connection?.shutdown() }

  private func current() throws(Problem) -> any Connection {
    if let connection { return connection }
    let opened = try open()
    try Migrations.apply(to: opened)
    connection = opened
    return opened
  }
}

/// The statements of one transaction. Each table's are in a file of their own.
public final class Transaction {
  private let connection: any Connection
  /// Whether any row was written. A refusal after that would leave a half-made decision behind.
  public private(set) var hasWritten = false

  let legacyRole: String?
  var dialect: Dialect { connection.dialect }

  init(_ connection: any Connection, legacyRole: String?) {
    self.connection = connection
    self.legacyRole = legacyRole
  }

  func query(_ sql: String, _ parameters: [SQLValue] = []) throws(Problem) -> [Row] {
    try connection.run(sql, parameters)
  }

  /// Runs a statement that writes, and gives the rows of its `RETURNING`.
  @discardableResult
  func change(_ sql: String, _ parameters: [SQLValue] = []) throws(Problem) -> [Row] {
    hasWritten = true
    return try connection.run(sql, parameters)
  }
}
