// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The mails and text messages that this process queued and leased in the transaction of a decision, and tries after
/// its commit.
struct PromisedMessages {
  private let messages: [OutboxMessage]
  /// The teams whose data the answer shows.
  private let teams: [String]
  private let call: Call
  private let environment: Environment
  private let leases: LeasedMessages

  init(_ messages: [OutboxMessage], of teams: [String], _ call: Call, _ environment: Environment) {
    (self.messages, self.teams, self.call, self.environment) = (messages, teams, call, environment)
    leases = LeasedMessages(call, environment)
  }

  /// Tries to send the messages while there is time, and replaces the remembered answer with one that contains their
  /// delivery. `deliver-mail` sends the remaining ones.
  ///
  /// The decision is committed. If the database fails from now on, an event with an id is tried again and gets its
  /// answer then. One without an id would be decided anew, and a sign-up would find its own account, so it is
  /// answered now. The messages wait for the end of their lease.
  /// - Parameter output: makes the result from the delivery of each message, by the message's id.
  /// - Returns: nil if no message was tried, or if the results could not be stored.
  func send<Output: FunctionOutput>(
    output: ([String: PromisedDelivery]) throws(Problem) -> Output
  ) throws(Problem) -> Output? {
    do throws(Problem) {
      return try sendNow(output)
    } catch {
      guard call.event == nil, error.code == .unavailable || error.code == .deadline else { throw error }
      return nil
    }
  }

  private func sendNow<Output: FunctionOutput>(
    _ output: ([String: PromisedDelivery]) throws(Problem) -> Output
  ) throws(Problem) -> Output? {
    var deliveries: [String: PromisedDelivery] = [:]
    var amended: Output?
    var untried: [OutboxMessage] = []
    if messages.isEmpty { return nil }
    var health = RelayHealth(names: try environment.courier.require().relayNames)
    for (index, message) in messages.enumerated() {
      guard environment.clock.deadline.hasTimeToSend else {
        untried += messages[index...]
        break
      }
      // Somebody waits: a relay that fails is not tried, and its mails wait for it.
      if message.kind.isMail, health.areAllBlocked(at: environment.clock()) {
        untried.append(message)
        continue
      }
      guard let relays = try leases.relays(ifSendable: message) else {
        deliveries[message.id] = try suppressed(message)
        continue
      }
      health.read(relays)
      if message.kind.isMail, health.areAllBlocked(at: environment.clock()) {
        untried.append(message)
        continue
      }
      let finished = try attempt(
        message, avoiding: health.blocked(at: environment.clock()), timeout: Deliveries.timeoutWhileAwaited)
      // Each result is stored before the next attempt, which may take seconds: if the process ended meanwhile, the
      // message would be sent twice. A drain, which has many attempts under way, stores them in groups.
      health = try environment.write(call) { (decision) throws(Problem) in
        let recorded = try decision.deliveries.record([finished], health)
        deliveries[message.id] = PromisedDelivery(delivery: recorded.deliveries[0], suppression: nil)
        if index == messages.count - 1 { amended = try decision.amend(try output(deliveries), of: teams) }
        return recorded.health
      }
    }
    let (mails, others) = (untried.filter(\.kind.isMail), untried.filter { !$0.kind.isMail })
    try leases.release(mails, because: health.reason)
    try leases.release(others)
    if amended == nil, !deliveries.isEmpty {
      amended = try environment.write(call) { (decision) throws(Problem) in
        try decision.amend(try output(deliveries), of: teams)
      }
    }
    return amended
  }

  /// Tries a message that this process has leased.
  private func attempt(
    _ message: OutboxMessage, avoiding relays: Set<String>, timeout: Duration
  ) throws(Problem) -> FinishedMessage {
    let courier = try environment.courier.require()
    do throws(Problem) {
      return try courier.send(
        message, avoiding: relays, by: environment.clock.deadline.sendingEnd.atMost(timeout),
        tokens: ServiceTokens(environment))
    } catch {
      return FinishedMessage(message, .renderingFailed(error))
    }
  }

  /// The delivery of a message that was not sent because its recipient is suppressed.
  private func suppressed(_ message: OutboxMessage) throws(Problem) -> PromisedDelivery? {
    let known = try environment.read(call) { (decision) throws(Problem) in
      try decision.deliveries.suppression(of: message)
    }
    return known.map { PromisedDelivery(delivery: $0.delivery, suppression: $0) }
  }
}

extension PromisedMessages {
  /// How long a repeated event waits, after the first one is decided, until the message of the first one was tried.
  /// After that it gets the answer of the decision: the relay is slow, or the first process has ended.
  static let amendableFor = Duration.seconds(2)
}

/// The delivery of a message that an answer promised.
struct PromisedDelivery {
  let delivery: OutboxMessage.Delivery
  /// Why the recipient gets no message; nil if it was tried.
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
