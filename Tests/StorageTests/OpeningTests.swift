// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc
import Testing

@testable import Storage
@testable import TestSupport

@Suite("Opening a database file", .enabled(if: TestEngine.current == .sqlite)) struct OpeningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func connection(deadline: Duration = .seconds(10)) throws -> SQLiteConnection {
    try SQLiteConnection(path: folder.file, deadline: Deadline(in: deadline))
  }

  @Test("Of many processes that open a new database, one migrates it and all can use it", arguments: 0..<3)
  func concurrentMigration(_ round: Int) throws {
    let path = folder.file
    try onThreads(8) { number in
      let store = TestDatabase(location: path).store()
      try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a\(number)")) }
    }
    #expect(try self.connection().run("SELECT count(*) AS n FROM accounts", []).first?.integer("n") == 8)
    let connection = try connection()
    #expect(try connection.schemaVersion() == Migrations.steps.count)
    #expect(try connection.run("PRAGMA journal_mode", []).first?.text("journal_mode") == "wal")
    #expect(try connection.run("PRAGMA integrity_check", []).first?.text("integrity_check") == "ok")
  }

  @Test func `a database is opened at the first transaction and prepared once`() throws {
    var count = 0
    let store = Store.sqlite(path: folder.file, legacyRole: nil, deadline: Deadline(in: .seconds(5))) {
      () throws(Problem) in count += 1
    }
    #expect(access(folder.file, F_OK) != 0)
    for _ in 0..<3 { try store.read { (transaction) throws(Problem) in _ = try transaction.accounts.find(id: "a") } }
    #expect(count == 1)
  }

  @Test func `a failed preparation is reported and tried again`() throws {
    var isReady = false
    let store = Store.sqlite(path: folder.file, legacyRole: nil, deadline: Deadline(in: .seconds(5))) {
      () throws(Problem) in
      guard isReady else { throw .misconfigured("DATABASE_URL", "no folder") }
    }
    #expect(code { try store.read { (_) throws(Problem) in } } == .misconfigured)
    isReady = true
    try store.read { (_) throws(Problem) in }
  }

  @Test func `a copy starts with the file's content and does not change it`() throws {
    let copy = {
      Store.copy(ofSQLite: folder.file, legacyRole: nil, deadline: Deadline(in: .seconds(5)), timeout: .seconds(1))
    }
    try copy().write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a")) }
    #expect(access(folder.file, F_OK) != 0)

    let store = folder.store()
    try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a")) }
    let trial = copy()
    try trial.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("b")) }
    try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("c")) }
    for (id, isInFile, isInTrial) in [("a", true, true), ("b", false, true), ("c", true, false)] {
      #expect(
        try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: id) != nil } == isInFile)
      #expect(
        try trial.read { (transaction) throws(Problem) in try transaction.accounts.find(id: id) != nil } == isInTrial)
    }
  }

  @Test func `a lock is waited for no longer than the timeout`() throws {
    let holder = try connection()
    try holder.begin(.deciding)
    let store = Store.sqlite(
      path: folder.file, legacyRole: nil, deadline: Deadline(in: .seconds(60)), timeout: .milliseconds(50))
    let begin = ContinuousClock.now
    #expect(code { try store.write { (_) throws(Problem) in } } == .unavailable)
    #expect(ContinuousClock.now - begin < .seconds(10))
  }

  @Test func `a database of a newer release is refused and unchanged`() throws {
    try folder.store().write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a")) }
    try connection().setSchemaVersion(Migrations.steps.count + 1)
    for _ in 0..<2 {
      #expect(code { try folder.store().read { (_) throws(Problem) in } } == .misconfigured)
      #expect(code { try folder.store().write { (_) throws(Problem) in } } == .misconfigured)
    }
    #expect(try connection().schemaVersion() == Migrations.steps.count + 1)
    try connection().setSchemaVersion(Migrations.steps.count)
    #expect(try folder.store().read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") } != nil)
  }

  @Test func `a failed migration leaves no change and is done by the next process`() throws {
    let connection = try connection()
    _ = try connection.run("CREATE TABLE sessions (id TEXT)", [])
    #expect(code { try folder.store().read { (_) throws(Problem) in } } == .internalError)
    #expect(try connection.run("SELECT name FROM sqlite_master WHERE name = 'accounts'", []).isEmpty)
    #expect(try connection.schemaVersion() == 0)
    _ = try connection.run("DROP TABLE sessions", [])
    try folder.store().write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a")) }
  }

  @Test func `only the owner can access the files, with any umask`() throws {
    let path = folder.file
    let thread = RunningThread { () -> [mode_t] in
      // The umask belongs to the process: this thread gets its own, so that other tests keep theirs.
      typealias Unshare = @convention(c) (CInt) -> CInt
      let unshare = unsafeBitCast(try #require(dlsym(nil, "unshare")), to: Unshare.self)
      try #require(unshare(0x200) == 0)
      umask(0)
      let store = TestDatabase(location: path).store()
      try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a")) }
      return ["", "-wal", "-shm"].map { suffix in
        var status = stat()
        return lstat(path + suffix, &status) == 0 ? status.st_mode & 0o7777 : 0
      }
    }
    #expect(try thread.value == [0o600, 0o600, 0o600])
  }

  @Test func `a locked database is unavailable at the deadline, not later`() throws {
    try folder.store().write { (_) throws(Problem) in }
    let holder = try connection()
    try holder.begin(.deciding)
    let store = folder.store(deadline: .milliseconds(400))
    try store.read { (transaction) throws(Problem) in _ = try transaction.accounts.find(id: "readers need not wait") }
    let start = ContinuousClock.now
    #expect(code { try store.write { (_) throws(Problem) in } } == .unavailable)
    let waited = ContinuousClock.now - start
    #expect(waited > .milliseconds(200), "it gave up before the deadline: after \(waited)")
    #expect(waited < .milliseconds(1500), "it gave up long after the deadline: after \(waited)")
    holder.rollback()
    try folder.store().write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a")) }
  }

  @Test func `a new database that another process locks is unavailable at the deadline`() throws {
    let holder = try connection()
    try holder.begin(.deciding)
    _ = try holder.run("CREATE TABLE t (x)", [])
    let start = ContinuousClock.now
    #expect(code { try folder.store(deadline: .milliseconds(300)).read { (_) throws(Problem) in } } == .unavailable)
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  /// Opens the database on another thread while this one holds it, and releases it soon.
  private func openWhileHeld(_ begin: String) throws {
    let path = folder.file
    let holder = try connection()
    _ = try holder.run(begin, [])
    let thread = RunningThread {
      try TestDatabase(location: path).store().write { (transaction) throws(Problem) in
        try transaction.accounts.insert(.fixture("a"))
      }
    }
    // Nothing outside shows that the other thread waits for the lock.
    usleep(200_000)
    holder.rollback()
    try thread.value
  }

  @Test func `a short lock of a new database is waited for`() throws {
    try openWhileHeld("BEGIN EXCLUSIVE")
  }

  @Test func `a lock that is released in time is waited for`() throws {
    try folder.store().write { (_) throws(Problem) in }
    try openWhileHeld("BEGIN IMMEDIATE")
    #expect(try folder.store().read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") } != nil)
  }

  @Test func `a file that is not a database is unavailable, and the answer names no path`() throws {
    let file = fopen(folder.file, "w")
    // Longer than the header of a database.
    fputs(String(repeating: "this is no database. ", count: 200), file)
    fclose(file)
    let problem = #expect(throws: Problem.self) { try folder.store().read { (_) throws(Problem) in } }
    #expect(problem?.code == .unavailable)
    #expect(problem?.detail.contains(folder.path) == false)
  }

  @Test func `a missing folder is unavailable`() {
    let store = Store.sqlite(path: folder.path + "/no/such.db", legacyRole: nil, deadline: Deadline(in: .seconds(1)))
    #expect(code { try store.read { (_) throws(Problem) in } } == .unavailable)
  }
}
