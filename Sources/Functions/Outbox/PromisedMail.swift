// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// How long the same event waits for this one's mail to be tried, once this one is decided. After that it is answered
  /// with what was promised: the relay is slow, or this process is gone.
  static let settling = Duration.seconds(2)

  /// Decides an event that promises mails, and tries them at once. What becomes of them changes nothing in the answer.
  /// - Parameters:
  ///   - mayMail: whether there will be mails at all; otherwise nobody has to wait for the same answer.
  ///   - body: as `decide` has it; gives the mails beside the result.
  func decideAndSend(
    _ call: Call, mayMail: Bool = true,
    onRefusal: (Transaction, Problem) throws(Problem) -> Void = { (_, _) throws(Problem) in },
    _ body: (Transaction) throws(Problem) -> (result: JSON, mails: [OutboxMessage])
  ) throws(Problem) -> JSON {
    var promised: [OutboxMessage] = []
    let decided = try decide(call, settling: mayMail ? Self.settling : nil, onRefusal: onRefusal) {
      (rows) throws(Problem) in
      let (result, mails) = try body(rows)
      promised = mails
      return result
    }
    guard case .now(let answer) = decided else { return decided.answer }
    let sent = try sendPromised(promised, call) { (_) throws(Problem) in answer }
    return sent ?? answer
  }

  /// Tries the mails that this process promised and took, while there is time, and amends the remembered answer with
  /// what became of them. What is not sent here is left for `deliver-mail`.
  /// - Parameter answer: the result, given what became of each mail by its id.
  /// - Returns: nil where no mail was tried.
  func sendPromised(
    _ mails: [OutboxMessage], _ call: Call,
    answer: ([String: Promised]) throws(Problem) -> JSON
  ) throws(Problem) -> JSON? {
    var deliveries: [String: Promised] = [:]
    var amended: JSON?
    var untried = mails[...]
    for (index, mail) in mails.enumerated() {
      guard hasTimeToSend else { break }
      untried = mails[(index + 1)...]
      guard try isStillWanted(mail) else {
        deliveries[mail.id] = try kept(mail)
        continue
      }
      let attempt = try attempt(mail, timeout: Self.timeoutWhileAwaited)
      try store.write { (rows) throws(Problem) in
        deliveries[mail.id] = Promised(delivery: try record(attempt, of: mail, rows), suppression: nil)
        if index == mails.count - 1 { amended = try amend(try answer(deliveries), call, rows) }
      }
    }
    try giveBack(untried)
    if amended == nil, !deliveries.isEmpty {
      amended = try store.write { (rows) throws(Problem) in try amend(try answer(deliveries), call, rows) }
    }
    return amended
  }

  /// Tries a mail that this process has taken.
  private func attempt(_ mail: OutboxMessage, timeout: Duration) throws(Problem) -> DeliveryAttempt {
    let courier = try requireCourier()
    do throws(Problem) {
      return try courier.send(mail, by: sendingEnd.atMost(timeout))
    } catch {
      return .unmade(error)
    }
  }

  /// What is said of a mail that was kept from its recipient.
  private func kept(_ mail: OutboxMessage) throws(Problem) -> Promised? {
    let known = try store.read { (rows) throws(Problem) in try suppression(of: mail, rows) }
    return known.map { Promised(delivery: $0.delivery, suppression: $0) }
  }
}

/// What became of a mail that was promised.
struct Promised {
  let delivery: Invitation.Delivery
  /// Why it was not sent, where its recipient wants none.
  let suppression: Suppression?

  /// Which message says so, of those that begin alike.
  func message(_ prefix: String) -> String? {
    switch suppression {
    case .bounced: "\(prefix)Bounced"
    case .complained, .unsubscribed: "\(prefix)Suppressed"
    case nil: nil
    }
  }
}
