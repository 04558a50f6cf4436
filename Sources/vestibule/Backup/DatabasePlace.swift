// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import Storage

/// The place of a SQLite database that is replaced while no process uses it.
struct DatabasePlace {
  private let path: String
  /// Held until the database is replaced, so that no other process begins a transaction with the old file.
  private let lock: SQLiteFileLock?

  /// - Parameter mayReplaceContent: whether a database with accounts, or one that cannot be read, is replaced.
  init(_ path: String, mayReplaceContent: Bool) throws(Failure) {
    self.path = path
    guard let status = RestoredFile.status(path) else {
      lock = nil
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .usage("\(path) is not a file") }
    guard !SQLiteFileLock.isHeld(path) else { throw Self.isInUse(path) }
    // The log becomes part of the file that is kept. A damaged database keeps its log.
    let hasContent = status.st_size > 0 && ((try? SQLiteRestore.settle(path)) ?? true)
    guard mayReplaceContent || !hasContent else {
      throw .usage("\(path) is a database with content; --force replaces it, and keeps the replaced file")
    }
    lock = SQLiteFileLock(path)
    guard lock != nil else { throw Self.isInUse(path) }
  }

  private static func isInUse(_ path: String) -> Failure {
    .unavailable("other processes use \(path): stop the web server, the schedules and vestibule deliver --watch first")
  }

  /// Keeps the database under another name and gives its name to the copy.
  ///
  /// The old log is removed before the rename: SQLite would apply it to the new file. If the process is killed in
  /// between, the database lacks only what the kept file and its log contain.
  /// - Returns: the path of the replaced database; nil if there was none.
  func replace(with copy: RestoredFile) throws(Failure) -> String? {
    let kept: String?
    do throws(FileFailure) {
      kept = try keepDatabase()
      try removeLog()
    } catch { throw .unavailable("\(path) cannot be replaced: \(error.reason)") }
    if let kept, let owner = RestoredFile.status(kept) { copy.give(to: owner) }
    try copy.publish()
    return kept
  }

  /// Gives the database and its log a second name.
  private func keepDatabase() throws(FileFailure) -> String? {
    guard RestoredFile.status(path) != nil else { return nil }
    let kept = try keepAside(path)
    for suffix in ["-wal", "-journal"] where (RestoredFile.status(path + suffix)?.st_size ?? 0) > 0 {
      guard link(path + suffix, kept + suffix) == 0 else { throw .ofLastCall }
    }
    try syncFolder(Configuration.folder(of: path))
    return kept
  }

  private func removeLog() throws(FileFailure) {
    for suffix in RestoredFile.companions where unlink(path + suffix) != 0 && errno != ENOENT { throw .ofLastCall }
    try syncFolder(Configuration.folder(of: path))
  }
}
