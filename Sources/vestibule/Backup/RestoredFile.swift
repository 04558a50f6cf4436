// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import Storage

/// A private copy of the file that is restored, in a folder of its own next to the database, with its log.
final class RestoredFile {
  let source: String
  /// Whether the source has a log, which is applied to the copy.
  private(set) var hasLog = false
  private let file: NewFile

  var temporaryPath: String { file.temporaryPath }

  /// The size in bytes.
  var size: Int { Self.status(temporaryPath)?.st_size ?? 0 }

  /// The files that SQLite creates next to a database.
  static let companions = ["-wal", "-journal", "-shm"]

  init(_ source: String, to database: String) throws(Failure) {
    self.source = source
    guard let status = Self.status(source) else { throw .usage("there is no file \(source)") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .usage("\(source) is not a file") }
    if let own = Self.status(database), own.st_dev == status.st_dev, own.st_ino == status.st_ino {
      throw .usage("\(source) is the database itself")
    }
    guard !SQLiteFileLock.isHeld(source) else {
      throw .unavailable("\(source) is a database in use: copy it with `vestibule backup`")
    }
    let folder = Configuration.folder(of: database)
    guard access(folder + "/.", F_OK) == 0 else { throw .usage("there is no folder \(folder)") }
    do {
      file = try NewFile(database, in: .ownFolder)
      try file.append(contentOf: source)
      for suffix in ["-wal", "-journal"] where (Self.status(source + suffix)?.st_size ?? 0) > 0 {
        let companion = try NewFile(file.temporaryPath + suffix)
        try companion.append(contentOf: source + suffix)
        try companion.publish(replacing: false)
        hasLog = true
      }
    } catch { throw .unavailable("\(source) cannot be copied next to \(database): \(error.reason)") }
  }

  deinit { removeLog() }

  /// Checks the content, and makes the copy one file.
  func check() throws(Failure) -> SQLiteRestore.Content {
    do throws(Problem) { return try SQLiteRestore.check(temporaryPath) } catch {
      let cause = error.cause.map { " (\($0))" } ?? ""
      guard error.code != .misconfigured else { throw Failure(error) }
      let log = hasLog ? ". If its log (-wal) is of another time, remove the log and try again" : ""
      throw .unreadable("\(source) cannot be restored: \(error.detail)\(cause)\(log)")
    }
  }

  /// Ends all sessions of the private copy.
  func endSessions() throws(Failure) -> Int {
    do throws(Problem) {
      defer { removeLog() }
      return try SQLiteRestore.endSessions(temporaryPath, at: Timestamp(seconds: Int(time(nil))))
    } catch {
      throw .unavailable("the sessions of the copy cannot be ended: \(error.detail)")
    }
  }

  /// Counts the messages that wait in the private copy.
  /// - Parameter isHeld: whether they are ended as failed.
  func waitingMessages(isHeld: Bool) throws(Failure) -> Int {
    do throws(Problem) {
      defer { removeLog() }
      let count = try SQLiteRestore.waitingMessages(temporaryPath)
      if isHeld { try SQLiteRestore.failWaitingMessages(temporaryPath, at: Timestamp(seconds: Int(time(nil)))) }
      return count
    } catch {
      throw .unavailable("the waiting messages of the copy cannot be read: \(error.detail)")
    }
  }

  /// Removes the log of the private copy, which is empty after `check`.
  func removeLog() { for suffix in Self.companions { unlink(temporaryPath + suffix) } }

  /// Gives the copy an owner. Only root can.
  func give(to owner: stat) {
    if geteuid() == 0 { chown(temporaryPath, owner.st_uid, owner.st_gid) }
  }

  /// Flushes the copy to disk and renames it to the path of the database.
  func publish() throws(Failure) {
    do { try file.publish(replacing: true) } catch {
      throw .unavailable("\(file.path) cannot be written: \(error.reason)")
    }
  }

  static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}

/// The key file of a copy.
struct RestoredKey {
  let path: String
  private let content: [UInt8]

  init(_ source: String, to path: String) throws(Failure) {
    self.path = path
    do { content = try readFile(source) } catch {
      throw .impossible("the key file \(source) cannot be read: \(error.reason)")
    }
  }

  /// Puts the key next to the database. Another key that is there is kept.
  /// - Returns: the new path of the other key.
  func publish() throws(Failure) -> String? {
    let owner = RestoredFile.status(path)
    if owner != nil, let present = try? readFile(path), present == content { return nil }
    do {
      let kept = owner == nil ? nil : try keepAside(path)
      let file = try NewFile(path)
      try file.write(content)
      if let owner, geteuid() == 0 { chown(file.temporaryPath, owner.st_uid, owner.st_gid) }
      try file.publish(replacing: true)
      return kept
    } catch { throw .unavailable("\(path) cannot be written: \(error.reason)") }
  }
}

/// Gives a file a second name, which contains the time.
/// - Returns: the second name.
func keepAside(_ path: String) throws(FileFailure) -> String {
  let stamp = Timestamp(seconds: Int(time(nil))).rfc3339.filter { $0 != ":" }
  for number in 1...100 {
    let kept = "\(path).replaced-\(stamp)" + (number == 1 ? "" : "-\(number)")
    if link(path, kept) == 0 { return kept }
    guard errno == EEXIST else { throw .ofLastCall }
  }
  throw FileFailure(reason: "too many replaced files are kept")
}
