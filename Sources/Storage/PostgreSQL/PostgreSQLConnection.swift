// SPDX-License-Identifier: Apache-2.0

import Domain

/// A connection to a PostgreSQL server, or to PgBouncer in front of it (postgresql.org/docs/15/libpq.html).
///
/// Deciding transactions are SERIALIZABLE: a transaction fails and is repeated if its reads are no longer valid.
/// Settings are made within each transaction, because a pooler may run the next one in another server process.
///
/// A statement is sent when its rows are needed, together with everything that was queued before it: the start of the
/// transaction, writes, and prefetched queries. So a short decision takes two round trips: one for its reads, and one
/// for its writes and the commit.
final class PostgreSQLConnection: Connection {
  private enum State {
    case idle
    case open(TransactionKind)
    /// All queries of a `readingAtOnce` were sent, with its end.
    case read
  }

  /// The statements with which a transaction begins.
  private struct Opening {
    let begin: PostgreSQLLink.Reply
    let state: PostgreSQLLink.Reply?
    let count: Int
  }

  private let link: PostgreSQLLink
  private let timeout: Duration
  private var state = State.idle { didSet { if case .idle = state { opening = nil } } }
  private var opening: Opening?
  private var prefetched = PrefetchedQueries()
  private var statements = PreparedStatements()
  private var failure: SQLState?
  /// Whether the tables are copies, in `pg_temp`.
  private(set) var hasCopy = false
  /// Whether a writing transaction may have committed.
  private var mayHaveCommitted = false
  /// How many of the next decisions wait for others that have lost races.
  private var queueing = 0
  var acceptsOpening: ((OpeningState) throws(Problem) -> Bool)?
  private(set) var needsOpening = false

  let dialect = Dialect.postgreSQL
  let checksOpeningInTransaction = true
  let hasRoundTrips = true

  /// - Parameters:
  ///   - uri: a libpq URI such as `postgres://user:password@host:5432/name?sslmode=verify-full`.
  ///   - timeout: how long connecting takes, a statement waits for locks, and a transaction is repeated, at most until
  ///     the deadline.
  init(uri: String, deadline: Deadline, timeout: Duration = .days(1)) throws(Problem) {
    link = try PostgreSQLLink(servers: try PostgreSQLServers(uri: uri), deadline: deadline, timeout: timeout)
    self.timeout = timeout
  }

  var isLost: Bool { link.isLost }
  func shutdown() { link.close() }

  /// A possible race can also be a bug, which would fail again until the deadline.
  private static let maximumPossibleRaces = 5
  /// With less time before the deadline, the reason of the failure is a better answer than another attempt.
  private static let shortestAttempt = Duration.milliseconds(100)

  /// Lost races and lost connections are repeated until the deadline, possible races a few times only. A transaction
  /// that lost its connection while it committed is repeated only if its repetition notices the commit.
  func mayRunAgain(afterAttempts attempts: Int, waited: Duration, pause: Duration, noticesCommit: Bool) -> Bool {
    guard link.deadline.remaining > pause + Self.shortestAttempt, waited + pause < timeout else { return false }
    if link.isLost { return !mayHaveCommitted || noticesCommit }
    guard let failure,
      failure.isLostRace || failure.mayBeLostRace && attempts < Self.maximumPossibleRaces
    else { return false }
    queueing = Self.decisionsInQueue
    return true
  }

  func begin(_ kind: TransactionKind) throws(Problem) {
    failure = nil
    mayHaveCommitted = false
    needsOpening = false
    prefetched = PrefetchedQueries()
    state = .open(kind)
    let begin = link.queue(.statement("BEGIN ISOLATION LEVEL \(kind.isolation)", []))
    var statements = settings(of: kind)
    if queueing > 0, kind == .deciding || kind == .sweeping {
      statements.append(Self.queue)
      queueing -= 1
    }
    for statement in statements { link.queue(.statement(statement, [])) }
    let state = acceptsOpening.map { _ in link.queue(.statement(Self.openingQuery, [])) }
    opening = Opening(begin: begin, state: state, count: link.unsentCount)
  }

  /// Transactions that have lost a race run one after the other. Otherwise they would go on losing races against each
  /// other and against new ones until their deadline. The lock is taken before the transaction's snapshot, which an
  /// advisory lock could not do. The table is rarely written, and the lock does not block its readers or writers.
  private static let queue = "LOCK TABLE key_sets IN SHARE UPDATE EXCLUSIVE MODE"
  /// How many decisions a process makes in the queue after it has lost a race: it will probably lose the next ones too.
  /// Without the queue, a crowd at one link makes every decision twice.
  private static let decisionsInQueue = 16

