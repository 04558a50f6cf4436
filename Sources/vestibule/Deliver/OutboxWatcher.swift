// SPDX-License-Identifier: Apache-2.0

import Configuration
import Delivery
import Domain
import Functions
import Glibc
import Runtime
import Storage

/// Finds out when a message is due, without a transaction of the functions that queue it.
struct OutboxWatcher {
  private let settings: Settings
  /// The names of the relays for mails; empty if a setting is wrong, which `deliver-mail` says.
  private let relays: [String]
  /// The inodes, sizes and times of SQLite's files after the last look.
  private var seen: [Int] = []
  private var nextLook = ContinuousClock.now
  /// How many runs of `deliver-mail` in a row have failed.
  private var failures = 0
  private var nextRun = ContinuousClock.now
  /// Kept with its connection. PostgreSQL starts a process for each connection. The first process that opens SQLite's
  /// file reads its whole log to make the index; while a connection is open, the index is there for all others.
  private var environment: Environment?
  /// The inode of SQLite's file. It changes when another file takes its place.
  private var file = 0
  private let deadline = Deadline(in: .zero)

  private static let interval = Duration.seconds(1)
  /// How long to wait after several failed runs.
  private static let longestPause = Duration.seconds(10)

  init(_ settings: Settings) {
    self.settings = settings
    relays = (try? LiveCourier.relayNames(settings)) ?? []
  }

  /// Whether `deliver-mail` is to run now.
  mutating func mustDeliver() -> Bool {
    let changes = fingerprint()
    let hasChanged = changes != seen
    guard hasChanged || .now >= nextLook else { return false }
    if let number = changes.first, number != file { (environment, file) = (nil, number) }
    seen = changes
    nextLook = .now + Self.interval
    guard .now >= nextRun else { return false }
    return (try? hasDueMessage()) ?? false
  }

  mutating func noteSuccess() { failures = 0 }

  mutating func noteFailure() {
    failures += 1
    nextRun = .now + min(.seconds(failures), Self.longestPause)
  }

  /// Whether a message is due that `deliver-mail` can send now: mails are not while no relay accepts them.
  private mutating func hasDueMessage() throws(Problem) -> Bool {
    deadline.extend(to: .seconds(10))
    let current =
      if let environment { environment } else {
        try Environment.forOperator(
          settings, needsDatabase: true, needsKey: false, timeout: .seconds(5), deadline: deadline)
      }
    // After an error the next look makes a new connection.
    environment = nil
    let isDue = try current.store.read { (transaction) throws(Problem) in
      var health = RelayHealth(names: relays)
      health.read(try transaction.relays.all())
      let timestamp = current.clock()
      return try transaction.outbox.hasDueMessages(now: timestamp, withMails: !health.areAllBlocked(at: timestamp))
    }
    environment = current
    return isDue
  }

  /// Changes with each commit to SQLite, and begins with the inode of its file; empty for PostgreSQL.
  private func fingerprint() -> [Int] {
    guard case .sqlite(let path)? = try? settings.database else { return [] }
    return [path, path + "-wal"].flatMap { file -> [Int] in
      var status = stat()
      guard stat(file, &status) == 0 else { return [] }
      return [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
  }
}
