// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Glibc
import Identity
import Runtime
import Storage

/// Puts a copy in the place of the SQLite database, after it has checked the copy.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replaces the SQLite database with a copy that it has checked.",
    discussion: """
      Stop the web server and the schedules first. The copy is a file of `vestibule backup`, or a file that was copied \
      when nothing ran; a log next to it (SOURCE-wal) belongs to it. The copy itself is not changed. The database that \
      it replaces is kept next to it, and its name is printed. Everybody is signed out, because sessions that ended \
      since the copy was made would come back. Service keys end too, until "key rotate" gives them new secrets. Mails that \
      wait in the copy are sent, even if they were sent after it was made, unless --hold-mails is given.
      """)

  @Argument(help: "The copy of the database.", completion: .file())
  var source: String

  @Flag(help: "Replaces a database that has accounts, or that cannot be read.")
  var force = false

  @Flag(help: "Restores the key file too, from SOURCE.key.")
  var withKey = false

  @Flag(help: "Does not end the sessions and keys of the copy. Those that ended since it was made come back.")
  var keepSessions = false

  @Flag(help: "Marks the mails and other messages that wait in the copy as failed; \"mail requeue\" sends one again.")
  var holdMails = false

  func run() throws {
    try reportingFailure { () throws(Failure) in try restore() }
  }

  private func restore() throws(Failure) {
    let settings = Settings()
    let database = try databasePath(settings)
    let target = Self.resolved(database)
    let copy = try RestoredFile(source, to: target)
    let place = try DatabasePlace(target, mayReplaceContent: force)
    let content = try copy.check()
    let key = try withKey ? keyFile(settings, database: database) : nil
    let previousKey = try withKey ? previousKeyFile(database: database) : nil
    try checkKey(of: copy, settings)
    let ended = keepSessions ? 0 : try copy.endSessions()
    let waiting = try copy.waitingMessages(isHeld: holdMails)

    let size = copy.size
    for file in [key, previousKey] { if let keptKey = try file?.publish() { reportReplaced(keptKey) } }
    let kept = try place.replace(with: copy)
    if let kept { reportReplaced(kept) }
    reportWaiting(waiting)
    let summary: JSON = .object([
      "restored": JSON(target), "bytes": JSON(size), "schema": JSON(content.schemaVersion),
      "withLog": .bool(copy.hasLog), "endedSessions": JSON(ended), "waitingMessages": JSON(waiting),
      "replaced": kept.map(JSON.string) ?? .null,
      "key": key.map { JSON($0.path) } ?? .null,
    ])
    guard writeStandardOutput(summary.line) else {
      throw .unavailable("the database is restored, but the summary could not be written to stdout")
    }
  }

  /// At once, because a later step may fail.
  private func reportReplaced(_ path: String) { writeStandardError("vestibule: the replaced file is \(path)\n") }

  private func reportWaiting(_ count: Int) {
    if count == 0 { return }
    writeStandardError(
      holdMails
        ? "vestibule: messages that waited in the copy and are held: \(count). `vestibule mail list --state failed` lists"
          + " them, `vestibule mail requeue ID` sends one\n"
        : "vestibule: messages that wait in the copy and are sent next: \(count). Some may have been sent since it was made;"
          + " --hold-mails holds them\n")
  }

  /// The path of the SQLite file in `DATABASE_URL`.
  private func databasePath(_ settings: Settings) throws(Failure) -> String {
    guard case .sqlite(let path) = try orFailure({ () throws(Problem) in try settings.database }) else {
      throw .impossible(
        "use PostgreSQL's own commands: dropdb and createdb make the database empty, and"
          + " pg_restore --exit-on-error --single-transaction --dbname=URL \(source) fills it, with a URL without the"
          + " password, which is in PGPASSWORD because other users can see arguments")
    }
    return path
  }

  /// The file that a symbolic link leads to. SQLite uses the log next to that file.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private func keyFile(_ settings: Settings, database: String) throws(Failure) -> RestoredKey {
    guard try orFailure({ () throws(Problem) in try settings["SECRET_KEY"] }) == nil else {
      throw .impossible("the key is in SECRET_KEY: there is no key file to restore")
    }
    return try RestoredKey(Settings.keyFile(ofDatabase: source), to: Settings.keyFile(ofDatabase: database))
  }

  /// The key before, of a copy that was made during a key change; nil for another copy.
  private func previousKeyFile(database: String) throws(Failure) -> RestoredKey? {
    let copied = Settings.previousKeyFile(ofDatabase: source)
    guard access(copied, F_OK) == 0 else { return nil }
    return try RestoredKey(copied, to: Settings.previousKeyFile(ofDatabase: database))
  }

  /// Checks that the processes that will use the copy have its key.
  private func checkKey(of copy: RestoredFile, _ settings: Settings) throws(Failure) {
    let secret = withKey ? settings.secret(nextToCopy: source) : settings.secret()
    let match = try orFailure { () throws(Problem) in
      // A temporary copy, because a copy with an older schema is upgraded before it can be checked.
      let store = Store.copy(
        ofSQLite: copy.temporaryPath, legacyRole: nil, deadline: Deadline(in: .days(365)), timeout: .seconds(30))
      return try store.read { (transaction) throws(Problem) in try secret.match(in: transaction) }
    }
    copy.removeLog()
    guard case .wrong = match else { return }
    let problem = try orFailure { () throws(Problem) in try secret.wrongKey() }
    let failure = Failure(problem)
    guard !withKey, access(Settings.keyFile(ofDatabase: source), F_OK) == 0 else { throw failure }
    throw failure.adding("There is \(Settings.keyFile(ofDatabase: source)): --with-key restores it")
  }
}
