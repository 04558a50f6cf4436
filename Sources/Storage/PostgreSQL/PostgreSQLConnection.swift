// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import Domain
import Glibc

/// A connection to a PostgreSQL server, or to PgBouncer in front of it (postgresql.org/docs/15/libpq.html).
///
/// Deciding transactions are SERIALIZABLE: a transaction fails and is repeated if its reads are no longer valid.
/// Settings are made within each transaction, because a pooler may run the next one in another server process.
final class PostgreSQLConnection: Connection {
  private let link: PostgreSQLLink
  private var statements = PreparedStatements()
  private var failure: SQLState?
  /// Whether a writing transaction may have committed.
  private var mayHaveCommitted = false
  private var isReading = false
  /// Whether the next transaction waits for others that have lost races.
  private var queuesUp = false
  private let timeout: Duration

  let dialect = Dialect.postgreSQL

  /// - Parameters:
  ///   - uri: a libpq URI such as `postgres://user:password@host:5432/name?sslmode=verify-full`.
  ///   - timeout: how long a statement waits for locks, at most until the deadline.
  init(uri: String, deadline: Deadline, timeout: Duration = .days(1)) throws(Problem) {
    link = try PostgreSQLLink(uri: uri, deadline: deadline)
    self.timeout = timeout
  }

  var isLost: Bool { link.isLost }
  func shutdown() { link.close() }

  /// If each new connection is lost too, the event fails, and its sender may repeat it.
  private static let maximumConnections = 3
  /// A possible race can also be a bug, which would fail again until the deadline.
  private static let maximumPossibleRaces = 5

  /// Lost races are repeated until the deadline. Lost connections and possible races are repeated a few times only.
  func mayRunAgain(afterAttempts attempts: Int) -> Bool {
    guard link.deadline.remaining > .milliseconds(20) else { return false }
    if link.isLost { return !mayHaveCommitted && attempts < Self.maximumConnections }
    guard let failure,
      failure.isLostRace || failure.mayBeLostRace && attempts < Self.maximumPossibleRaces
    else { return false }
    queuesUp = true
    return true
  }

  func begin(_ kind: TransactionKind) throws(Problem) {
    failure = nil
    mayHaveCommitted = false
    isReading = kind == .reading
    try simple("BEGIN ISOLATION LEVEL \(kind.isolation); \(settings)\(queuesUp ? Self.queue : "")")
    queuesUp = false
  }

  /// Transactions that have lost a race run one after the other. Otherwise they would go on losing races against each
  /// other and against new ones until their deadline. The lock is taken before the transaction's snapshot, which an
  /// advisory lock could not do. The table is rarely written, and the lock does not block its readers or writers.
  private static let queue = "; LOCK TABLE key_sets IN SHARE UPDATE EXCLUSIVE MODE"

  /// Settings of a transaction. The time limits end statements whose client has died. A lock is waited for until shortly
  /// before the deadline, so that the server's reason is logged.
  ///
  /// PostgreSQL scans small tables sequentially even if it could use an index. Such a scan locks the whole table, so
  /// that serializable transactions about different rows conflict (postgresql.org/docs/15/transaction-iso.html). If a
  /// statement needs a sequential scan although that is off, its estimated cost is so high that PostgreSQL would
  /// compile it with JIT, which is meant for long queries (postgresql.org/docs/15/jit-decision.html).
  private var settings: String {
    let left = link.deadline.remaining.wholeMilliseconds
    let wait = min(left - min(left / 5, 500), timeout.wholeMilliseconds)
    func bound(_ milliseconds: Int) -> Int32 { max(1, Int32(clamping: milliseconds)) }
    return """
      SET LOCAL statement_timeout = \(bound(left)); SET LOCAL lock_timeout = \(bound(wait)); \
      SET LOCAL idle_in_transaction_session_timeout = \(bound(left + 1000)); \
      SET LOCAL enable_seqscan = off; SET LOCAL jit = off
      """
  }

  func commit() throws(Problem) {
    mayHaveCommitted = !isReading
    let tag: String
    do { tag = try simple("COMMIT") } catch {
      guard link.isLost else { throw error }
      var problem = error
      problem.detail = "the connection to the database was lost while it committed: it may have done so or not"
      throw problem
    }
    // The server rolls back a transaction with a failed statement, and does not report that as an error.
    guard tag == "COMMIT" else { throw .bug("postgresql: the transaction had failed before it was committed") }
  }

  func rollback() {
    guard !link.isLost, link.isInTransaction else { return }
    _ = try? link.run { link in cpostgresql_send_query(link, "ROLLBACK") }
  }

  func run(_ sql: String, _ parameters: [SQLValue]) throws(Problem) -> [Row] {
    do throws(PostgreSQLLink.Failure) {
      let results =
        if let name = try statements.name(of: sql, on: link) {
          try link.run { link in
            parameters.withPointers { cpostgresql_send_query_prepared(link, name, $0, $1, $2, $3) }
          }
        } else {
          try link.run { link in parameters.withPointers { cpostgresql_send_query_params(link, sql, $0, $1, $2, $3) } }
        }
      return try results.rows()
    } catch { throw problem(error) }
  }

