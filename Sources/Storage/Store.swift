// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// The database. The first transaction opens it and applies missing migrations.
package final class Store {
  private let open: () throws(Problem) -> any Connection
  private let legacyRole: String?
  private var connection: (any Connection)?

  /// Checks the secret key of the process when the database is opened.
  package struct KeyCheck {
    /// Whether the key is one of those whose fingerprints are in the database.
    let isKnown: (_ fingerprints: [String]) throws(Problem) -> Bool
    /// Adds the key to the database. If it throws, the database is not used.
    let require: (Store) throws(Problem) -> Void

    package init(
      isKnown: @escaping (_ fingerprints: [String]) throws(Problem) -> Bool,
      require: @escaping (Store) throws(Problem) -> Void
    ) {
      self.isKnown = isKnown
      self.require = require
    }
  }

  /// Whether the policy has teams: then rows are read with the team that they belong to.
  package var showsTeams = false
  /// Nil for commands that need no key.
  package var keyCheck: KeyCheck?

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
      // A file that cannot be seen now is refused by the copy.
      if access(path, F_OK) == 0 || errno != ENOENT { try connection.copyContent(of: path) }
      return connection
    }
  }

  /// Runs statements in one read-only snapshot.
  package func read<Result>(_ body: (Transaction) throws(Problem) -> Result) throws(Problem) -> Result {
    try transaction(.reading, body)
  }

  /// Like `read`, but all queries are sent together: the first one, and those that `Transaction.prefetch` has announced
  /// before it. A later query is a bug.
  /// It runs again if its connection is lost, because it changes nothing.
  /// - Parameter durably: whether to return a result only when what was read is as durable as what `write` has written.
  ///   A process may have been killed between making a commit visible and making it durable.
  package func readAtOnce<Result>(
    durably: (Result) -> Bool = { _ in false }, _ body: (Transaction) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try transaction(.readingAtOnce, noticesCommit: true, durably: durably, body)
  }

  /// Runs statements in one isolated transaction: what they read cannot change before the commit. When this returns,
  /// the changes are on disk.
  /// - Parameters:
  ///   - noticesCommit: whether `body` notices that an earlier run of it was committed. Then it also runs again if the
  ///     connection is lost during the commit, when nobody knows whether it has succeeded.
  ///   - body: may run several times because of races; only the last run counts.
  @discardableResult
  package func write<Result>(
    noticesCommit: Bool = false, _ body: (Transaction) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try transaction(.deciding, noticesCommit: noticesCommit, body)
  }

  /// Runs statements that take rows which are due and update them, in any number of processes at once. Like `write`,
  /// but rows that they do not take may change before the commit.
  @discardableResult
  package func sweep<Result>(_ body: (Transaction) throws(Problem) -> Result) throws(Problem) -> Result {
    try transaction(.sweeping, body)
  }

  /// Tries once to record data that no answer depends on, without waiting for others. If the database is read-only,
  /// busy or unreachable, nothing is recorded and nothing is thrown.
  package func note(_ body: (Transaction) throws(Problem) -> Void) {
    guard let connection else { return }
    do throws(Problem) {
      try connection.begin(.noting)
      try body(Transaction(connection, legacyRole: legacyRole, showsTeams: showsTeams))
      try connection.commit()
    } catch {
      connection.rollback()
      if connection.isLost { self.connection = nil }
    }
  }

  private func transaction<Result>(
    _ kind: TransactionKind, noticesCommit: Bool = false, durably: (Result) -> Bool = { _ in false },
    _ body: (Transaction) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let begin = ContinuousClock.now
    var attempts = 0
    var earlier: Problem?
    while true {
      let connection: any Connection
      // The first reason says more than that the time is over.
      do { connection = try current() } catch { throw earlier ?? error }
      do {
        try connection.begin(kind)
        let isComplete = kind != .readingAtOnce
        let result = try body(
          Transaction(connection, legacyRole: legacyRole, showsTeams: showsTeams, readsDetails: isComplete))
        try connection.commit()
        // On the same connection: another one may lead to another primary.
        if durably(result) { try connection.waitForDurability() }
        return result
      } catch {
        connection.rollback()
        if connection.isLost { self.connection = nil }
        if connection.needsOpening {
          try prepare(connection)
          continue
        }
        attempts += 1
        let waited = ContinuousClock.now - begin
        let pause = connection.isLost ? Self.pauseOfReconnection(attempts) : Self.pauseOfRace(attempts)
        guard
          connection.mayRunAgain(
            afterAttempts: attempts, waited: waited, pause: .microseconds(pause), noticesCommit: noticesCommit)
        else {
          throw connection.isLost ? earlier ?? error : error
        }
        earlier = error
        usleep(pause)
      }
    }
  }

  /// A random pause in microseconds, so that transactions that conflicted do not conflict again.
  private static func pauseOfRace(_ attempts: Int) -> UInt32 { .random(in: 0...(1000 << UInt32(min(attempts, 6)))) }

  /// A growing pause in microseconds, because a standby that is being promoted needs its time.
  private static func pauseOfReconnection(_ attempts: Int) -> UInt32 {
    let longest: UInt32 = 10_000 << UInt32(min(attempts, 4))
    return .random(in: longest / 2...longest)
  }

  /// Whether the database is open.
  package var isOpen: Bool { connection != nil }

  /// Whether the database has tables of any release.
  package func hasTables() throws(Problem) -> Bool { try open().schemaVersion() > 0 }

  /// - Throws: `service/misconfigured` if the role may not create tables.
  package func requireRightToCreateTables() throws(Problem) { try open().requireRightToCreateTables() }

  /// The SQL statements that would update the database to this release's schema.
  package func pendingMigrations() throws(Problem) -> [String] { try Migrations.pending(on: try open()) }

  /// The fingerprints of the secret keys of a database that functions can use. They are read over a connection of their
  /// own, which is closed then. Nothing is changed.
  /// - Throws: if the database is unreachable, or does not have the schema of this release.
  package func fingerprintsIfReady() throws(Problem) -> [String] {
    let state = try open().openingState()
    guard state.version > 0 else {
      throw .misconfigured("DATABASE_URL", "the database has no tables of Vestibule")
    }
    guard state.version <= Migrations.steps.count else { throw Migrations.newerRelease(state.version) }
    guard state.version == Migrations.steps.count else {
      throw .unavailable(
        "the database does not have the schema of this release; see vestibule migrate", cause: "schema")
    }
    return state.keyFingerprints
  }

  /// Updates the database to this release's schema, as the first transaction does too.
  /// - Returns: the statements that were run.
  package func migrate() throws(Problem) -> [String] {
    let opened = try open()
    let statements = try Migrations.apply(to: opened)
    connection = opened
    // For operators who ran the printed SQL themselves, and for rows whose key has become free since.
    try write { (transaction) throws(Problem) in try transaction.addressKeys.renew() }
    return statements
  }

  /// Closes the database at the end of the process without freeing memory and files one by one, which would take 5 %
  /// of a short event. The store cannot be used afterwards.
  package func shutdown() { connection?.shutdown() }

  private func current() throws(Problem) -> any Connection {
    if let connection { return connection }
    let opened = try open()
    connection = opened
    if opened.checksOpeningInTransaction {
      let key = keyCheck
      opened.acceptsOpening = { (state) throws(Problem) in
        guard state.version == Migrations.steps.count else { return false }
        return try key.map { (key) throws(Problem) in try key.isKnown(state.keyFingerprints) } ?? true
      }
    } else {
      try prepare(opened)
    }
    return connection ?? opened
  }

  /// Applies missing migrations and checks the key.
  private func prepare(_ connection: any Connection) throws(Problem) {
    connection.acceptsOpening = nil
    do throws(Problem) {
      let state = try connection.upgraded()
      if let keyCheck, try !keyCheck.isKnown(state.keyFingerprints) { try keyCheck.require(self) }
    } catch {
      self.connection = nil
      throw error
    }
  }
}

