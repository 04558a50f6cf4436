// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Glibc
import Runtime
import Storage

/// Copies the database while functions use it.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies the SQLite database to a file. Functions keep running.",
    discussion: """
      The copy is checked before it gets its name. Only its owner can read it. Its encrypted values (signing keys, \
      queued mails, remembered answers) need the secret key, which is copied only with --with-key: anyone who has \
      both can read everything.
      """)

  @Argument(help: "The file of the copy.", completion: .file())
  var target: String

  @Flag(help: "Replaces an existing file.")
  var force = false

  @Flag(
    help:
      "Copies the key file too, to TARGET.key, and during a key change the previous one. Protect the copy like the key."
  )
  var withKey = false

  @Flag(help: "Shows the progress on stderr also if that is not a terminal.")
  var progress = false

  func run() throws {
    try reportingFailure { () throws(Failure) in try backUp() }
  }

  private func backUp() throws(Failure) {
    let settings = Settings()
    let database = try databasePath(settings)
    let key = Settings.keyFile(ofDatabase: database)
    let isKeyGiven = try orFailure { () throws(Problem) in try settings["SECRET_KEY"] } != nil
    let copy = try BackupFile(target, replaces: force, database: database)
    if withKey, isKeyGiven { throw .impossible("the key is in SECRET_KEY: there is no key file to copy") }
    let keyCopy = try withKey ? self.copy(ofKey: key, to: Settings.keyFile(ofDatabase: target), database) : nil
    let previous = try withKey ? previousKeyCopy(database) : nil

    let size = try self.copy(database, to: copy)
    try keyCopy?.publish()
    try previous?.publish()
    try copy.publish()
    if !withKey {
      let place = isKeyGiven ? "SECRET_KEY" : "the key in \(key) (--with-key copies it)"
      writeStandardError("vestibule: to use the copy you need \(place) as well; keep it in another place\n")
    }
    let summary: JSON = .object([
      "backup": JSON(target), "bytes": JSON(size), "key": keyCopy.map { JSON($0.path) } ?? .null,
    ])
    guard writeStandardOutput(summary.line) else {
      throw .unavailable("the backup is complete, but its summary could not be written to stdout")
    }
  }

  /// The path of the SQLite file in `DATABASE_URL`.
  private func databasePath(_ settings: Settings) throws(Failure) -> String {
    guard case .sqlite(let path) = try orFailure({ () throws(Problem) in try settings.database }) else {
      throw .impossible(
        "use server/backup.sh of the package, or PostgreSQL's own command: pg_dump --format=custom --file=\(target)"
          + " --dbname=URL, with a URL without the password, which is in PGPASSWORD because other users can see"
          + " arguments; keep SECRET_KEY in another place")
    }
    guard access(path, F_OK) == 0 else { throw .misconfigured("DATABASE_URL: there is no database at \(path)") }
    return path
  }

  private func copy(ofKey key: String, to path: String, _ database: String) throws(Failure) -> BackupFile {
    let content: [UInt8]
    do { content = try readFile(key) } catch {
      throw .impossible("the key file \(key) cannot be read: \(error.reason)")
    }
    let copy = try BackupFile(path, replaces: force, database: database)
    try copy.write(content)
    return copy
  }

  /// During a key change the database has values of the key before, too.
  /// - Returns: nil if there is no such key.
  private func previousKeyCopy(_ database: String) throws(Failure) -> BackupFile? {
    let previous = Settings.previousKeyFile(ofDatabase: database)
    guard access(previous, F_OK) == 0 else { return nil }
    return try copy(ofKey: previous, to: Settings.previousKeyFile(ofDatabase: target), database)
  }

  /// - Returns: the size in bytes.
  private func copy(_ database: String, to copy: BackupFile) throws(Failure) -> Int {
    for number in [SIGINT, SIGTERM] { signal(number) { _ in isStopRequested = 1 } }
    var bar = ProgressBar(isWanted: progress)
    defer { bar.clear() }
    var pages = 0
    try orFailure { () throws(Problem) in
      try SQLiteBackup.write(database, to: copy.temporaryPath, timeout: .seconds(30), opened: copy.check) {
        (progress) throws(Problem) in
        guard isStopRequested == 0 else { throw .unavailable("the backup was stopped", cause: "a signal") }
        pages = progress.count
        bar.show(ReadingProgress(unit: .bytes, done: progress.pages * 4096, total: progress.count * 4096))
      }
    }
    return pages * 4096
  }
}

/// Set by a signal. The partial file is then removed.
nonisolated(unsafe) private var isStopRequested: sig_atomic_t = 0
