// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import NIOCore
import Runtime

/// How many processes there are, and for how long.
struct WorkerLimits {
  let total: Int
  let ofFunction: Int
  /// The time without a request after which a process ends.
  let idle: TimeAmount
  /// The number of requests after which a process ends.
  private(set) var requests = Int.max
  /// The time in which a process answers.
  private(set) var answerTime = TimeAmount.seconds(10)

  init(total: Int, ofFunction: Int, idle: TimeAmount) {
    self.total = total
    self.ofFunction = ofFunction
    self.idle = idle
  }

  /// The same with the limits that the functions read from variables.
  func withSettings() throws(Problem) -> WorkerLimits {
    var limits = self
    let settings = Settings()
    limits.requests = try settings.maximumEvents ?? .max
    limits.answerTime = .nanoseconds(Int64(try settings.deadlineSeconds * 1e9))
    return limits
  }

  /// A process that has not answered by then does not answer any more: its own alarm comes first.
  var killTime: TimeAmount { answerTime + .seconds(3) }
}
