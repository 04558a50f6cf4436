// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The mails that this process queued and leased in the transaction of a decision, and tries after its commit.
struct PromisedMails {
  private let mails: [OutboxMessage]
  private let call: Call
  private let environment: Environment
  private let leases: LeasedMessages

  init(_ mails: [OutboxMessage], _ call: Call, _ environment: Environment) {
    (self.mails, self.call, self.environment) = (mails, call, environment)
    leases = LeasedMessages(call, environment)
  }

  /// Tries to send the mails while there is time, and replaces the remembered answer with one that contains their
  /// delivery. `deliver-mail` sends the remaining ones.
  /// - Parameter output: makes the result from the delivery of each mail, by the mail's id.
  /// - Returns: nil if no mail was tried.
  func send<Output: FunctionOutput>(
    output: ([String: PromisedMail]) throws(Problem) -> Output
  ) throws(Problem) -> Output? {
    var deliveries: [String: PromisedMail] = [:]
    var amended: Output?
    var untried = mails[...]
    if mails.isEmpty { return nil }
    var health = RelayHealth(names: try environment.courier.require().relayNames)
    for (index, mail) in mails.enumerated() {
      guard environment.deadline.hasTimeToSend else { break }
      guard let relays = try leases.relays(ifSendable: mail) else {
        untried = mails[(index + 1)...]
        deliveries[mail.id] = try suppressed(mail)
        continue
      }
      health.read(relays)
      // Somebody waits: a relay that fails is not tried, and its mails wait for it.
      if health.areAllBlocked(at: environment.clock()) { break }
      untried = mails[(index + 1)...]
      let finished = try attempt(
        mail, avoiding: health.blocked(at: environment.clock()), timeout: Deliveries.timeoutWhileAwaited)
      try environment.write(call) { (decision) throws(Problem) in
        try decision.deliveries.note(finished, &health)
        let delivery = try decision.deliveries.record(finished.attempt, of: mail)
        deliveries[mail.id] = PromisedMail(delivery: delivery, suppression: nil)
        if index == mails.count - 1 { amended = try decision.amend(try output(deliveries)) }
      }
    }
    if let reason = health.reason { try leases.release(untried, because: reason) } else { try leases.release(untried) }
    if amended == nil, !deliveries.isEmpty {
      amended = try environment.write(call) { (decision) throws(Problem) in try decision.amend(try output(deliveries)) }
    }
    return amended
  }

  /// Tries a mail that this process has leased.
  private func attempt(
    _ mail: OutboxMessage, avoiding relays: Set<String>, timeout: Duration
  ) throws(Problem) -> FinishedMessage {
    let courier = try environment.courier.require()
    do throws(Problem) {
      return try courier.send(
        mail, avoiding: relays, by: environment.deadline.sendingEnd.atMost(timeout), tokens: ServiceTokens(environment))
    } catch {
      return FinishedMessage(mail, .renderingFailed(error))
    }
  }

  /// The delivery of a mail that was not sent because its recipient is suppressed.
  private func suppressed(_ mail: OutboxMessage) throws(Problem) -> PromisedMail? {
    let known = try environment.read(call) { (decision) throws(Problem) in
      try decision.deliveries.suppression(of: mail)
    }
    return known.map { PromisedMail(delivery: $0.delivery, suppression: $0) }
  }
}

extension PromisedMail {
  /// How long a repeated event waits, after the first one is decided, until the mail of the first one has been tried.
  /// After that it gets the answer of the decision: the relay is slow, or the first process has ended.
  static let amendableFor = Duration.seconds(2)
}

/// The delivery of a mail that an answer promised.
struct PromisedMail {
  let delivery: Invitation.Delivery
  /// Why the recipient gets no mail; nil if the mail was tried.
  let suppression: Suppression?
}

extension Suppression {
  /// The message for the inviter about an invitation to a suppressed address.
  func message(isResent: Bool) -> ResultMessage {
    switch self {
    case .bounced: isResent ? .invitationResendBounced : .invitationBounced
    case .complained, .disabled, .unsubscribed: isResent ? .invitationResendSuppressed : .invitationSuppressed
    }
  }
}
