// SPDX-License-Identifier: Apache-2.0

import Domain

/// The result of one attempt.
package enum DeliveryAttempt: Equatable, Sendable {
  /// The relay accepted the message, and may have given it an id.
  case sent(id: String?)
  /// Apple has exchanged the authorization code.
  case exchanged(AppleGrant)
  /// The relay cannot accept this message now. Try again, not before `after` if the relay gave a time.
  case retry(_ reason: String, after: Duration?)
  /// The relay may have accepted the message, and recognises a repeated one. Try again, but only at the same relay.
  case retrySameRelay(_ reason: String, after: Duration?)
  /// The relay refuses the message permanently.
  case refused(_ reason: String)
  /// The relay refuses this mail permanently, because of its recipient or its content.
  /// - Parameter text: what the relay said, without addresses.
  case bounced(BounceReason, _ reason: String, text: String?)
  /// The push service does not know the device's token any more. The token is removed.
  case deadToken(_ reason: String)
  /// The relay lacks what this mail needs, such as SMTPUTF8. Another relay may have it.
  case unsupported(_ reason: String, text: String)
  /// The relay may have accepted the message: the connection broke before its answer.
  case unknown(_ reason: String)
  /// The message cannot be sent before the operator has fixed something. It waits without using up its attempts.
  case waitForOperator(_ reason: String)
  /// The relay cannot be reached, or refuses every mail of this service. The mail waits without using up its attempts.
  case relayFailure(_ reason: String, after: Duration?)
  /// The gateway in front of the relay has failed, and the relay may have accepted the mail. All mails wait for the
  /// relay, as after `relayFailure`. This one does not go to the next relay at once, but may go to it later, and may
  /// then arrive twice.
  /// - Parameter recognises: whether the relay recognises a repeated mail. If not, the mail is tried only a few times.
  case relayInDoubt(_ reason: String, after: Duration?, recognises: Bool)
  /// The relay accepts no further connection. It may accept the mail over another one.
  case relayBusy(_ reason: String)
  /// The relay has not asked for the mail, or taken the whole request, in the short time for which somebody waits. It
  /// may work nevertheless.
  case relaySlow(_ reason: String)
}

extension DeliveryAttempt {
  /// A mail that could not be rendered. It must not block other mails. It waits if the operator can fix the cause.
  package static func renderingFailed(_ problem: Problem) -> DeliveryAttempt {
    let reason = [problem.detail, problem.cause].compactMap { $0 }.joined(separator: ": ")
    return problem.code == .internalError ? .refused(reason) : .waitForOperator(reason)
  }

  /// Whether the relay lacks what this mail needs.
  package var isUnsupported: Bool { if case .unsupported = self { true } else { false } }

  /// Whether the answer is about the message, so the relay accepts mails.
  var showsThatRelayWorks: Bool {
    switch self {
    case .sent, .exchanged, .retry, .refused, .bounced, .deadToken: true
    case .retrySameRelay, .unsupported, .unknown, .waitForOperator, .relayFailure, .relayInDoubt, .relayBusy,
      .relaySlow:
      false
    }
  }
}

/// A message and the result of its attempt.
package struct FinishedMessage: Sendable {
  /// The message that was passed to `start`.
  package let message: OutboxMessage
  /// The result of the attempt.
  package let attempt: DeliveryAttempt
  /// The relay of the attempt; nil if none was tried.
  package let relay: String?
  /// The relays that failed before it.
  package let failures: [RelayFailure]

  /// Members in the order of their declaration.
  package init(
    _ message: OutboxMessage, _ attempt: DeliveryAttempt, relay: String? = nil, failures: [RelayFailure] = []
  ) {
    (self.message, self.attempt, self.relay, self.failures) = (message, attempt, relay, failures)
  }
}
