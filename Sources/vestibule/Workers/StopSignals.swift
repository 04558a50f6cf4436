// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// SIGTERM and SIGINT, and the end of a child. They are delivered only in `cfastcgi_wait`.
enum StopSignals {
  private static let count = Atomic(0)

  /// How many of SIGTERM and SIGINT have arrived.
  static var number: Int { count.load(ordering: .relaxed) }
  /// Whether SIGTERM or SIGINT has arrived.
  static var haveArrived: Bool { number > 0 }

  static func catchAll() {
    var blocked = sigset_t()
    for number in [SIGTERM, SIGINT, SIGCHLD] { sigaddset(&blocked, number) }
    sigprocmask(SIG_BLOCK, &blocked, nil)
    for number in [SIGTERM, SIGINT] { signal(number) { _ in StopSignals.count.add(1, ordering: .relaxed) } }
    // A handler, because an ignored signal would not end the wait.
    signal(SIGCHLD) { _ in }
  }
}
