// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// One task of a sweep.
struct SweepStep {
  static let usualBatch = 1000

  /// The maximum number of rows per transaction, because other transactions wait for it.
  var batch = usualBatch
  /// Changes at most `limit` rows.
  let run: (_ decision: Decision, _ limit: Int) throws(Problem) -> Swept

  /// What a step did in one transaction.
  struct Swept {
    /// The number of rows that it changed.
    let rows: Int
    /// The number of rows that the result of the sweep counts. It may be smaller.
    let counted: Int
  }

  init(run: @escaping (_ decision: Decision, _ limit: Int) throws(Problem) -> Swept) { self.run = run }

  /// - Parameter change: changes at most `limit` rows and returns their number.
  init(
    batch: Int = usualBatch, changing change: @escaping (_ decision: Decision, _ limit: Int) throws(Problem) -> Int
  ) {
    self.batch = batch
    run = { (decision, limit) throws(Problem) in
      let rows = try change(decision, limit)
      return Swept(rows: rows, counted: rows)
    }
  }
}

/// A step that removes one kind of records. The result of `purge-records` has its count under this name.
struct Purge {
  let kind: String
  let step: SweepStep

  init(
    _ kind: String, batch: Int = SweepStep.usualBatch,
    run: @escaping (_ decision: Decision, _ limit: Int) throws(Problem) -> Int
  ) {
    self.kind = kind
    step = SweepStep(batch: batch, changing: run)
  }
}

extension Environment {
  /// Runs one step.
  /// - Returns: what it counted, and whether more rows may remain.
  func sweep(_ step: SweepStep, _ call: Call, limit: Int) throws(Problem) -> (count: Int, more: Bool) {
    let swept = try sweep([step], call, limit: limit)
    return (swept.counts[0], swept.more)
  }

  /// Runs the steps, one batch of each in turn so that no step waits for the backlog of another, until nothing remains,
  /// the limit is reached or the time is over.
  /// - Returns: what each step counted, and whether more rows may remain.
  func sweep(_ steps: [SweepStep], _ call: Call, limit: Int) throws(Problem) -> (counts: [Int], more: Bool) {
    var counts = steps.map { _ in 0 }
    var unfinished = Array(steps.indices)
    var remaining = limit
    while let index = unfinished.first, remaining > 0, clock.deadline.hasTimeToSend {
      let size = min(steps[index].batch, remaining)
      let done = try sweep(call) { (decision) throws(Problem) in try steps[index].run(decision, size) }
      counts[index] += done.counted
      remaining -= done.rows
      unfinished.removeFirst()
      if done.rows >= size { unfinished.append(index) }
    }
    return (counts, !unfinished.isEmpty)
  }
}

extension Purge {
  /// The steps that remove expired records. These grow with each event.
  static var ofExpiredRecords: [Purge] {
    [
      Purge("events") { (decision, limit) throws(Problem) in
        try decision.tables.seenEvents.delete(now: decision.now, limit: limit)
      },
      Purge("limitHits") { (decision, limit) throws(Problem) in
        let hits = try decision.tables.limits.delete(now: decision.now, limit: limit)
        guard hits < limit else { return hits }
        return try hits + decision.tables.clientWindows.delete(now: decision.now, limit: limit - hits)
      },
      Purge("underageRefusals") { (decision, limit) throws(Problem) in
        try decision.tables.underage.delete(now: decision.now, limit: limit)
      },
      // For a week an expired code is distinguished from a wrong one.
      Purge("accountCodes") { (decision, limit) throws(Problem) in
        try decision.tables.accountCodes.delete(before: decision.now - .days(7), limit: limit)
      },
      Purge("challenges") { (decision, limit) throws(Problem) in
        try decision.tables.challenges.delete(before: decision.now, limit: limit)
      },
      Purge("factors") { (decision, limit) throws(Problem) in
        try decision.tables.factors.deleteUnconfirmed(before: decision.now, limit: limit)
      },
      // An event that started before its token expired may still be in progress.
      Purge("usedTokens") { (decision, limit) throws(Problem) in
        try decision.tables.usedTokens.delete(before: decision.now - .hours(1), limit: limit)
      },
    ]
  }
}
