// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// How long events took until they were decided, in milliseconds. It does not include the start of the process, the
/// commit, and mails that an event sends after the commit.
struct Durations {
  let count: Int
  let median: Int
  /// 95 % of the events took at most this long.
  let percentile95: Int
  let maximum: Int

  /// - Parameter counts: at least one.
  init(_ counts: [DurationCount]) {
    let sorted = counts.sorted { $0.milliseconds < $1.milliseconds }
    let total = sorted.reduce(0) { $0 + $1.count }
    func percentile(_ percent: Int) -> Int {
      var seen = 0
      for entry in sorted {
        seen += entry.count
        if seen * 100 >= total * percent { return entry.milliseconds }
      }
      return 0
    }
    count = total
    median = percentile(50)
    percentile95 = percentile(95)
    maximum = sorted.last?.milliseconds ?? 0
  }

  var json: JSON {
    ["count": JSON(count), "medianMs": JSON(median), "p95Ms": JSON(percentile95), "maxMs": JSON(maximum)]
  }
}
