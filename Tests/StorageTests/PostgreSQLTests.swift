// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Synchronization
import Testing

@testable import Storage
@testable import TestSupport

@Suite("PostgreSQL", .enabled(if: TestEngine.current != .sqlite, "it needs scripts/with-postgresql and TEST_ENGINE"))
struct PostgreSQLTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.write { (transaction) throws(Problem) in
      for id in ["a", "b"] { try transaction.accounts.insert(.fixture(id)) }
    }
  }

  private func signIn(_ id: String, _ transaction: Transaction) throws(Problem) -> Timestamp? {
    try transaction.accounts.find(id: id)?.lastSignInAt
  }

  @Test func `a decision with a serialisation failure is repeated`() throws {
    let other = folder.store()
    var runs = 0
    try store.write { (transaction) throws(Problem) in
      runs += 1
      let seen = try signIn("a", transaction)
      if runs == 1 {
        try other.write { (transaction) throws(Problem) in
          #expect(try signIn("b", transaction) == nil)
          try transaction.accounts.recordSignIn(of: "a", at: .t0)
        }
      }
      // Each transaction writes what the other read, so no serial order exists.
      if seen == nil { try transaction.accounts.recordSignIn(of: "b", at: .t0) }
    }
    #expect(runs == 2)
    #expect(try store.read { (transaction) throws(Problem) in try signIn("b", transaction) } == nil)
  }

  @Test func `a row that was changed concurrently is read again`() throws {
    let other = folder.store()
    var runs = 0
    try store.write { (transaction) throws(Problem) in
      runs += 1
      let last = try signIn("a", transaction) ?? .t0
      if runs == 1 {
        try other.write { (transaction) throws(Problem) in
          try transaction.accounts.recordSignIn(of: "a", at: .t0 + .seconds(5))
        }
      }
      try transaction.accounts.recordSignIn(of: "a", at: last + .seconds(1))
    }
    #expect(runs == 2)
    #expect(try store.read { (transaction) throws(Problem) in try signIn("a", transaction) } == .t0 + .seconds(6))
  }

  @Test func `a concurrently inserted key is visible in the second run`() throws {
    let other = folder.store()
    var found: [Bool] = []
    try store.write { (transaction) throws(Problem) in
      let isThere = try transaction.accounts.find(id: "c") != nil
      if found.isEmpty {
        try other.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("c")) }
      }
      found.append(isThere)
      if !isThere { try transaction.accounts.insert(.fixture("c")) }
    }
    #expect(found == [false, true])
  }

  @Test func `a permanently taken key is an error after a few runs`() throws {
    var runs = 0
    let result = code {
      try store.write { (transaction) throws(Problem) in
        runs += 1
        try transaction.accounts.insert(.fixture("a"))
      }
    }
    #expect(result == .unavailable)
    #expect(runs == 5)
  }

  @Test func `a refusal is reported at once`() throws {
    var runs = 0
    let result = code {
      try store.write { (_) throws(Problem) in
        runs += 1
        throw Problem(.clientDuplicate, "no")
      }
    }
    #expect(result == .clientDuplicate)
    #expect(runs == 1)
  }

  @Test func `a deadlock is resolved by the server`() throws {
    let database = folder.database()
    let runs = Mutex(0)
    let holders = Mutex(0)
    try onThreads(2) { number in
      let ids = number == 0 ? ["a", "b"] : ["b", "a"]
      try database.store().write { (transaction) throws(Problem) in
        runs.withLock { $0 += 1 }
        try transaction.accounts.recordSignIn(of: ids[0], at: .t0)
        // A query sends the change, which has waited for it; the row is now locked.
        _ = try transaction.accounts.find(id: ids[0])
        holders.withLock { $0 += 1 }
        for _ in 0..<5000 where holders.withLock({ $0 }) < 2 { usleep(1000) }
        try transaction.accounts.recordSignIn(of: ids[1], at: .t0)
      }
    }
    // A transaction that the server has ended runs again.
    #expect(runs.withLock { $0 } > 2)
  }

  @Test func `sweeps skip rows that another process has locked`() throws {
    try store.write { (transaction) throws(Problem) in
      for number in 0..<4 { try transaction.outbox.insert(OutboxMessage.fixture("m\(number)")) }
    }
    let other = folder.store()
    var taken: [[String]] = []
    try store.sweep { (transaction) throws(Problem) in
      let first = try transaction.outbox.lease(now: .t0, until: .t0 + .seconds(60), limit: 3).map(\.id)
      let second = try other.sweep { (transaction) throws(Problem) in
        try transaction.outbox.lease(now: .t0, until: .t0 + .seconds(60), limit: 3).map(\.id)
      }
      taken = [first.sorted(), second]
    }
    #expect(taken == [["m0", "m1", "m2"], ["m3"]])
  }

  @Test func `a locked row is waited for until the deadline`() throws {
    let holder = try folder.database().connection()
    try holder.begin(.deciding)
    _ = try holder.run("UPDATE accounts SET locale = 'de' WHERE id = 'a'", [])
    let start = ContinuousClock.now
    let store = folder.store(deadline: .milliseconds(400))
    #expect(
      code {
        try store.write { (transaction) throws(Problem) in try transaction.accounts.recordSignIn(of: "a", at: .t0) }
      }
        == .unavailable)
    let waited = ContinuousClock.now - start
    #expect(waited > .milliseconds(200), "it gave up before the deadline: after \(waited)")
    #expect(waited < .milliseconds(2000), "it gave up long after the deadline: after \(waited)")
    holder.rollback()
  }

  @Test func `a connection lost before the commit is reopened, and nothing is done twice`() throws {
    var runs = 0
    try store.write { (transaction) throws(Problem) in
      runs += 1
      try transaction.accounts.insert(.fixture("c"))
      if runs == 1 { try terminate(transaction) }
      _ = try transaction.accounts.find(id: "c")
    }
    #expect(runs == 2)
    #expect(try folder.database().run("SELECT count(*) AS n FROM accounts").first?.integer("n") == 3)
  }

  @Test func `a transaction lost during its commit is not repeated`() throws {
    var runs = 0
    let problem = #expect(throws: Problem.self) {
      try store.write { (transaction) throws(Problem) in
        runs += 1
        try transaction.accounts.insert(.fixture("c"))
        try terminate(transaction)
      }
    }
    #expect(runs == 1)
    #expect(problem?.code == .unavailable)
    #expect(problem?.detail.contains("may have done so or not") == true)
    #expect(
      try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "c") } == nil,
      "the next one works")
  }

  /// Ends the server process of a transaction.
  private func terminate(_ transaction: Transaction) throws(Problem) {
    let pid = try transaction.query("SELECT pg_backend_pid() AS pid").first?.integer("pid") ?? 0
    do { _ = try folder.database().run("SELECT pg_terminate_backend(\(pid), 5000) AS done") } catch {
      throw .bug("\(error)")
    }
  }

  @Test func `a failed statement prevents the commit`() throws {
    let connection = try folder.database().connection()
    try connection.begin(.deciding)
    #expect(code { try connection.run("SELECT no_such_column", []) } == .misconfigured)
    #expect(code { try connection.commit() } == .internalError)
    connection.rollback()
    try connection.begin(.deciding)
    try connection.commit()
  }

  @Test func `repeated statements are prepared, unless a pooler may change the server process`() throws {
    let connection = try folder.database().connection()
    for _ in 0..<4 {
      try connection.begin(.reading)
      #expect(try connection.run("SELECT id FROM accounts WHERE id = $1", [.text("a")]).count == 1)
      try connection.commit()
    }
    let prepared = try connection.run("SELECT statement FROM pg_prepared_statements", [])
    let found = try prepared.contains { try $0.text("statement").contains("accounts") }
    #expect(found == (TestEngine.current == .postgresql))
  }

  @Test func `a prepared statement survives a change of its table`() throws {
    let store = folder.store("altered.db")
    try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a")) }
    for _ in 0..<3 { _ = try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") } }
    try folder.database("altered.db").run("ALTER TABLE accounts ADD COLUMN later TEXT")
    #expect(try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") }?.id == "a")
  }

  @Test("Of many processes that open a new database, one migrates it and all can use it", arguments: 0..<2)
  func concurrentMigration(_ round: Int) throws {
    let database = folder.database("new\(round == 0 ? "one" : "two").db")
    try onThreads(8) { number in
      try database.store().write { (transaction) throws(Problem) in
        try transaction.accounts.insert(.fixture("a\(number)"))
      }
    }
    #expect(try database.run("SELECT count(*) AS n FROM accounts").first?.integer("n") == 8)
    #expect(try database.connection().schemaVersion() == Migrations.steps.count)
  }

  @Test func `pending migrations are reported and not run`() throws {
    let database = folder.database("empty.db")
    #expect(try database.store().pendingMigrations().count > 40)
    #expect(try database.connection().schemaVersion() == 0)
    #expect(try database.store().migrate().count > 40)
    #expect(try database.store().pendingMigrations().isEmpty)
    #expect(try database.store().migrate().isEmpty)
  }

  @Test func `a database of a newer release is refused and unchanged`() throws {
    let database = folder.database("newer.db")
    try database.connection().setSchemaVersion(Migrations.steps.count + 1)
    #expect(code { try database.store().write { (transaction) throws(Problem) in } } == .misconfigured)
    #expect(try database.connection().schemaVersion() == Migrations.steps.count + 1)
  }

  @Test(.enabled(if: TestEngine.current == .postgresql, "a pooler has no sessions"))
  func `a trial reads the rows, changes them only for itself, and blocks no other process`() throws {
    let trial = Store.postgreSQL(
      uri: folder.database().location, isTrial: true, legacyRole: nil, deadline: Deadline(in: .seconds(20)))
    try trial.write { (transaction) throws(Problem) in
      try transaction.accounts.insert(.fixture("c"))
      try transaction.accounts.recordSignIn(of: "a", at: .t0)
    }
    try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("c")) }
    #expect(try store.read { (transaction) throws(Problem) in try signIn("a", transaction) } == nil)
    #expect(try trial.read { (transaction) throws(Problem) in try signIn("a", transaction) } == .t0)
  }

  @Test func `a trial of a missing database creates nothing`() throws {
    guard TestEngine.current == .postgresql else { return }
    let database = folder.database("empty.db")
    let trial = Store.postgreSQL(
      uri: database.location, isTrial: true, legacyRole: nil, deadline: Deadline(in: .seconds(20)))
    try trial.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("c")) }
    #expect(try database.connection().schemaVersion() == 0)
  }

  @Test(
    "An invalid URI is a wrong variable, and its password is not in the error",
    arguments: ["postgres://u:se/cret@h/d", "postgres://h?no=1"])
  func badURI(_ uri: String) throws {
    let problem = #expect(throws: Problem.self) {
      try Store.postgreSQL(uri: uri, legacyRole: nil, deadline: Deadline(in: .seconds(1))).migrate()
    }
    #expect(problem?.code == .misconfigured)
    #expect(problem.map { "\($0)".contains("cret") } == false)
  }

  @Test func `a missing server is unreachable, and the password is not in the error`() throws {
    let uri = "postgres://u:secret@127.0.0.1:1/d"
    let problem = #expect(throws: Problem.self) {
      try Store.postgreSQL(uri: uri, legacyRole: nil, deadline: Deadline(in: .seconds(5))).migrate()
    }
    #expect(problem?.code == .unavailable)
    #expect(problem.map { "\($0)".contains("secret") } == false)
  }

  @Test(
    "The code is found in a verbose message",
    arguments: [
      ("connection to server at \"::1\", port 5432 failed: FATAL:  53300: sorry, too many clients already", "53300"),
      (
        "connection to server at \"127.0.0.1\", port 5432 failed: FATAL:  57P03: the database system is starting up",
        "57P03"
      ),
      ("connection to server at \"127.0.0.1\", port 12345 failed: Connection refused", nil),
    ])
  func sqlState(_ message: String, _ code: String?) {
    #expect(SQLState(inMessage: message)?.code == code)
  }

  @Test(
    "No class of failures is a bug: it passes, or the installation is at fault",
    arguments: [
      "00", "01", "02", "03", "08", "09", "0A", "0B", "0F", "0L", "0P", "0Z", "20", "21", "22", "23", "24", "25", "26",
      "27", "28", "2B", "2D", "2F", "34", "38", "39", "3B", "3D", "3F", "40", "42", "44", "53", "54", "55", "57", "58",
      "72", "F0", "HV", "P0", "XX", "ZZ", "",
    ])
  func classOfState(_ class: String) {
    for state in ["000", "001", "P01", "99Z"].map({ SQLState(code: `class`.isEmpty ? "" : `class` + $0) }) {
      let problem = state.problem("words")
      #expect([.unavailable, .misconfigured].contains(problem.code))
      #expect(problem.cause == "postgresql \(state.code): words")
    }
  }

  @Test(
    "A state has its meaning",
    arguments: [
      ("08006", ErrorCode.unavailable), ("25006", .unavailable), ("57P03", .unavailable), ("53300", .unavailable),
      ("40001", .unavailable), ("23514", .unavailable), ("42601", .unavailable), ("54000", .unavailable),
      ("28P01", .misconfigured), ("28000", .misconfigured), ("3D000", .misconfigured), ("3F000", .misconfigured),
      ("42501", .misconfigured), ("42P01", .misconfigured), ("42703", .misconfigured), ("22P05", .misconfigured),
    ])
  func meaning(_ state: String, _ code: ErrorCode) { #expect(SQLState(code: state).problem("").code == code) }

  @Test(
    "A parameter that libpq does not know is named",
    arguments: [
      ("postgres://u:secret@h/d?pgbouncer=true", "pgbouncer"),
      ("postgres://h/d?sslmode=require&schema=public", "schema"),
      ("postgres://h?connect_timeout=1&ssl=1", "ssl"),
    ])
  func unknownParameter(_ uri: String, _ name: String) {
    let detail = PostgreSQLRefusal.ofURI(uri).detail
    #expect(detail.hasPrefix("DATABASE_URL: has the parameter \(name), ") && !detail.contains("secret"))
  }

  @Test func `a part of a password is not named as a parameter`() {
    #expect(!PostgreSQLRefusal.ofURI("postgres://u:pa/s?wo=rd@h/d").detail.contains("wo"))
  }
}
