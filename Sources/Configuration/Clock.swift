// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// The current time of the system's clock.
package func currentTime() -> Timestamp {
  var timestamp = timespec()
  clock_gettime(CLOCK_REALTIME, &timestamp)
  return Timestamp(milliseconds: timestamp.tv_sec * 1000 + timestamp.tv_nsec / 1_000_000)
}
