// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Hands a mail to the relay.
public protocol Courier {
  /// Finds out whether mail can be made and sent at all, before any is promised.
  /// - Throws: `service/misconfigured` naming the variable.
  func check() throws(Problem)
  /// The same, with the templates of one kind of mail in the languages of those who will get it.
  /// - Throws: `service/misconfigured` naming the variable, or file and line of a template.
  func check(_ kind: OutboxMessage.Kind, locales: [String?]) throws(Problem)
  /// Makes the mail from its template and tries to send it, once.
  /// - Throws: where it cannot be made: a template or a variable is wrong, or it cannot be opened.
  func send(_ mail: OutboxMessage, by deadline: Deadline) throws(Problem) -> DeliveryAttempt
  /// How many mails a second the relay is to get; nil for as many as it takes.
  var rate: Double? { get throws(Problem) }
  /// Sends mails side by side until there are no more.
  /// - Parameters:
  ///   - next: gives the next mail.
  ///   - timeout: how long one mail may take.
  ///   - ended: called for each mail.
  ///   - meanwhile: called now and then while mails are on their way.
  func send(
    next: () throws(Problem) -> NextMail, timeout: Duration, by deadline: Deadline,
    ended: (OutboxMessage, DeliveryAttempt) throws(Problem) -> Void, meanwhile: () throws(Problem) -> Void
  ) throws(Problem)
}

/// How one attempt ended.
public enum DeliveryAttempt: Equatable, Sendable {
  /// The relay has it, under its own id where it gave one.
  case sent(id: String?)
  /// The relay is not able to now: try again, not before `after` where it said so.
  case later(_ reason: String, after: Duration?)
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

extension Environment {
  /// How long a mail may take at the relay while a person waits for the answer, and while nobody does.
  static let timeoutWhileAwaited = Duration.seconds(5)
  static let timeout = Duration.seconds(60)
  private static let maximumAttempts = 8

  /// When a mail that this process takes is anybody's again: this process is gone by then, whatever happens.
  var leaseEnd: Timestamp { clock() + leaseTime }
  var leaseTime: Duration { deadline.remaining + .seconds(5) }

  /// How long the same event waits for this one's mail to be tried, once this one is decided. After that it is answered
  /// with what was promised: the relay is slow, or this process is gone.
  static let settling = Duration.seconds(2)

  /// Whether there is time to try another mail and to answer afterwards.
  var hasTimeToSend: Bool { deadline.remaining > .milliseconds(400) }

  func requireCourier() throws(Problem) -> any Courier {
    guard let courier else { throw .bug("this executable has no courier") }
    return courier
  }

  /// Tries a mail that this process has taken.
  func attempt(_ mail: OutboxMessage, timeout: Duration) throws(Problem) -> DeliveryAttempt {
    let courier = try requireCourier()
    do throws(Problem) {
      return try courier.send(mail, by: sendingEnd.atMost(timeout))
    } catch {
      return .unmade(error)
    }
  }

  /// Until when mails may be on their way: how they ended has still to be written.
  var sendingEnd: Deadline { deadline.earlier(by: .milliseconds(250)) }

  /// Writes how an attempt ended.
  /// - Returns: what the mail's delivery is now.
  @discardableResult
  func record(
    _ attempt: DeliveryAttempt, of mail: OutboxMessage, _ rows: Transaction
  ) throws(Problem) -> Invitation.Delivery {
    let (delivery, isOurs) = try write(attempt, of: mail, rows)
    if isOurs, let invitationID = mail.invitationID, mail.kind.isInvitation {
      try rows.setDelivery(delivery, of: invitationID, by: mail.id)
      if delivery == .sent, !policy.webhooks.isEmpty, let invitation = try rows.invitation(id: invitationID) {
        try announce(.invitationSent, invitation, traceparent: mail.traceparent, rows)
      }
    }
    return delivery
  }

  /// Looks again at what has become of a mail that this process has taken, and of what it is about.
  /// - Returns: false where it is not worth sending any more; it has ended then.
  func isStillWanted(_ mail: OutboxMessage) throws(Problem) -> Bool {
    let mayGo = try store.read { (rows) throws(Problem) in
      guard let mail = try rows.mail(id: mail.id), mail.state == .leased, mail.outcome == nil else { return false }
      guard try isWanted(mail, rows) else { return false }
      return try suppression(of: mail, rows) == nil
    }
    if mayGo { return true }
    return try store.write { (rows) throws(Problem) in
      guard let mail = try rows.mail(id: mail.id), mail.state == .leased else { return false }
      return try isStillWanted(mail, rows)
    }
  }

  /// The same, in one transaction.
  private func isStillWanted(_ mail: OutboxMessage, _ rows: Transaction) throws(Problem) -> Bool {
    if mail.outcome != nil {
      // Nobody heard the relay take it, but it has.
      try rows.end(mail.id, as: .sent, at: now)
      return false
    }
    if try isWanted(mail, rows) {
      guard let suppression = try suppression(of: mail, rows) else { return true }
      try rows.end(mail.id, as: .failed, at: now, failure: suppression.failure)
      if let id = mail.invitationID, mail.kind.isInvitation { try rows.setDelivery(suppression.delivery, of: id) }
      return false
    }
    if mail.kind.offersInvitation {
      try rows.end(mail.id, as: .cancelled, at: now)
    } else {
      try record(.refused("it was not delivered in time"), of: mail, rows)
    }
    return false
  }

