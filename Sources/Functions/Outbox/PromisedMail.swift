// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// Decides an event that queues mails, and tries to send them at once. Their delivery does not change the answer.
  /// - Parameters:
  ///   - canQueueMail: whether the event can queue mails. Otherwise a repeated event does not wait for them.
  ///   - body: as for `decide`. It returns the mails with the output.
  func decideAndSend<Output: FunctionOutput>(
    _ call: Call, canQueueMail: Bool = true,
    onRefusal: (Decision, Problem) throws(Problem) -> Void = { (_, _) throws(Problem) in },
    _ body: (Decision) throws(Problem) -> (output: Output, mails: [OutboxMessage])
  ) throws(Problem) -> Answer<Output> {
    var promised: [OutboxMessage] = []
    let answer = try decide(call, amendableFor: canQueueMail ? PromisedMail.amendableFor : nil, onRefusal: onRefusal) {
      (decision) throws(Problem) in
      let (output, mails) = try body(decision)
      promised = mails
      return output
    }
    guard case .decided(let output) = answer else { return answer }
    _ = try sendPromised(promised, call) { (_) throws(Problem) in output }
    return answer
  }

  /// Tries to send the mails that this process queued and leased, while there is time, and replaces the remembered
  /// answer with one that contains their delivery. `deliver-mail` sends the remaining ones.
  /// - Parameter output: makes the result from the delivery of each mail, by the mail's id.
  /// - Returns: nil if no mail was tried.
  func sendPromised<Output: FunctionOutput>(
    _ mails: [OutboxMessage], _ call: Call,
    output: ([String: PromisedMail]) throws(Problem) -> Output
  ) throws(Problem) -> Output? {
    var deliveries: [String: PromisedMail] = [:]
    var amended: Output?
    var untried = mails[...]
    if mails.isEmpty { return nil }
    var health = RelayHealth(names: try requireCourier().relayNames)
    for (index, mail) in mails.enumerated() {
      guard hasTimeToSend else { break }
      guard let relays = try relaysIfSendable(mail, call) else {
        untried = mails[(index + 1)...]
        deliveries[mail.id] = try suppressed(mail, call)
        continue
      }
      health.read(relays)
      // Somebody waits: a relay that fails is not tried, and its mails wait for it.
      if health.areAllBlocked(at: clock()) { break }
      untried = mails[(index + 1)...]
      let finished = try attempt(mail, avoiding: health.blocked(at: clock()), timeout: Deliveries.timeoutWhileAwaited)
      try write(call) { (decision) throws(Problem) in
        try decision.deliveries.note(finished, &health)
        let delivery = try decision.deliveries.record(finished.attempt, of: mail)
        deliveries[mail.id] = PromisedMail(delivery: delivery, suppression: nil)
        if index == mails.count - 1 { amended = try decision.amend(try output(deliveries)) }
      }
    }
    if let reason = health.reason { try releaseLeases(untried, because: reason) } else { try releaseLeases(untried) }
    if amended == nil, !deliveries.isEmpty {
      amended = try write(call) { (decision) throws(Problem) in try decision.amend(try output(deliveries)) }
    }
    return amended
  }

  /// Tries a mail that this process has leased.
  private func attempt(
    _ mail: OutboxMessage, avoiding relays: Set<String>, timeout: Duration
  ) throws(Problem) -> FinishedMessage {
    let courier = try requireCourier()
    do throws(Problem) {
      return try courier.send(
        mail, avoiding: relays, by: sendingEnd.atMost(timeout), tokens: ServiceTokens(self))
    } catch {
      return FinishedMessage(mail, .renderingFailed(error))
    }
  }

  /// The delivery of a mail that was not sent because its recipient is suppressed.
  private func suppressed(_ mail: OutboxMessage, _ call: Call) throws(Problem) -> PromisedMail? {
    let known = try read(call) { (decision) throws(Problem) in try decision.deliveries.suppression(of: mail) }
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

  /// The name of the message about the suppression, which begins with `prefix`; nil if the mail was tried.
  func message(_ prefix: String) -> String? {
    switch suppression {
    case .bounced: "\(prefix)Bounced"
    case .complained, .disabled, .unsubscribed: "\(prefix)Suppressed"
    case nil: nil
    }
  }
}
