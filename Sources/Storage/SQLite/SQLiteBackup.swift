// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// A copy of a SQLite database that stays in use.
package enum SQLiteBackup {
  /// The progress of a copy.
  package struct Progress: Sendable {
    /// The number of copied pages of 4096 bytes.
    package let pages: Int
    /// The number of all pages.
    package let count: Int
  }

  /// Copies the current content of a database to a new or empty file, which only its owner can read, and checks the
  /// copy.
  /// - Parameters:
  ///   - timeout: how long to wait for locks.
  ///   - opened: called before anything is written, to check which file was opened.
  ///   - progress: called after every few pages; throwing aborts the copy.
  package static func write(
    _ path: String, to target: String, timeout: Duration,
    opened: () throws(Problem) -> Void = { () throws(Problem) in },
    progress: (Progress) throws(Problem) -> Void
  ) throws(Problem) {
    try copy(path, to: target, timeout: timeout, opened: opened, progress: progress)
    // They are empty, because the file was only read after it was written.
    for suffix in ["-wal", "-shm"] { unlink(target + suffix) }
  }

  private static func copy(
    _ path: String, to target: String, timeout: Duration, opened: () throws(Problem) -> Void,
    progress: (Progress) throws(Problem) -> Void
  ) throws(Problem) {
    let copy = try SQLiteConnection(path: target, deadline: Deadline(in: .days(365)), timeout: timeout)
    try opened()
    try copy.copyContent(of: path, progress: progress)
    let found = try copy.run("PRAGMA quick_check(1)", []).first?.text("quick_check")
    guard found == "ok" else {
      throw .unavailable("the copy is damaged, perhaps the database too", cause: "quick_check: \(found ?? "nothing")")
    }
  }
}