  /// Runs statements without parameters and returns the command tag of the last one.
  @discardableResult
  private func simple(_ sql: String) throws(Problem) -> String {
    do throws(PostgreSQLLink.Failure) {
      return try link.run { link in cpostgresql_send_query(link, sql) }.command
    } catch { throw problem(error) }
  }

  private func problem(_ error: PostgreSQLLink.Failure) -> Problem {
    failure = error.state
    if error.state?.isStaleStatement ?? false { statements.forget() }
    return error.problem
  }
}

extension TransactionKind {
  fileprivate var isolation: String {
    switch self {
    case .reading: "REPEATABLE READ READ ONLY"
    case .deciding: "SERIALIZABLE"
    case .sweeping: "READ COMMITTED"
    }
  }
}

extension PostgreSQLConnection {
  /// The table with the number of the last migration.
  private static let versions = "schema_versions"
  /// An arbitrary number. All releases use it to run one migration at a time.
  private static let migrationLock = 7_311_711_214

  func schemaVersion() throws(Problem) -> Int {
    let found = try run("SELECT to_regclass('\(Self.versions)') IS NOT NULL AS found", [])
    guard try found.first?.flag("found") ?? false else { return 0 }
    return try run("SELECT version FROM \(Self.versions)", []).first?.integer("version") ?? 0
  }

  func settingSchemaVersion(to version: Int) -> [String] {
    [
      "CREATE TABLE IF NOT EXISTS \(Self.versions) (version BIGINT NOT NULL)", "DELETE FROM \(Self.versions)",
      "INSERT INTO \(Self.versions) (version) VALUES (\(version))",
    ]
  }

  func prepareForMigration() throws(Problem) {}

  func beginMigration() throws(Problem) {
    try begin(.sweeping)
    _ = try run("SELECT pg_advisory_xact_lock(\(Self.migrationLock))", [])
  }
}

extension PostgreSQLConnection {
  /// Copies the tables to temporary tables, which only this session sees and which take precedence over the
  /// originals.
  func copyContent() throws(Problem) {
    let tables = try run(
      """
      SELECT quote_ident(schemaname) AS schema, quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname = current_schema() ORDER BY tablename
      """, [])
    try simple("BEGIN ISOLATION LEVEL REPEATABLE READ; \(settings)")
    for table in tables {
      let (schema, name) = (try table.text("schema"), try table.text("name"))
      try simple(
        """
        CREATE TEMPORARY TABLE \(name) (LIKE \(schema).\(name) INCLUDING ALL);
        INSERT INTO pg_temp.\(name) TABLE \(schema).\(name)
        """)
    }
    // Tables that a migration creates are temporary too.
    try simple("SET search_path TO pg_temp")
    try commit()
  }
}

/// The prepared statements of this connection: those that are repeated. Most statements run once per process, and
/// preparing them would cost a second round trip.
private struct PreparedStatements {
  private var names: [String: String] = [:]
  private var seen: Set<String> = []
  private var isAllowed: Bool?

  /// The name of a prepared statement; nil if the statement is run without one.
  mutating func name(of sql: String, on link: PostgreSQLLink) throws(PostgreSQLLink.Failure) -> String? {
    if let name = names[sql] { return name }
    guard !seen.insert(sql).inserted, try mayPrepare(on: link) else { return nil }
    let name = "s\(names.count)"
    _ = try link.run { link in cpostgresql_send_prepare(link, name, sql) }
    names[sql] = name
    return name
  }

  mutating func forget() {
    names = [:]
    seen = []
    isAllowed = false
  }

  /// Not with a pooler, which may run the next transaction in another server process without the statements. A pooler
  /// is recognised by a backend PID that differs from the reported one.
  private mutating func mayPrepare(on link: PostgreSQLLink) throws(PostgreSQLLink.Failure) -> Bool {
    if let isAllowed { return isAllowed }
    let result = try link.run { link in cpostgresql_send_query(link, "SELECT pg_backend_pid()") }
    isAllowed = result.text(row: 0, column: 0) == String(link.backendPID)
    return isAllowed ?? false
  }
}

extension String {
  fileprivate var withoutZeros: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}

extension [SQLValue] {
  /// Passes count, pointers, lengths and formats as libpq expects them. PostgreSQL's text cannot contain U+0000,
  /// which is replaced by U+FFFD.
  fileprivate func withPointers(
    _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Int32
  ) -> Int32 {
    var bytes: [UInt8] = []
    let ranges = map { value -> Range<Int>? in
      let start = bytes.count
      switch value {
      case .null: return nil
      case .integer(let number): bytes += String(number).utf8
      case .text(let text): bytes += text.utf8.contains(0) ? text.withoutZeros.utf8 : text.utf8
      }
      bytes.append(0)
      return start..<bytes.count - 1
    }
    let formats = map { value -> Int32 in if case .text = value { 1 } else { 0 } }
    return bytes.withUnsafeBytes { memory in
      let pointers = ranges.map { $0.map { memory.baseAddress!.advanced(by: $0.lowerBound) } }
      return body(
        Int32(count), pointers.map { $0?.assumingMemoryBound(to: CChar.self) },
        ranges.map { Int32($0?.count ?? 0) }, formats)
    }
  }
}
