// SPDX-License-Identifier: Apache-2.0

import Domain

/// Sends the messages of the outbox: mails, text messages, push messages, webhooks, and requests to Apple.
package protocol Courier {
  /// Checks the settings for mail, before a mail is queued.
  /// - Throws: `service/misconfigured` naming the variable.
  func check() throws(Problem)
  /// Also checks the templates of one kind of mail, in the languages of the recipients.
  /// - Throws: `service/misconfigured` naming the variable, or file and line of a template.
  func check(_ kind: OutboxMessage.Kind, locales: [String?]) throws(Problem)
  /// The names of the relays of `MAIL_URL`, in the order in which they are tried.
  var relayNames: [String] { get throws(Problem) }
  /// How long a mail is tried: `MAIL_RETRY_HOURS`.
  var retryTime: Duration { get throws(Problem) }
  /// Renders the message and makes one attempt to send it.
  /// - Parameters:
  ///   - relays: the relays that are not tried.
  ///   - tokens: the tokens for mail servers.
  /// - Throws: if the message cannot be rendered: a template or a variable is wrong, or its values cannot be decrypted.
  func send(
    _ message: OutboxMessage, avoiding relays: Set<String>, by deadline: Deadline, tokens: ServiceTokens
  ) throws(Problem) -> FinishedMessage
  /// The maximum number of mails per second for the relay; nil for no limit.
  var rate: Double? { get throws(Problem) }
  /// A sender for many messages.
  /// - Parameters:
  ///   - timeout: the timeout of one message.
  ///   - deadline: the time by which all attempts end.
  ///   - tokens: the tokens for push services and mail servers.
  /// - Throws: `service/misconfigured` naming the variable, or `service/unavailable` without libcurl.
  func sender(timeout: Duration, by deadline: Deadline, tokens: ServiceTokens) throws(Problem) -> any OutboxSender
}

/// Sends several messages concurrently. It has no callbacks: the caller polls `finished`.
package protocol OutboxSender: AnyObject {
  /// The number of further messages that it accepts now.
  var capacity: Int { get }
  /// Whether `finished` has returned all messages that were started.
  var isIdle: Bool { get }
  /// How long the slowest mail took that a relay has accepted. Another attempt can take as long.
  var slowest: Duration { get }
  /// Starts a message. Call it only if `capacity` is not zero. A message that cannot be rendered finishes as
  /// `renderingFailed`.
  /// - Parameter relays: the relays that are not tried.
  func start(_ message: OutboxMessage, avoiding relays: Set<String>)
  /// Uses at most that many connections.
  func limit(to connections: Int)
  /// A relay that has refused further connections, and how many it takes; nil if none has.
  var reduction: (relay: String, connections: Int)? { get }
  /// Continues the messages that were started.
  /// - Parameter timeout: how long to wait until a message finishes; with zero it does not wait.
  /// - Returns: the messages that finished since the last call, in the order in which they finished.
  func finished(waitingAtMost timeout: Duration) -> [FinishedMessage]
}

extension Optional where Wrapped == any Courier {
  /// The courier of an executable that sends mail.
  package func require() throws(Problem) -> any Courier {
    guard let self else { throw .bug("this executable has no courier") }
    return self
  }
}
