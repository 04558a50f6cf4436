// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import Domain
import Glibc

/// One connection to a PostgreSQL server, or to a PgBouncer before it (postgresql.org/docs/15/libpq.html).
///
/// Decisions run SERIALIZABLE: one whose reads did not stay true fails, and is made again. Everything that holds for a
/// transaction only is said inside of it, since a pooler may give the next one another server process.
final class PostgreSQLConnection: Connection {
  private let link: PostgreSQLLink
  private var statements = PreparedStatements()
  private var failure: SQLState?
  /// Whether a transaction that changes something may have committed.
  private var mayHaveCommitted = false
  private var isReading = false
  /// Whether the next transaction is to wait until no other one that has lost races is at work.
  private var queuesUp = false
  private let timeout: Duration

  let dialect = Dialect.postgreSQL

  /// - Parameters:
  ///   - uri: as libpq takes it, such as `postgres://user:password@host:5432/name?sslmode=verify-full`.
  ///   - timeout: how long a statement waits for others, as far as the deadline lets it.
  init(uri: String, deadline: Deadline, timeout: Duration = .days(1)) throws(Problem) {
    link = try PostgreSQLLink(uri: uri, deadline: deadline)
    self.timeout = timeout
  }

  var isLost: Bool { link.isLost }
  func shutdown() { link.close() }

  /// Lost races are run again until the deadline, a lost connection and what looks like a race a few times only.
  func mayRunAgain(afterAttempts attempts: Int) -> Bool {
    guard link.deadline.remaining > .milliseconds(20) else { return false }
    if link.isLost { return !mayHaveCommitted && attempts < 3 }
    guard let failure, failure.isLostRace || failure.mayBeLostRace && attempts < 5 else { return false }
    queuesUp = true
    return true
  }

  func begin(_ kind: TransactionKind) throws(Problem) {
    failure = nil
    mayHaveCommitted = false
    isReading = kind == .reading
    try simple("BEGIN ISOLATION LEVEL \(kind.isolation); \(bounds)\(queuesUp ? Self.queue : "")")
    queuesUp = false
  }

  /// Those that have lost a race run one after the other. All at once, with newcomers among them, they would go on
  /// costing each other the race until one of them is late. This lock comes before the transaction's snapshot, as an
  /// advisory one could not; it is on a table that is hardly ever written, and keeps nobody from reading or writing it.
  private static let queue = "; LOCK TABLE key_sets IN SHARE UPDATE EXCLUSIVE MODE"

  /// How long statements may take, as the server is to see it: it goes on with one whose process is gone.
  private var bounds: String {
    let left = link.deadline.remaining.wholeMilliseconds
    let wait = min(left, timeout.wholeMilliseconds)
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
    // A transaction in which a statement failed is rolled back, and that is no error to the server.
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

  /// Runs statements without parameters, and gives the last one's command tag.
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
  /// The table that holds the number of the last migration.
  private static let versions = "schema_versions"
  /// An arbitrary number that every release takes its turn by.
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
  /// Puts copies that this session alone sees, and that go with it, before the tables: their names are found first.
  func copyContent() throws(Problem) {
    let tables = try run(
      """
      SELECT quote_ident(schemaname) AS schema, quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname = current_schema() ORDER BY tablename
      """, [])
    try simple("BEGIN ISOLATION LEVEL REPEATABLE READ; \(bounds)")
    for table in tables {
      let (schema, name) = (try table.text("schema"), try table.text("name"))
      try simple(
        """
        CREATE TEMPORARY TABLE \(name) (LIKE \(schema).\(name) INCLUDING ALL);
        INSERT INTO pg_temp.\(name) TABLE \(schema).\(name)
        """)
    }
    // What a migration makes is the session's own as well.
    try simple("SET search_path TO pg_temp")
    try commit()
  }
}

/// The statements that the server keeps for this connection: those that are run again. Most are run once in the life
/// of a process, and would only cost a second way to the server.
private struct PreparedStatements {
  private var names: [String: String] = [:]
  private var seen: Set<String> = []
  private var isAllowed: Bool?

  /// The name of a statement that is prepared; nil for one that is to be run as it is.
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

  /// Not behind a pooler, which may give the next transaction a server process that knows nothing of them: its
  /// processes have other numbers than the one that it gave.
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
  /// Gives count, pointers, lengths and formats as libpq takes them. PostgreSQL's text cannot hold U+0000, which
  /// becomes U+FFFD: what is looked for by it is not found, and what has it anyway is kept.
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
