// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import HTTP
import Identity

/// Mailgun (documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages). Its parameter is the sending
/// domain.
struct MailgunService: MailService {
  static let relay = "mailgun:DOMAIN"
  static let variables = ["MAILGUN_API_KEY"]

  let name: String
  let url: String
  private let key: String
  var secrets: [String] { [key, credential] }

  init(_ parameter: Substring, _ settings: Settings) throws(Problem) {
    guard let domain = EmailAddress("postmaster@\(parameter)").map({ Mailbox(name: "", address: $0).address.domain })
    else {
      throw .misconfigured("MAIL_URL", "should have the sending domain after mailgun:, such as mailgun:mg.example.com")
    }
    name = "mailgun:\(domain)"
    key = try settings.mailKey("MAILGUN_API_KEY")
    url = try settings.mailURL("https://api.mailgun.net", "/v3/\(domain)/messages")
  }

  private var credential: String { Array("api:\(key)".utf8).base64Text }

  func request(for message: MailMessage) -> HTTPRelay.Request {
    var fields = [
      ("from", message.from.text()), ("to", message.to.text()), ("subject", message.plainSubject),
      ("text", message.text), ("html", message.html), ("v:vestibule_id", message.id), ("o:tracking", "no"),
      ("h:Message-Id", message.messageID),
    ]
    if let replyTo = message.replyTo {
      // Mailgun copies the header into the mail, so it is encoded here.
      fields.append(("h:Reply-To", replyTo.header(after: 10).replacing("\r\n", with: "")))
    }
    fields += message.furtherHeaders.map { ("h:\($0.name)", $0.value) }
    // Random, so that no value can contain it.
    let boundary = "vestibule-\((0..<4).map { _ in String(UInt32.random(in: 0...UInt32.max), radix: 36) }.joined())"
    let parts = fields.map { name, value in
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    return HTTPRelay.Request(
      headers: ["Content-Type: multipart/form-data; boundary=\(boundary)", "Authorization: Basic \(credential)"],
      body: Array((parts.joined() + "--\(boundary)--\r\n").utf8))
  }

  func id(in answer: HTTPRelay.Answer) -> String? { answer.json?["id"]?.string }
  func errorText(in answer: HTTPRelay.Answer) -> String? { answer.json?["message"]?.string }

  /// Mailgun names the parameter with quotes (github.com/fastlane/fastlane/issues/8568), and has done so without.
  func meaning(of answer: HTTPRelay.Answer) -> HTTPRelay.Meaning? {
    guard answer.status == 400, let text = errorText(in: answer)?.lowercased() else { return nil }
    if ["'from' parameter", "from parameter"].contains(where: text.hasPrefix) { return .waitForOperator }
    let isAboutRecipient = ["'to' parameter is not a valid", "to parameter is not a valid"].contains(
      where: text.hasPrefix)
    return isAboutRecipient ? .noAddress : nil
  }
}
