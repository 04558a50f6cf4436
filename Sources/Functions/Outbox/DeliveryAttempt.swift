// SPDX-License-Identifier: Apache-2.0

import Domain

/// How one attempt ended.
public enum DeliveryAttempt: Equatable, Sendable {
  /// The relay has it, under its own id where it gave one.
  case sent(id: String?)
  /// The relay is not able to now: try again, not before `after` where it said so.
  case retry(_ reason: String, after: Duration?)
  /// The relay may have it or not, and knows a mail that comes again: try again, but at no other relay.
  case retrySameRelay(_ reason: String, after: Duration?)
  /// The relay will never take it.
  case refused(_ reason: String)
  /// The relay may have it or not: the connection broke before it said so.
  case unknown(_ reason: String)
  /// The relay does not accept us: the operator has to mend that, and the mail waits without using up its attempts.
  case held(_ reason: String)
}

extension DeliveryAttempt {
  /// A mail that could not be made. It must not keep the others: where the operator can mend that, it waits.
  public static func unmade(_ problem: Problem) -> DeliveryAttempt {
    let reason = [problem.detail, problem.cause].compactMap { $0 }.joined(separator: ": ")
    return problem.code == .internalError ? .refused(reason) : .held(reason)
  }
}
