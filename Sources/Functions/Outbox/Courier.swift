// SPDX-License-Identifier: Apache-2.0

import Domain

/// Makes mails, text messages and webhooks of the messages of the outbox, and hands them to a relay.
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
  /// A sender for many messages.
  /// - Parameters:
  ///   - timeout: how long one message may take.
  ///   - deadline: until when messages may be on their way.
  /// - Throws: `service/misconfigured` naming the variable, or `service/unavailable` without libcurl.
  func sender(timeout: Duration, by deadline: Deadline) throws(Problem) -> any OutboxSender
}

/// Sends several messages at once. It calls nothing back: whoever hands it messages asks it what became of them.
public protocol OutboxSender: AnyObject {
  /// How many messages it takes now.
  var capacity: Int { get }
  /// Whether `finished` has returned every message that it took.
  var isIdle: Bool { get }
  /// Takes a message, where it has the capacity. A message that cannot be made is finished as `unmade`.
  func start(_ message: OutboxMessage)
  /// Goes on with the messages that it took.
  /// - Parameter timeout: how long it waits for one to end; with zero it does only what needs no waiting.
  /// - Returns: those that have ended since the last call, in that order.
  func finished(waitingAtMost timeout: Duration) -> [FinishedMessage]
}

/// A message and what became of it.
public struct FinishedMessage: Sendable {
  /// The message, as the sender took it.
  public let message: OutboxMessage
  /// What became of it.
  public let attempt: DeliveryAttempt

  /// Members in the order of their declaration.
  public init(_ message: OutboxMessage, _ attempt: DeliveryAttempt) {
    self.message = message
    self.attempt = attempt
  }
}

extension Environment {
  func requireCourier() throws(Problem) -> any Courier {
    guard let courier else { throw .bug("this executable has no courier") }
    return courier
  }
}
