// SPDX-License-Identifier: Apache-2.0

import Glibc

/// SIGTERM or SIGINT. The signal waits only while work must be finished, such as a mail whose acceptance the relay has
/// not confirmed yet: if the process ended then, the mail would be sent twice. At any other time the signal ends the
/// process at once.
package enum StopRequest {
  // Signal handlers read and write them, in the thread that runs the event.
  nonisolated(unsafe) private static var finishesFirst = false
  /// When the first request arrived, by the monotonic clock in milliseconds; 0 if there was none.
  nonisolated(unsafe) private static var arrivedAt = 0

  /// Whether nothing new should be begun.
  package static var hasArrived: Bool { arrivedAt != 0 }

  /// From now on, the first request does not end the process.
  package static func finishFirst() { finishesFirst = true }

  /// Notes a request. A signal handler may call it.
  /// - Returns: whether the process goes on. A second request ends it.
  package static func arrive() -> Bool {
    guard finishesFirst else { return false }
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    if arrivedAt == 0 { arrivedAt = max(1, now) }
    // A supervisor and the group of its processes often get the same signal: that is one request.
    return now - arrivedAt < 500
  }
}
