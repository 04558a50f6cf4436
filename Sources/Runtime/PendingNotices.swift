// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Storage
import Synchronization

/// A notice for the operator about an event that was answered. It is stored for `vestibule doctor` and
/// `vestibule report`, because stderr stays silent for every answered event.
enum PendingNotices {
  /// The last one of each name, until the event ends.
  private static let pending = Mutex<[Notice.Name: JSON]>([:])

  static func add(_ name: Notice.Name, _ detail: JSON) { pending.withLock { $0[name] = detail } }

  /// Stores the notices. The event is already decided: a failure here is ignored, and the time is limited.
  static func store(_ environment: Environment?, _ settings: Settings) {
    let notices = pending.withLock { notices in
      defer { notices = [:] }
      return notices
    }
    guard let environment else { return }
    for (name, detail) in notices { Notice(name, detail: detail, at: environment.now).store(environment, settings) }
  }
}

extension Notice {
  /// Stores a notice, if the event has opened the database. An equal one is stored at most once per minute, because
  /// every event may come here.
  func store(_ environment: Environment, _ settings: Settings) {
    // A function that has not opened the database does not open it for this.
    guard environment.store.isOpen, environment.clock.deadline.remaining > .seconds(1) else { return }
    do throws(Problem) {
      let known = try environment.store.readAtOnce { (transaction) throws(Problem) in try transaction.notices.find(name)
      }
      if let known, known.detail == detail, abs((at - known.at).wholeMilliseconds) < 60_000 { return }
      let store = Store.at(
        try settings.database, legacyRole: nil, deadline: environment.clock.deadline.atMost(Self.timeout),
        timeout: Self.timeout)
      try store.write { (transaction) throws(Problem) in try transaction.notices.save(self) }
    } catch {
      // The next event stores it.
    }
  }

  private static let timeout = Duration.milliseconds(200)
}
