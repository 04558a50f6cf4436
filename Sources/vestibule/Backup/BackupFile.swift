// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import Runtime

/// A file of a backup, which gets its name when it is complete and on disk.
final class BackupFile {
  let path: String
  private let replaces: Bool
  private let file: NewFile

  var temporaryPath: String { file.temporaryPath }

  /// - Parameters:
  ///   - replaces: whether an existing file is replaced.
  ///   - database: the path of the database, which must never be replaced.
  init(_ path: String, replaces: Bool, database: String) throws(Failure) {
    self.path = path
    self.replaces = replaces
    let folder = Configuration.folder(of: path)
    guard access(folder + "/.", F_OK) == 0 else { throw .usage("there is no folder \(folder)") }
    guard access(path + "/.", F_OK) != 0 else { throw .usage("\(path) is a folder") }
    for own in [database, Settings.keyFile(ofDatabase: database)] where Self.isSame(own, path) {
      throw .usage("\(path) is the database itself")
    }
    // SQLite would use an existing log as the log of the new file.
    for suffix in ["-wal", "-journal"] where Self.size(of: path + suffix) > 0 {
      throw .usage("\(path) is a database in use: there is \(path + suffix)")
    }
    guard replaces || !Self.exists(path) else { throw .usage("\(path) already exists; --force replaces it") }
    // SQLite opens the file by its path, and would read a log that another user creates next to it.
    do { file = try NewFile(path, in: .ownFolder) } catch { throw Self.failure(path, error) }
  }

  deinit {
    for suffix in ["-journal", "-wal", "-shm"] { unlink(temporaryPath + suffix) }
  }

  func write(_ content: [UInt8]) throws(Failure) {
    do { try file.write(content) } catch { throw Self.failure(path, error) }
  }

  /// - Throws: if the temporary path no longer leads to this file.
  func check() throws(Problem) {
    do { try file.check() } catch { throw .unavailable("\(path) cannot be written", cause: error.reason) }
  }

  /// Gives the file its name. A file that another process has created meanwhile is replaced only with `replaces`.
  func publish() throws(Failure) {
    do { try file.publish(replacing: replaces) } catch { throw Self.failure(path, error) }
  }

  private static func failure(_ path: String, _ failure: FileFailure) -> Failure {
    .unavailable("\(path) cannot be written: \(failure.reason)")
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_size : 0
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }
}
