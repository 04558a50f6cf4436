// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import HTTP

/// What takes a mail from here: a Maildir, an SMTP server, a vendor's interface.
protocol Relay: AnyObject {
  /// As it is told in logs and in a mail's story, such as `smtp://mail.example.com:587`; no credential is in it.
  var name: String { get }
  /// Tries once to hand the message over.
  func send(_ message: MailMessage, by deadline: Deadline) throws(Problem) -> DeliveryAttempt
  /// Asks whether it would take a mail of that sender, and sends none.
  func probe(from sender: Mailbox, by deadline: Deadline) throws(Problem) -> RelayProbe
}

/// What a relay that was asked for nothing has said.
public enum RelayProbe: Sendable {
  case answers(String)
  /// It is there, but may not take mails: what it said.
  case doubtful(String)
  case outOfReach(String)
}

/// A relay that takes a mail in one transfer of libcurl, so that several can go on side by side.
protocol NetworkRelay: Relay {
  /// Sets the options of the transfer; nil where the message needs more than one transfer, and `send`.
  /// - Returns: what is uploaded.
  func prepare(_ curl: Curl, for message: MailMessage) throws(Problem) -> [UInt8]?
  /// What a transfer's end means.
  func attempt(_ reply: Curl.Reply) -> DeliveryAttempt
}
