// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// One kind of work of a sweep.
struct SweepStep {
  /// What an answer counts its rows by.
  let name: String
  /// Changes some rows, at most `limit`, and says how many.
  let run: (_ rows: Transaction, _ limit: Int) throws(Problem) -> Int
}

extension Environment {
  /// How many rows one transaction changes: others wait for it.
  private static let batch = 1000

  /// Does each step, a batch of each in turn so that none waits for another's backlog, until nothing is left, or no
  /// room in the limit, or no time.
  /// - Returns: how many rows each has changed, and whether there may be more to change.
  func sweep(_ steps: [SweepStep], limit: Int) throws(Problem) -> (counts: [Int], more: Bool) {
    var counts = steps.map { _ in 0 }
    var unfinished = Array(steps.indices)
    var room = limit
    while let index = unfinished.first, room > 0, hasTimeToSend {
      let size = min(Self.batch, room)
      let done = try store.sweep { (rows) throws(Problem) in try steps[index].run(rows, size) }
      counts[index] += done
      room -= done
      unfinished.removeFirst()
      if done >= size { unfinished.append(index) }
    }
    return (counts, !unfinished.isEmpty)
  }

  /// Forgets what has expired, and of which there is more with each event.
  var forgettingWhatExpired: [SweepStep] {
    [
      SweepStep(name: "events") { (rows, limit) throws(Problem) in
        try rows.forgetSeenEvents(now: now, limit: limit)
      },
      SweepStep(name: "limitHits") { (rows, limit) throws(Problem) in
        try rows.forgetLimitHits(now: now, limit: limit)
      },
      SweepStep(name: "underageRefusals") { (rows, limit) throws(Problem) in
        try rows.forgetUnderage(now: now, limit: limit)
      },
      // An expired code is still told from a wrong one for a week.
      SweepStep(name: "accountCodes") { (rows, limit) throws(Problem) in
        try rows.forgetAccountCodes(before: now - .days(7), limit: limit)
      },
      // An event that began before its token expired may still be on its way.
      SweepStep(name: "usedTokens") { (rows, limit) throws(Problem) in
        try rows.forgetUsedTokens(before: now - .hours(1), limit: limit)
      },
    ]
  }
}