  /// Settings of a transaction. The time limits end statements whose client has died. A lock is waited for until
  /// shortly before the deadline, so that the server's reason is logged.
  ///
  /// PostgreSQL scans small tables sequentially even if it could use an index. Such a scan locks the whole table, so
  /// that serializable transactions about different rows conflict (postgresql.org/docs/15/transaction-iso.html). If a
  /// statement needs a sequential scan although that is off, its estimated cost is so high that PostgreSQL would
  /// compile it with JIT, which is meant for long queries (postgresql.org/docs/15/jit-decision.html).
  private func settings(of kind: TransactionKind) -> [String] {
    let left = link.deadline.remaining.wholeMilliseconds
    var wait = min(left - min(left / 5, 500), timeout.wholeMilliseconds)
    if kind == .noting { wait = min(wait, TransactionKind.waitOfNotes.wholeMilliseconds) }
    func bound(_ milliseconds: Int) -> Int32 { max(1, Int32(clamping: milliseconds)) }
    return [
      "SET LOCAL statement_timeout = \(bound(left))", "SET LOCAL lock_timeout = \(bound(wait))",
      "SET LOCAL idle_in_transaction_session_timeout = \(bound(left + 1000))", "SET LOCAL enable_seqscan = off",
      "SET LOCAL jit = off",
    ] + (kind == .noting ? ["SET LOCAL synchronous_commit = off"] : [])
  }

  func run(_ sql: String, _ parameters: [SQLValue]) throws(Problem) -> [Row] {
    let reply: PostgreSQLLink.Reply
    if let known = prefetched.reply(to: sql, parameters) {
      reply = known
    } else {
      if case .read = state { throw .bug("postgresql: a query was neither the first one nor prefetched") }
      reply = queue(sql, parameters)
    }
    if reply.result == nil { try exchange() }
    guard let result = reply.result else { throw .bug("postgresql: a statement has no result") }
    do { return try result.rows() } catch { throw problem(error) }
  }

  func runChange(_ sql: String, _ parameters: [SQLValue]) throws(Problem) -> [Row] {
    prefetched.remove(changedBy: sql)
    return try run(sql, parameters)
  }

  func execute(_ sql: String, _ parameters: [SQLValue]) throws(Problem) {
    prefetched.remove(changedBy: sql)
    queue(sql, parameters)
  }

  func prefetch(_ sql: String, _ parameters: [SQLValue]) {
    guard case .open = state, prefetched.reply(to: sql, parameters) == nil else { return }
    prefetched.add(queue(sql, parameters), to: sql, parameters)
  }

  @discardableResult
  private func queue(_ sql: String, _ parameters: [SQLValue]) -> PostgreSQLLink.Reply {
    guard let name = statements.name(of: sql, on: link) else { return link.queue(.statement(sql, parameters)) }
    return link.queue(.prepared(name: name, parameters))
  }

  /// Sends what is queued and waits for all replies.
  private func exchange() throws(Problem) {
    if case .open(.readingAtOnce) = state {
      // The server runs the end of the transaction also after a failed query.
      link.queue(.end)
      link.queue(.statement("COMMIT", []), isIgnored: true)
      state = .read
    }
    do throws(PostgreSQLFailure) { try link.exchange() } catch {
      try checkOpening()
      throw problem(error)
    }
    try checkOpening()
  }

  /// Checks what the first transaction has read.
  private func checkOpening() throws(Problem) {
    guard let acceptsOpening, let result = opening?.state?.result, !result.wasSkipped, !link.isLost,
      result.state?.isOfOtherTables ?? true
    else { return }
    guard let state = try? OpeningState(result.rows()), try acceptsOpening(state) else {
      needsOpening = true
      throw .unavailable("the database is not ready", cause: "postgresql: its schema or its key is checked first")
    }
    self.acceptsOpening = nil
  }

  func commit() throws(Problem) {
    guard case .open(let kind) = state else {
      state = .idle
      return
    }
    if acceptsOpening == nil, link.unsentCount == opening?.count, discard() { return }
    switch kind {
    case .reading where acceptsOpening == nil:
      // Nobody waits for the end of a transaction that has changed nothing.
      link.queue(.statement("COMMIT", []), isIgnored: true)
      state = .idle
      do { try link.send() } catch { throw problem(error) }
    case .reading, .readingAtOnce:
      try exchange()
      try commit()
    case .deciding, .copying, .sweeping, .noting: try commitChanges()
    }
  }

  private func commitChanges() throws(Problem) {
    // Nothing is committed in a database that cannot be used.
    if acceptsOpening != nil { try exchange() }
    let commit = link.queue(.statement("COMMIT", []))
    mayHaveCommitted = true
    do { try exchangeDurably() } catch {
      guard link.isLost, mayHaveCommitted else { throw error }
      // Neither a time limit nor the end of the client ends a commit that waits for a standby.
      if link.isLate { link.cancel() }
      var problem = error
      problem.detail = "the connection to the database was lost while it committed: it may have done so or not"
      throw problem
    }
    // The server rolls back a transaction with a failed statement, and does not report that as an error.
    guard commit.result?.command == "COMMIT" else {
      throw .bug("postgresql: the transaction had failed before it was committed")
    }
    state = .idle
  }

