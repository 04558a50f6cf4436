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

  /// Moves the content of a log beside a private file into the file, and checks the file. Afterwards there is no log.
  /// - Throws: `service/misconfigured` if a newer release wrote the file, another problem if it is no sound database of
  ///   this application.
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
