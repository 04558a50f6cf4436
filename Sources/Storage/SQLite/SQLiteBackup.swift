// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// A copy of a SQLite database that others go on using.
public enum SQLiteBackup {
  public struct Progress: Sendable {
    /// How many pages of 4096 bytes are copied.
    public let pages: Int
    /// How many there are.
    public let count: Int
  }

  /// Writes what a database holds at this moment to a new or empty file, readable by its owner alone, and checks what it
  /// wrote.
  /// - Parameters:
  ///   - timeout: how long others are waited for where they have locked the database.
  ///   - opened: called before anything is written, to see whether it is the right file that was opened.
  ///   - progress: hears of the pages after every few of them, and ends the copying by throwing.
  public static func write(
    _ path: String, to target: String, timeout: Duration,
    opened: () throws(Problem) -> Void = { () throws(Problem) in },
    progress: (Progress) throws(Problem) -> Void
  ) throws(Problem) {
    try copy(path, to: target, timeout: timeout, opened: opened, progress: progress)
    // It was only read after it was written: they are empty.
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
      throw .unavailable("the copy is damaged, and so may the database be", cause: "quick_check: \(found ?? "nothing")")
    }
  }
}
