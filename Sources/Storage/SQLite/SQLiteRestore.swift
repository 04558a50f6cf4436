// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Domain
import Glibc

/// The checks of a SQLite file that replaces the database.
package enum SQLiteRestore {
  /// What a copy of a database contains.
  package struct Content: Sendable {
    package let schemaVersion: Int
  }

  /// Moves the content of a log next to a private file into the file, and checks the file. Afterwards there is no log.
  /// - Throws: `service/misconfigured` if a newer release wrote the file, another problem if it is not a sound database
  ///   of this application.
  package static func check(_ path: String) throws(Problem) -> Content {
    let content = try checkedContent(of: path)
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    return content
  }

  private static func checkedContent(of path: String) throws(Problem) -> Content {
    let connection = try SQLiteConnection(path: path, deadline: Deadline(in: .days(365)), timeout: .seconds(1))
    let version = try connection.schemaVersion()
    let tables = try connection.run("SELECT name FROM sqlite_schema WHERE name IN ('accounts', 'seen_events')", [])
    guard version > 0, tables.count == 2 else {
      throw .unavailable("it is not a database of Vestibule", cause: "schema \(version)")
    }
    _ = try Migrations.pending(on: connection)
    try requireOwnSchema(of: connection, version)
    let found = try connection.run("PRAGMA integrity_check(1)", []).first?.text("integrity_check")
    guard found == "ok" else {
      throw .unavailable("it is damaged", cause: "integrity_check: \(found ?? "nothing")")
    }
    guard let row = try connection.run("PRAGMA foreign_key_check", []).first else {
      let mode = try connection.run("PRAGMA journal_mode", []).first?.text("journal_mode")
      // Other programs copy a database without its journal mode. Such a copy has no log.
      if mode == "wal" { try connection.moveLogIntoFile() } else { try connection.prepareForMigration() }
      return Content(schemaVersion: version)
    }
    throw .unavailable("it is damaged", cause: "foreign_key_check: a row of \(try row.text("table")) refers to no row")
  }

  /// Requires the tables, indexes, triggers and views of the migrations, and no others. A trigger or a view of somebody
  /// else would run with each event.
  private static func requireOwnSchema(of connection: SQLiteConnection, _ version: Int) throws(Problem) {
    let model = try SQLiteConnection(path: "", deadline: Deadline(in: .days(365)))
    for step in Migrations.steps.prefix(version) {
      for statement in step.statements(for: .sqlite) { _ = try model.run(statement, []) }
    }
    let (found, expected) = (try schema(of: connection), try schema(of: model))
    let names = Set(found.keys).union(expected.keys).sorted()
    guard let name = names.first(where: { found[$0] != expected[$0] }) else { return }
    let fault =
      switch (found[name], expected[name]) {
      case (nil, _): "it does not have the \(name)"
      case (_, nil): "it has the \(name), which is not of Vestibule"
      default: "its \(name) is not that of schema \(version)"
      }
    throw .unavailable(fault, cause: "its schema is not that of the migrations")
  }

  /// The statement of each table, index, trigger and view, by its type and name. SQLite's own, such as those of
  /// `ANALYZE`, begin with `sqlite_`.
  private static func schema(of connection: SQLiteConnection) throws(Problem) -> [String: String] {
    var statements: [String: String] = [:]
    for row in try connection.run(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'", [])
    {
      let words = (try row.optionalText("sql") ?? "").split(whereSeparator: \.isWhitespace)
      statements["\(try row.text("type")) \(try row.text("name"))"] = words.joined(separator: " ")
    }
    return statements
  }

  /// Ends every session and every service key of a copy that is checked: those that were ended after it was made would
  /// come back otherwise.
  /// - Returns: how many sessions were ended.
  package static func endSessions(_ path: String, at now: Timestamp) throws(Problem) -> Int {
    let connection = try SQLiteConnection(path: path, deadline: Deadline(in: .days(365)), timeout: .seconds(1))
    let columns = try connection.run("SELECT name FROM pragma_table_info('sessions')", [])
      .map { (row) throws(Problem) in try row.text("name") }
    let push = columns.contains("sealed_push_token") ? ", \(PushTable.removingPushToken)" : ""
    let ended = try connection.run(
      """
      UPDATE sessions SET revoked_at = $1, end_reason = $2\(push) WHERE revoked_at IS NULL RETURNING id
      """, [.timestamp(now), .text(Session.End.endedByOperator.rawValue)]
    ).count
    if try !connection.run("SELECT name FROM sqlite_schema WHERE name = 'service_keys'", []).isEmpty {
      _ = try connection.run("UPDATE service_keys SET secret_hash = NULL", [])
    }
    try connection.moveLogIntoFile()
    return ended
  }

  /// Counts the messages of a copy that wait to be sent. Some may have been sent since the copy was made.
  package static func waitingMessages(_ path: String) throws(Problem) -> Int {
    let connection = try SQLiteConnection(path: path, deadline: Deadline(in: .days(365)), timeout: .seconds(1))
    return try connection.run("SELECT COUNT(*) AS count FROM outbox WHERE ended_at IS NULL", []).first?.integer("count")
      ?? 0
  }

  /// Ends these messages as failed. They keep their values, so that they can be queued again.
  package static func failWaitingMessages(_ path: String, at now: Timestamp) throws(Problem) {
    let connection = try SQLiteConnection(path: path, deadline: Deadline(in: .days(365)), timeout: .seconds(1))
    _ = try connection.run(
      "UPDATE outbox SET state = 'failed', ended_at = $1, trouble = $2 WHERE ended_at IS NULL",
      [.timestamp(now), .text("it waited in the copy that was restored, and may have been sent since")])
    try connection.moveLogIntoFile()
  }

  /// Moves the content of the log into the file, if no other process uses the database. A damaged database is not
  /// changed.
  /// - Returns: whether it has accounts.
  package static func settle(_ path: String) throws(Problem) -> Bool {
    let connection = try SQLiteConnection(path: path, deadline: Deadline(in: .days(365)), timeout: .milliseconds(100))
    guard try connection.schemaVersion() > 0 else { return false }
    let found = try connection.run("PRAGMA quick_check(1)", []).first?.text("quick_check")
    guard found == "ok" else { throw .unavailable("it is damaged", cause: "quick_check: \(found ?? "nothing")") }
    try connection.moveLogIntoFile()
    return try !connection.run("SELECT id FROM accounts LIMIT 1", []).isEmpty
  }
}

extension SQLiteConnection {
  /// Moves the content of the log into the file and empties the log.
  fileprivate func moveLogIntoFile() throws(Problem) {
    guard try run("PRAGMA wal_checkpoint(TRUNCATE)", []).first?.integer("busy") == 0 else {
      throw .unavailable("another process uses the database", cause: "wal_checkpoint: busy")
    }
  }
}

/// A lock on a SQLite file that no process can open a transaction with. SQLite's connections lock these bytes while
/// they are in use (sqlite.org/lockingv3.html, sqlite.org/wal.html).
package final class SQLiteFileLock {
  private let descriptor: Int32

  private static let pendingByte = 0x4000_0000
  private static let count = 512

  /// Takes the lock until this object is released.
  /// - Returns: nil if another process uses the database, or if the file cannot be opened.
  package init?(_ path: String) {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var wanted = Self.request(F_WRLCK)
    guard fcntl(descriptor, F_SETLK, &wanted) == 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether another process uses a database.
  package static func isHeld(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var wanted = request(F_WRLCK)
    return fcntl(descriptor, F_GETLK, &wanted) == 0 && wanted.l_type != F_UNLCK
  }

  private static func request(_ type: Int32) -> flock {
    flock(l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: pendingByte, l_len: count, l_pid: 0)
  }
}
