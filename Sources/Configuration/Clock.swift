// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// The time that it is, by the system's clock.
public func currentTime() -> Timestamp {
  var moment = timespec()
  clock_gettime(CLOCK_REALTIME, &moment)
  return Timestamp(milliseconds: moment.tv_sec * 1000 + moment.tv_nsec / 1_000_000)
}
