// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Storage
@testable import TestSupport

@Suite("Transactions") struct TransactionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a write that throws changes nothing`() throws {
    let store = folder.store()
    let refusal = Problem(.clientDuplicate, "no")
    let thrown = #expect(throws: Problem.self) {
      try store.write { (transaction) throws(Problem) in
        try transaction.accounts.insert(.fixture("a"))
        #expect(transaction.hasWritten)
        throw refusal
      }
    }
    #expect(thrown == refusal, "the problem is passed on as it is")
    #expect(try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") } == nil)
    try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a")) }
    #expect(try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") }?.id == "a")
  }

  @Test func `a connection that is kept has a limited number of prepared statements`() throws {
    let connection = try SQLiteConnection(path: "", deadline: Deadline(in: .seconds(5)))
    for number in 1...500 {
      let row = try #require(try connection.run("SELECT \(number) AS number", []).first)
      #expect(try row.integer("number") == number)
    }
    #expect(connection.statements.count <= SQLiteConnection.maximumStatements)
  }

  @Test func `a failed statement undoes the earlier ones`() throws {
    let store = folder.store()
    #expect(
      code {
        try store.write { (transaction) throws(Problem) in
          try transaction.accounts.insert(.fixture("a"))
          try transaction.accounts.insert(.fixture("a"))
        }
      } != nil)
    #expect(try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") } == nil)
  }

  @Test(.enabled(if: TestEngine.current == .sqlite))
  func `a transaction that SQLite has rolled back by itself is not taken for committed`() throws {
    try folder.store().write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a")) }
    let connection = try folder.database().connection()
    try connection.begin(.deciding)
    _ = try connection.run("DELETE FROM accounts", [])
    _ = try connection.run("ROLLBACK", [])
    #expect(code { try connection.commit() } == .unavailable)
  }

  @Test func `an uncommitted write ends with its connection`() throws {
    try folder.store().write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("kept")) }
    do {
      let connection = try folder.database().connection()
      try connection.begin(.deciding)
      _ = try connection.run("DELETE FROM accounts", [])
    }
    #expect(
      try folder.store().read { (transaction) throws(Problem) in try transaction.accounts.find(id: "kept") } != nil)
  }

  @Test func `two stores on one file see each other's commits`() throws {
    let (one, other) = (folder.store(), folder.store())
    for number in 0..<10 {
      let (writer, reader) = number % 2 == 0 ? (one, other) : (other, one)
      try writer.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a\(number)")) }
      #expect(
        try reader.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a\(number)") } != nil)
    }
  }

  @Test func `uncommitted changes are invisible`() throws {
    let (one, other) = (folder.store(), folder.store())
    _ = try other.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") }
    try one.write { (transaction) throws(Problem) in
      try transaction.accounts.insert(.fixture("a"))
      #expect(try transaction.accounts.find(id: "a") != nil)
      #expect(try other.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") } == nil)
    }
  }

  @Test func `one transaction reads one snapshot`() throws {
    let (reader, writer) = (folder.store(), folder.store())
    try writer.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("before")) }
    try reader.read { (transaction) throws(Problem) in
      #expect(try transaction.accounts.find(id: "before") != nil)
      try writer.write { (transaction) throws(Problem) in
        try transaction.accounts.insert(.fixture("after"))
        try transaction.accounts.recordSignIn(of: "before", at: .t0)
      }
      #expect(try transaction.accounts.find(id: "after") == nil)
      #expect(try transaction.accounts.find(id: "before")?.lastSignInAt == nil)
    }
    #expect(
      try reader.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "before") }?.lastSignInAt
        == .t0)
  }

  @Test func `writers are serialised`() throws {
    let store = folder.store()
    try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("counter")) }
    let database = folder.database()
    try onThreads(4) { _ in
      let store = database.store()
      for _ in 0..<25 {
        try store.write { (transaction) throws(Problem) in
          let last = try transaction.accounts.find(id: "counter")?.lastSignInAt ?? Timestamp(milliseconds: 0)
          try transaction.accounts.recordSignIn(of: "counter", at: last + .milliseconds(1))
        }
      }
    }
    let last = try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "counter") }?
      .lastSignInAt
    #expect(last?.milliseconds == 100)
  }

  @Test func `reading does not count as writing`() throws {
    try folder.store().write { (transaction) throws(Problem) in
      _ = try transaction.accounts.find(id: "a")
      #expect(!transaction.hasWritten)
    }
  }
}