/// The statements of one transaction. Those of each table are in a separate file.
package final class Transaction {
  private let connection: any Connection
  /// Whether any row was written. A refusal after that would commit half of a decision.
  package private(set) var hasWritten = false
  private(set) var isPrefetching = false

  let legacyRole: String?
  let showsTeams: Bool
  /// Whether accounts are read with their further addresses and waiting inviters. `readAtOnce` cannot read them,
  /// because all its queries are sent together.
  let readsDetails: Bool
  var dialect: Dialect { connection.dialect }

  init(_ connection: any Connection, legacyRole: String?, showsTeams: Bool = false, readsDetails: Bool = true) {
    self.connection = connection
    self.legacyRole = legacyRole
    self.showsTeams = showsTeams
    self.readsDetails = readsDetails
  }

  func query(_ sql: String, _ parameters: [SQLValue] = []) throws(Problem) -> [Row] {
    guard !isPrefetching else {
      connection.prefetch(sql, parameters)
      return []
    }
    return try connection.run(sql, parameters)
  }

  /// Announces queries that this transaction will probably need, so that they share a round trip to a server.
  /// - Parameter body: runs the same code that needs the rows later. Here it gets none.
  package func prefetch(_ body: () throws(Problem) -> Void) {
    guard connection.hasRoundTrips else { return }
    let isNested = isPrefetching
    isPrefetching = true
    // Without rows, code may fail. The queries before that are announced.
    try? body()
    isPrefetching = isNested
  }

  /// Runs a statement that writes.
  func change(_ sql: String, _ parameters: [SQLValue] = []) throws(Problem) {
    requireNoPrefetch()
    hasWritten = true
    try connection.execute(sql, parameters)
  }

  /// Runs a statement that writes, and returns the rows of its `RETURNING`.
  func changeReturning(_ sql: String, _ parameters: [SQLValue] = []) throws(Problem) -> [Row] {
    requireNoPrefetch()
    hasWritten = true
    return try connection.runChange(sql, parameters)
  }

  /// An announced query that fails is ignored, and an error here would be too.
  private func requireNoPrefetch() { precondition(!isPrefetching, "a statement writes while queries are announced") }
}
