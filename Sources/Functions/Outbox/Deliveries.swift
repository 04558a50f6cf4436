// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Stores the results of attempts to send messages.
package struct Deliveries {
  let decision: Decision

  /// The maximum number of attempts of messages that are not mails. Mails are tried for `MAIL_RETRY_HOURS` instead.
  private static let maximumAttempts = 8

  /// How often a mail is tried that a failing relay may have accepted.
  private static let maximumDoubts = 5

  /// Stores the results of attempts, and what they have shown about relays.
  /// - Parameter health: the states of the relays before.
  /// - Returns: the delivery state of each message, and the states of the relays.
  package func record(
    _ finished: [FinishedMessage], _ health: RelayHealth
  ) throws(Problem) -> (deliveries: [OutboxMessage.Delivery], health: RelayHealth) {
    var health = health
    let deliveries = try finished.map { (each) throws(Problem) in
      try note(each, &health)
      return try record(each.attempt, of: each.message)
    }
    return (deliveries, health)
  }

  /// Stores the result of an attempt.
  /// - Returns: the delivery state of the message.
  @discardableResult
  package func record(_ attempt: DeliveryAttempt, of message: OutboxMessage) throws(Problem) -> OutboxMessage.Delivery {
    let (delivery, hadLease) = try write(attempt, of: message)
    if case .exchanged(let grant) = attempt { try decision.appleTokens.store(grant, of: message) }
    if hadLease, case .bounced(let reason, _, let text) = attempt {
      try suppressDeadAddress(of: message, reason, text)
    }
    if hadLease, let invitationID = message.invitationID, message.kind.isInvitation {
      try decision.tables.invitations.setDelivery(delivery, of: invitationID, by: message.id)
      if [.sent, .bounced].contains(delivery), !decision.policy.webhooks.isEmpty,
        let invitation = try decision.tables.invitations.find(id: invitationID)
      {
        if case .bounced(let reason, _, let text) = attempt {
          try decision.outbox.announceBounce(of: invitation, message, reason, text)
        } else {
          try decision.outbox.announce(.invitationSent, invitation, traceparent: message.traceparent)
        }
      }
    }
    return delivery
  }

  private func write(_ attempt: DeliveryAttempt, of message: OutboxMessage) throws(Problem) -> (
    OutboxMessage.Delivery, hadLease: Bool
  ) {
    switch attempt {
    case .sent(let vendorID):
      return (.sent, try decision.tables.outbox.end(message.id, as: .sent, at: decision.now, vendorID: vendorID))
    case .exchanged: return (.sent, try decision.tables.outbox.end(message.id, as: .sent, at: decision.now))
    case .bounced(let reason, let failure, let text):
      return (
        .bounced,
        try decision.tables.outbox.bounce(message.id, reason, failure: failure, text: text, at: decision.now)
      )
    case .refused(let reason): return (.failed, try fail(message, reason))
    case .deadToken(let reason):
      if let address = message.pushAddress { try decision.tables.pushAddresses.remove(address) }
      return (.failed, try fail(message, reason))
    case .unknown(let reason) where message.unknownAttempts > 0,
      .relayInDoubt(let reason, _, recognises: false) where message.unknownAttempts >= Self.maximumDoubts:
      return (
        .unknown, try decision.tables.outbox.end(message.id, as: .unknown, at: decision.now, failure: reason)
      )
    case .retry(let reason, _), .retrySameRelay(let reason, _), .unknown(let reason), .waitForOperator(let reason),
      .relayFailure(let reason, _), .relayInDoubt(let reason, _, _), .relayBusy(let reason), .relaySlow(let reason),
      .unsupported(let reason, _):
      if try hasUsedUpItsTime(message) || attempt.usesUpAnAttempt && hasUsedUpItsAttempts(message) {
        let expired: BounceReason? = message.kind.isMail ? .expired : nil
        return (.failed, try fail(message, reason, as: expired))
      }
      return (.queued, try requeue(message, after: attempt, reason))
    }
  }

  /// Puts a message back into the queue.
  private func requeue(_ message: OutboxMessage, after attempt: DeliveryAttempt, _ reason: String) throws(Problem)
    -> Bool
  {
    var again = message
    var pause = backoff(message)
    switch attempt {
    case .unknown: again.unknownAttempts += 1
    case .retry(_, let after), .retrySameRelay(_, let after): pause = max(after ?? .zero, pause)
    case .waitForOperator:
      again.attempts -= 1
      pause = .minutes(1)
    // The state of the relay decides when the relay is tried again. The mail is queued behind the others, so that
    // one mail that the relay always refuses does not block them.
    case .relayFailure(_, let after), .relayInDoubt(_, let after, _):
      if case .relayInDoubt(_, _, recognises: false) = attempt { again.unknownAttempts += 1 }
      again.attempts -= 1
      pause = max(.minutes(1), after ?? .zero)
    case .relayBusy, .relaySlow:
      again.attempts -= 1
      pause = .seconds(20)
    case .sent, .exchanged, .bounced, .unsupported, .refused, .deadToken: break
    }
    return try decision.tables.outbox.requeue(again, dueAt: decision.environment.clock() + pause, failure: reason)
  }

  /// Ends a message. A mail or text message keeps its values until what it carries has ended, so that it can be
  /// requeued.
  private func fail(_ message: OutboxMessage, _ failure: String, as reason: BounceReason? = nil) throws(Problem) -> Bool
  {
    try decision.tables.outbox.end(
      message.id, as: .failed, at: decision.now, failure: failure, reason: reason,
      keepsValues: (message.kind.isMail || message.kind == .invitationSMS) && message.expiresAt > decision.now)
  }

  private func suppressDeadAddress(of message: OutboxMessage, _ reason: BounceReason, _ text: String?) throws(Problem) {
    guard reason == .address, let address = EmailAddress.stored(message.recipient) else { return }
    _ = try decision.suppressions.suppress(address, .bounced, detail: text)
  }

  /// Whether a mail was tried for `MAIL_RETRY_HOURS`.
  private func hasUsedUpItsTime(_ message: OutboxMessage) throws(Problem) -> Bool {
    guard message.kind.isMail, let courier = decision.environment.courier else { return false }
    return decision.environment.clock() - (message.requeuedAt ?? message.createdAt)
      >= (try courier.retryTime)
  }

  /// A revocation is tried until it expires: without it the person's consent at Apple outlives the account.
  private func hasUsedUpItsAttempts(_ message: OutboxMessage) -> Bool {
    message.attempts >= Self.maximumAttempts && !message.kind.isMail && message.kind != .appleRevocation
  }

  /// 20 s, doubled for each attempt, plus up to a quarter of random jitter, so that mails that failed together are not
  /// retried together. Mails wait at most an hour.
  private func backoff(_ message: OutboxMessage) -> Duration {
    let doubled = 20_000 << min(max(message.attempts - 1, 0), 10)
    let base = message.kind.isMail ? min(doubled, 3_600_000) : doubled
    let jitter = decision.random(2).reduce(0) { $0 << 8 | Int($1) } * base / 4 / 65_536
    return .milliseconds(base + jitter)
  }
}

extension DeliveryAttempt {
  /// Whether it uses up an attempt.
  fileprivate var usesUpAnAttempt: Bool {
    switch self {
    case .retry, .retrySameRelay: true
    default: false
    }
  }
}
