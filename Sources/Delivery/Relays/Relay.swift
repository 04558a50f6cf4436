// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import HTTP

/// The next hop of a mail: a Maildir, an SMTP server or a vendor's HTTP interface.
protocol Relay: AnyObject {
  /// The name in logs and reasons of failures, without credentials, such as `smtp://mail.example.com:587`.
  var name: String { get }
  /// Tries once to send the message.
  /// - Parameters:
  ///   - deadline: until when the relay must have asked for the content (SMTP) or have the whole request (HTTP).
  ///   - end: until when its answer is awaited after that; to end that wait early may duplicate the mail.
  func send(_ message: MailMessage, by deadline: Deadline, until end: Deadline) throws(Problem) -> DeliveryAttempt
  /// Checks whether the relay would accept mail from the sender, without sending any.
  func probe(from sender: Mailbox, by deadline: Deadline) throws(Problem) -> RelayProbe
  /// Takes the access tokens of this service, with which it logs in; nil where there is no database. The default needs
  /// none.
  func use(_ tokens: ServiceTokens?)
  /// Lets `recorder` get each line of the next conversations. The default has none.
  func record(_ recorder: @escaping (_ isSent: Bool, _ line: String) -> Void)
  /// Whether the message may need several transfers. The default needs one.
  func needsSeveralTransfers(for message: MailMessage) -> Bool
  /// This relay, if it sends a mail in one transfer.
  var network: (any NetworkRelay)? { get }
}

extension Relay {
  func use(_ tokens: ServiceTokens?) {}
  func record(_ recorder: @escaping (_ isSent: Bool, _ line: String) -> Void) {}
  func needsSeveralTransfers(for message: MailMessage) -> Bool { false }
  var network: (any NetworkRelay)? { nil }
}

/// The result of checking a relay, with a text for the operator.
package enum RelayProbe: Sendable {
  /// The relay works.
  case answers(String)
  /// The relay answers, but may refuse mails.
  case refused(String)
  /// There is no answer, or one with a server error.
  case unreachable(String)
}

/// A relay that sends a mail in one transfer of libcurl, so several transfers can run at once.
protocol NetworkRelay: Relay {
  /// Sets the options of the transfer.
  /// - Returns: the upload; nil if the message needs several transfers, which `send` does.
  func prepare(_ curl: Curl, for message: MailMessage) throws(Problem) -> [UInt8]?
  /// Converts the reply of a transfer.
  func attempt(_ reply: Curl.Reply, for message: MailMessage) -> DeliveryAttempt
}

extension NetworkRelay {
  var network: (any NetworkRelay)? { self }
}
