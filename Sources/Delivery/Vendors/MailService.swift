// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import HTTP

/// A vendor's HTTP interface for sending mail: its requests and its answers.
protocol MailService {
  /// Its URL in `MAIL_URL`, such as `ses:REGION`: the scheme and the parameter that the operator adds.
  static var relay: String { get }
  /// The variables that it reads, except `MAIL_URL`, `MAIL_API_KEY` and `MAIL_API_URL`.
  static var variables: [String] { get }
  /// - Parameter parameter: the text after the scheme.
  /// - Throws: `service/misconfigured` with the name of the variable.
  init(_ parameter: Substring, _ settings: Settings) throws(Problem)
  /// The name of the relay in logs and in the database, as in `Relay`.
  var name: String { get }
  /// The URL to which mails are posted.
  var url: String { get }
  /// The texts that are removed from the vendor's error messages.
  var secrets: [String] { get }
  /// Whether the vendor sends a mail only once if it is posted twice.
  var deduplicates: Bool { get }
  func request(for message: MailMessage) -> HTTPRelay.Request
  /// The vendor's id of an accepted mail.
  func id(in answer: HTTPRelay.Answer) -> String?
  /// The vendor's error text.
  func errorText(in answer: HTTPRelay.Answer) -> String?
  /// The meaning of the answer, if it differs from the meaning of its status.
  func meaning(of answer: HTTPRelay.Answer) -> HTTPRelay.Meaning?
  /// The time until a limit ends, if a header of this vendor contains it.
  func pause(in answer: HTTPRelay.Answer) -> Duration?
}

extension MailService {
  var deduplicates: Bool { false }
  func meaning(of answer: HTTPRelay.Answer) -> HTTPRelay.Meaning? { nil }
  func pause(in answer: HTTPRelay.Answer) -> Duration? { nil }
}
