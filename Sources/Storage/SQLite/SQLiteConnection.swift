// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Domain
import Glibc

/// A connection to a SQLite database (sqlite.org/c3ref), with a write-ahead log. A commit returns when it is on disk,
/// except for notes.
final class SQLiteConnection: Connection {
  private let database: OpaquePointer
  private let deadline: Deadline
  private let timeout: Duration
  /// The deadline of the running statement for locks.
  private var lockDeadline: Deadline
  private(set) var statements: [String: SQLiteStatement] = [:]
  /// How long statements of the current transaction wait for locks.
  private var lockTimeout: Duration
  /// Whether this connection has run a sweep's transaction.
  private var isSweeping = false
  /// The kind of the current transaction.
  private var kind = TransactionKind.reading
  /// How many rows this connection had changed when the current transaction began.
  private var changesBefore: Int64 = 0

  let dialect = Dialect.sqlite
  let isLost = false
  let checksOpeningInTransaction = false
  let hasRoundTrips = false
  var acceptsOpening: ((OpeningState) throws(Problem) -> Bool)?
  let needsOpening = false
  func mayRunAgain(afterAttempts attempts: Int, waited: Duration, pause: Duration, noticesCommit: Bool) -> Bool {
    false
  }

  /// Opens the file, or creates it so that only its owner can read it.
  /// - Parameters:
  ///   - path: an empty path opens a private temporary database, which is deleted with the connection.
  ///   - timeout: how long a statement waits for locks, at most until the deadline.
  init(path: String, deadline: Deadline, timeout: Duration = .days(1)) throws(Problem) {
    self.deadline = deadline
    self.timeout = timeout
    lockTimeout = timeout
    lockDeadline = deadline.atMost(timeout)
    database = try Self.open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    let connection = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_busy_handler(
      database, { Unmanaged<SQLiteConnection>.fromOpaque($0!).takeUnretainedValue().wait(tries: $1) }, connection)
    _ = try run("PRAGMA synchronous = NORMAL", [])
  }

  /// Configures SQLite once per process, before the first connection. SQLite refuses it later.
  private static let isConfigured = csqlite_configure() == SQLITE_OK

  private static func open(_ path: String, _ flags: Int32) throws(Problem) -> OpaquePointer {
    _ = isConfigured
    var handle: OpaquePointer?
    let mask = umask(0o077)
    let result = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    umask(mask)
    guard result == SQLITE_OK, let handle else {
      sqlite3_close(handle)
      throw .unavailable(
        "the database cannot be opened", cause: "sqlite \(path): \(String(cString: sqlite3_errstr(result)))")
    }
    sqlite3_extended_result_codes(handle, 1)
    // Otherwise the last process that closes the database would checkpoint and delete the log, with three more fsyncs
    // per event.
    csqlite_keep_wal_at_close(handle)
    csqlite_enforce_foreign_keys(handle)
    return handle
  }

  /// Replaces the content of this database with the current content of another one (sqlite.org/backup.html). Other
  /// processes can read and write meanwhile.
  /// - Parameter progress: called after every few pages; throwing aborts the copy.
  func copyContent(
    of path: String, progress: (SQLiteBackup.Progress) throws(Problem) -> Void = { (_) throws(Problem) in }
  ) throws(Problem) {
    func failure(_ result: Int32) -> Problem {
      .unavailable("the database cannot be copied", cause: "sqlite \(path): \(String(cString: sqlite3_errstr(result)))")
    }
    guard !hasMoved else {
      throw .unavailable("the copy was moved or deleted", cause: "sqlite: its path leads to another file")
    }
    let source = try Self.open(path, SQLITE_OPEN_READWRITE)
    defer { sqlite3_close(source) }
    sqlite3_busy_timeout(source, Int32(clamping: deadline.atMost(timeout).remaining.wholeMilliseconds))
    // In one read transaction, because otherwise the copy would restart after each commit of another process.
    var result = sqlite3_exec(source, "BEGIN; SELECT count(*) FROM sqlite_master", nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result) }
    guard let backup = sqlite3_backup_init(database, "main", source, "main") else {
      throw failure(sqlite3_errcode(database))
    }
    do {
      repeat {
        result = sqlite3_backup_step(backup, 500)
        let count = Int(sqlite3_backup_pagecount(backup))
        try progress(.init(pages: count - Int(sqlite3_backup_remaining(backup)), count: count))
      } while result == SQLITE_OK
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    sqlite3_backup_finish(backup)
    guard result == SQLITE_DONE else { throw failure(result) }
  }

