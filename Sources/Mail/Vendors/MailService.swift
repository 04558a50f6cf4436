// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import HTTP

/// A vendor's interface for sending: what it wants to be asked, and what it means by its answers.
protocol MailService {
  /// How `MAIL_URL` names it, such as `ses:REGION`: its scheme, and what the operator puts behind it.
  static var relay: String { get }
  /// The variables that it reads beside `MAIL_URL`, `MAIL_API_KEY` and `MAIL_API_URL`.
  static var variables: [String] { get }
  /// - Parameter parameter: what stands behind the scheme.
  /// - Throws: `service/misconfigured` naming the variable.
  init(_ parameter: Substring, _ settings: Settings) throws(Problem)
  /// As in `Relay`.
  var name: String { get }
  /// Where mails are posted to.
  var url: String { get }
  /// What must never be told, even where the vendor says it back.
  var secrets: [String] { get }
  /// Whether the same mail may be posted again without being sent again.
  var knowsRepeats: Bool { get }
  func request(for message: MailMessage) -> HTTPRelay.Request
  /// The vendor's own id of a mail that it took.
  func id(in answer: HTTPRelay.Answer) -> String?
  /// Why the vendor did not take it, in its own words.
  func words(in answer: HTTPRelay.Answer) -> String?
  /// What the answer means, where that is more than its status says.
  func meaning(of answer: HTTPRelay.Answer) -> HTTPRelay.Meaning?
  /// When a limit is over, where a header of the vendor's own says so.
  func pause(in answer: HTTPRelay.Answer) -> Duration?
}

extension MailService {
  var knowsRepeats: Bool { false }
  func meaning(of answer: HTTPRelay.Answer) -> HTTPRelay.Meaning? { nil }
  func pause(in answer: HTTPRelay.Answer) -> Duration? { nil }
}