  /// Whether a mail is worth sending: in time, and about an invitation that can still be accepted, where it offers one.
  private func isWanted(_ mail: OutboxMessage, _ rows: Transaction) throws(Problem) -> Bool {
    let timestamp = clock()
    guard mail.expiresAt > timestamp else { return false }
    guard mail.kind.offersInvitation, let id = mail.invitationID else { return true }
    return try rows.invitation(id: id)?.status(at: timestamp) == .pending
  }

  /// Why a mail is not for its recipient, where it is not.
  private func suppression(of mail: OutboxMessage, _ rows: Transaction) throws(Problem) -> Suppression? {
    guard !mail.kind.isAskedFor, let address = EmailAddress(mail.recipient),
      let suppression = try rows.suppression(of: address), suppression.keeps(mail.kind)
    else { return nil }
    return suppression
  }

  /// Gives back mails that were taken and not tried: their attempts are not used up, and they are due now.
  func giveBack(_ mails: some Collection<OutboxMessage>) throws(Problem) {
    if mails.isEmpty { return }
    try store.write { (rows) throws(Problem) in
      for mail in mails { try write(.held("there was no time to try it"), of: mail, dueAt: clock(), rows) }
    }
  }

  @discardableResult
  private func write(
    _ attempt: DeliveryAttempt, of mail: OutboxMessage, dueAt: Timestamp? = nil, _ rows: Transaction
  ) throws(Problem) -> (Invitation.Delivery, isOurs: Bool) {
    var again = mail
    switch attempt {
    case .sent(let vendorID):
      return (.sent, try rows.end(mail.id, as: .sent, at: now, vendorID: vendorID))
    case .refused(let reason):
      return (.failed, try rows.end(mail.id, as: .failed, at: now, failure: reason))
    case .unknown(let reason) where mail.doubts > 0:
      return (.unknown, try rows.end(mail.id, as: .unknown, at: now, failure: reason))
    case .later(let reason, _) where mail.attempts >= Self.maximumAttempts,
      .retrySameRelay(let reason, _) where mail.attempts >= Self.maximumAttempts:
      return (.failed, try rows.end(mail.id, as: .failed, at: now, failure: reason))
    case .unknown(let reason):
      again.doubts += 1
      return (.queued, try rows.requeue(again, dueAt: clock() + backoff(mail.attempts), failure: reason))
    case .later(let reason, let after), .retrySameRelay(let reason, let after):
      let pause = max(after ?? .zero, backoff(mail.attempts))
      return (.queued, try rows.requeue(again, dueAt: clock() + pause, failure: reason))
    case .held(let reason):
      again.attempts -= 1
      return (.queued, try rows.requeue(again, dueAt: dueAt ?? clock() + .minutes(1), failure: reason))
    }
  }

  /// 20 s, doubled for each attempt, and up to a quarter of it more, so that mails which failed together do not come
  /// back together.
  private func backoff(_ attempts: Int) -> Duration {
    let base = 20_000 << min(max(attempts - 1, 0), 10)
    let jitter = random(2).reduce(0) { $0 << 8 | Int($1) } * base / 4 / 65_536
    return .milliseconds(base + jitter)
  }
}

extension Environment {
  /// Decides an event that promises mails, and tries them at once. What becomes of them changes nothing in the answer.
  /// - Parameters:
  ///   - mayMail: whether there will be mails at all; otherwise nobody has to wait for the same answer.
  ///   - body: as `decide` has it; gives the mails beside the output.
  func decideAndSend<Output: FunctionOutput>(
    _ call: Call, mayMail: Bool = true,
    onRefusal: (Transaction, Problem) throws(Problem) -> Void = { (_, _) throws(Problem) in },
    _ body: (Transaction) throws(Problem) -> (output: Output, mails: [OutboxMessage])
  ) throws(Problem) -> Answer<Output> {
    var promised: [OutboxMessage] = []
    let answer = try decide(call, settling: mayMail ? Self.settling : nil, onRefusal: onRefusal) {
      (rows) throws(Problem) in
      let (output, mails) = try body(rows)
      promised = mails
      return output
    }
    guard case .new(let output) = answer else { return answer }
    _ = try sendPromised(promised, call) { (_) throws(Problem) in output }
    return answer
  }

  /// Tries the mails that this process promised and took, while there is time, and amends the remembered answer with
  /// what became of them. What is not sent here is left for `deliver-mail`.
  /// - Parameter output: the result, given what became of each mail by its id.
  /// - Returns: nil where no mail was tried.
  func sendPromised<Output: FunctionOutput>(
    _ mails: [OutboxMessage], _ call: Call,
    output: ([String: Promised]) throws(Problem) -> Output
  ) throws(Problem) -> Output? {
    var deliveries: [String: Promised] = [:]
    var amended: Output?
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
        if index == mails.count - 1 { amended = try amend(try output(deliveries), call, rows) }
      }
    }
    try giveBack(untried)
    if amended == nil, !deliveries.isEmpty {
      amended = try store.write { (rows) throws(Problem) in try amend(try output(deliveries), call, rows) }
    }
    return amended
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