  deinit {
    statements.removeAll()
    truncateLog()
    sqlite3_close(database)
  }

  func shutdown() { truncateLog() }

  /// Checkpoints and truncates the log if it has more than 200 pages, without waiting for locks. A sweep does it with
  /// every log, and waits up to 100 ms for others, so that the file alone is complete when nothing runs after it.
  ///
  /// When the last process closes the database, SQLite forgets which part of the log was already checkpointed. The next
  /// process would read and verify the whole log, and append to it. With one process per event, the log would grow
  /// without limit. Ten events write about 200 pages, which take 0.3 ms to open.
  private func truncateLog() {
    // The log at the path would be that of the file that replaced this one.
    guard !hasMoved else { return }
    guard let file = sqlite3_db_filename(database, nil), strlen(file) > 0, let path = sqlite3_filename_wal(file) else {
      return
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > (isSweeping ? 0 : 200 * 4096) else { return }
    sqlite3_busy_timeout(database, isSweeping ? 100 : 0)
    sqlite3_wal_checkpoint_v2(database, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
  }

  /// How many waits are short. A decision of a warm process holds the lock for about 0.2 ms.
  private static let shortWaits: Int32 = 8

  /// Waits for a lock of another connection: at most 20 ms, and less near the deadline.
  ///
  /// SQLite has no queue for locks. SQLite's own handler waits longer after each attempt, so new processes
  /// overtake those that wait. With several dozen processes, some would not get the lock before their deadline.
  /// - Returns: 0 to give up.
  private func wait(tries: Int32) -> Int32 {
    let left = lockDeadline.remaining.wholeMilliseconds
    if left == 0 { return 0 }
    guard tries >= Self.shortWaits else {
      usleep(.random(in: 50...200))
      return 1
    }
    let longest = UInt32(min(Int(tries - Self.shortWaits) + 1, 20, max(1, left / 500)))
    usleep(.random(in: 500...longest * 1000))
    return 1
  }

  func run(_ sql: String, _ parameters: [SQLValue]) throws(Problem) -> [Row] {
    // Before preparing, which reads the schema and may wait too.
    lockDeadline = deadline.atMost(lockTimeout)
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(parameters)
    return try statement.rows()
  }

  /// More statements than any function has, apart from those whose text depends on the length of a list.
  static let maximumStatements = 200

  private func prepared(_ sql: String) throws(Problem) -> SQLiteStatement {
    if let known = statements[sql] { return known }
    if statements.count == Self.maximumStatements { statements.removeAll(keepingCapacity: true) }
    let statement = try SQLiteStatement(sql, in: database)
    statements[sql] = statement
    return statement
  }

  /// A writing transaction locks the database for other writers from its start, so it never has to be repeated.
  func begin(_ kind: TransactionKind) throws(Problem) {
    if kind == .sweeping { try enlargeCache() }
    lockTimeout = kind == .noting ? min(timeout, TransactionKind.waitOfNotes) : timeout
    self.kind = kind
    changesBefore = sqlite3_total_changes64(database)
    switch kind {
    case .reading, .readingAtOnce: _ = try run("BEGIN", [])
    case .deciding, .copying, .sweeping, .noting: _ = try run("BEGIN IMMEDIATE", [])
    }
  }

  /// Keeps up to 16 MB of pages and the statement journal in memory, because a sweep's batch changes at least one page
  /// per row. Each page is then written once to the log, and to the file only every few batches. With a million rows, a
  /// sweep takes 0.6 of the time that it takes with the default settings. The file is not mapped: that would be as
  /// fast, but the mapped pages count as memory of the process.
  private func enlargeCache() throws(Problem) {
    guard !isSweeping else { return }
    isSweeping = true
    for setting in ["cache_size = -16000", "temp_store = MEMORY", "wal_autocheckpoint = 4000", "mmap_size = 0"] {
      _ = try run("PRAGMA \(setting)", [])
    }
  }

  func runChange(_ sql: String, _ parameters: [SQLValue]) throws(Problem) -> [Row] { try run(sql, parameters) }
  func execute(_ sql: String, _ parameters: [SQLValue]) throws(Problem) { _ = try run(sql, parameters) }
  func prefetch(_ sql: String, _ parameters: [SQLValue]) {}

  /// Writes the log to the disk, with everything that was committed before by any process.
  func waitForDurability() throws(Problem) {
    guard csqlite_sync_log(database) == SQLITE_OK else {
      throw .unavailable("the database cannot be read or written", cause: "sqlite: the log cannot be synchronised")
    }
  }

  func beginMigration() throws(Problem) {
    try begin(.deciding)
    // SQLite does not count changes of the schema.
    changesBefore = -1
  }

  /// A commit releases the lock before it is on disk, and only then waits for the disk, so that the next process can
  /// write meanwhile, and one synchronisation serves several. With `synchronous = FULL`, SQLite would wait under the
  /// lock (sqlite.org/pragma.html#pragma_synchronous). A crash of the machine keeps a beginning of the log, and what a
  /// transaction has read from others is before it there. A note is not waited for.
  func commit() throws(Problem) {
    guard sqlite3_txn_state(database, nil) != SQLITE_TXN_WRITE || !hasMoved else {
      throw .unavailable("the database cannot be read or written", cause: "sqlite: the file was moved or deleted")
    }
    // SQLite rolls back by itself after some faults of the disk (sqlite.org/lang_transaction.html).
    guard sqlite3_get_autocommit(database) == 0 else {
      throw .unavailable("the database cannot be read or written", cause: "sqlite: the transaction was rolled back")
    }
    _ = try run("COMMIT", [])
    if kind != .noting, sqlite3_total_changes64(database) != changesBefore { try waitForDurability() }
  }

  func rollback() { if sqlite3_get_autocommit(database) == 0 { _ = try? run("ROLLBACK", []) } }

  /// Whether the file is no longer at its path. Other processes would then not see a commit.
  private var hasMoved: Bool {
    var answer: Int32 = 0
    guard let path = sqlite3_db_filename(database, nil), strlen(path) > 0 else { return false }
    return sqlite3_file_control(database, nil, SQLITE_FCNTL_HAS_MOVED, &answer) == SQLITE_OK && answer != 0
  }

  func schemaVersion() throws(Problem) -> Int {
    try run("PRAGMA user_version", []).first?.integer("user_version") ?? 0
  }

  func openingState() throws(Problem) -> OpeningState {
    let version = try schemaVersion()
    guard version == Migrations.steps.count else { return OpeningState(version: version, keyFingerprints: []) }
    let keys = try run("SELECT fingerprint FROM secret_keys", [])
    return OpeningState(
      version: version, keyFingerprints: try keys.map { (row) throws(Problem) in try row.text("fingerprint") })
  }

  func settingSchemaVersion(to version: Int) -> [String] { ["PRAGMA user_version = \(version)"] }

  func requireRightToCreateTables() {}

  /// Retries, because two processes may open a new file at once: only one can set the journal mode, and SQLite does not
  /// wait for that lock.
  func prepareForMigration() throws(Problem) {
    let deadline = deadline.atMost(timeout)
    while true {
      do {
        _ = try run("PRAGMA journal_mode = WAL", [])
        return
      } catch {
        guard deadline.remaining > .zero else { throw error }
        usleep(5_000)
      }
    }
  }
}
