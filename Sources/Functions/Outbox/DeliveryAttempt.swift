// SPDX-License-Identifier: Apache-2.0

import Domain

/// The result of one attempt.
package enum DeliveryAttempt: Equatable, Sendable {
  /// The relay accepted the message, and may have given it an id.
  case sent(id: String?)
  /// Apple has exchanged the authorization code.
  case exchanged(AppleGrant)
  /// The relay cannot accept the message now. Try again, not before `after` if the relay gave a time.
  case retry(_ reason: String, after: Duration?)
  /// The relay may have accepted the message, and recognises a repeated one. Try again, but only at the same relay.
  case retrySameRelay(_ reason: String, after: Duration?)
  /// The relay refuses the message permanently.
  case refused(_ reason: String)
  /// The push service does not know the device's token any more. The token is removed.
  case deadToken(_ reason: String)
  /// The relay may have accepted the message: the connection broke before its answer.
  case unknown(_ reason: String)
  /// The relay refuses this service. The operator has to fix that, and the message waits without using up its attempts.
  case waitForOperator(_ reason: String)
}

extension DeliveryAttempt {
  /// A mail that could not be rendered. It must not block other mails. It waits if the operator can fix the cause.
  package static func renderingFailed(_ problem: Problem) -> DeliveryAttempt {
    let reason = [problem.detail, problem.cause].compactMap { $0 }.joined(separator: ": ")
    return problem.code == .internalError ? .refused(reason) : .waitForOperator(reason)
  }
}