  /// Sends what is queued, which ends with a commit.
  ///
  /// If the wait for a synchronous standby is cancelled, the server reports a successful commit with a warning
  /// (postgresql.org/docs/15/warm-standby.html, "Synchronous Replication"). Only a cancel request ends that wait:
  /// neither `statement_timeout` nor the end of the client does.
  private func exchangeDurably() throws(Problem) {
    let cancelled = link.cancelledWaits
    try exchange()
    guard link.cancelledWaits == cancelled else {
      link.abandon()
      throw .unavailable(
        "the database has not confirmed the commit", cause: "postgresql: the commit was not replicated in time",
        retryAfter: SQLState.retryAfter)
    }
  }

  func rollback() {
    if case .read = state { state = .idle }
    guard case .open = state, !link.isLost else { return }
    if discard() { return }
    link.discardUnsent()
    statements.forgetUnsent()
    link.queue(.statement("ROLLBACK", []), isIgnored: true)
    state = .idle
    try? link.send()
  }

  /// Ends a transaction that has sent nothing.
  private func discard() -> Bool {
    guard let opening, link.isUnsent(opening.begin) else { return false }
    link.discardUnsent()
    statements.forgetUnsent()
    state = .idle
    return true
  }

  private func problem(_ error: PostgreSQLFailure) -> Problem {
    failure = error.state
    let endsConnection = error.state?.endsConnection ?? false
    // A server that says what failed has not committed.
    if error.state != nil, !endsConnection { mayHaveCommitted = false }
    if error.state?.isStaleStatement ?? false { statements = PreparedStatements(isAllowed: false) }
    // A standby, or a primary that has become one: the next connection may find the new primary. A standby refuses the
    // start of a serializable transaction with the code of an unknown feature.
    let isStandby = error.state?.isReadOnly ?? false || opening?.begin.result?.state != nil
    if endsConnection || isStandby { link.abandon() }
    return isStandby ? SQLState.readOnly.problem(error.problem.cause ?? "") : error.problem
  }
}

extension TransactionKind {
  fileprivate var isolation: String {
    switch self {
    case .reading, .readingAtOnce: "REPEATABLE READ READ ONLY"
    case .deciding: "SERIALIZABLE"
    case .copying: "REPEATABLE READ"
    case .sweeping, .noting: "READ COMMITTED"
    }
  }
}

extension PostgreSQLConnection {
  /// An arbitrary number. All releases use it to run one migration at a time.
  private static let migrationLock = 7_311_711_214

  func settingSchemaVersion(to version: Int) -> [String] {
    [
      "CREATE TABLE IF NOT EXISTS \(Self.versions) (version BIGINT NOT NULL)", "DELETE FROM \(Self.versions)",
      "INSERT INTO \(Self.versions) (version) VALUES (\(version))",
    ]
  }

  func prepareForMigration() throws(Problem) {}

  /// A commit waits for the synchronous standbys, if there are any, and for all commits before it. Without them, a
  /// commit is visible only after it is on disk.
  func waitForDurability() throws(Problem) {
    // As the commit of a changing transaction, the wait is cancelled at the deadline.
    try begin(.sweeping)
    try execute(
      """
      SELECT CASE WHEN current_setting('synchronous_standby_names') <> ''
        THEN CAST(pg_logical_emit_message(true, 'vestibule', '') AS text) END AS position
      """, [])
    try commit()
  }

  func beginMigration() throws(Problem) {
    try begin(.sweeping)
    _ = try run("SELECT pg_advisory_xact_lock(\(Self.migrationLock))", [])
  }
}

extension PostgreSQLConnection {
  /// Copies the tables to temporary tables, which only this session sees and which take precedence over the
  /// originals.
  /// - Throws: `service/misconfigured` through a pooler, which would give the session with the copies to others.
  func copyContent() throws(Problem) {
    // A pooler has another number for each of its clients.
    guard try run("SELECT pg_backend_pid() AS pid", []).first?.integer("pid") == link.backendPID else {
      throw .misconfigured(
        "DATABASE_URL",
        "a dry run needs a connection that nobody else gets, and this one is a pooler's: name the server itself")
    }
    _ = try schemaVersion()
    let tables = try run(
      """
      SELECT quote_ident(schemaname) AS schema, quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname = current_schema() AND tablename IN (\(Self.ownNames)) ORDER BY tablename
      """, [])
    try begin(.copying)
    for table in tables {
      let (schema, name) = (try table.text("schema"), try table.text("name"))
      try execute("CREATE TEMPORARY TABLE \(name) (LIKE \(schema).\(name) INCLUDING ALL)", [])
      try execute("INSERT INTO pg_temp.\(name) TABLE \(schema).\(name)", [])
    }
    hasCopy = true
    // Tables that a migration creates are temporary too.
    try execute("SET search_path TO pg_temp", [])
    try commit()
  }
}
