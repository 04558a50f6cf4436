// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import HTTP

/// Twilio SendGrid (twilio.com/docs/sendgrid/api-reference/mail-send).
struct SendGridService: MailService {
  static let relay = "sendgrid:"
  static let variables = ["SENDGRID_API_KEY"]

  let name = "sendgrid"
  let url: String
  private let key: String
  var secrets: [String] { [key] }

  init(_ parameter: Substring, _ settings: Settings) throws(Problem) {
    key = try settings.mailKey("SENDGRID_API_KEY")
    url = try settings.mailURL("https://api.sendgrid.com", "/v3/mail/send")
  }

  func request(for message: MailMessage) -> HTTPRelay.Request {
    let headers = [("Message-ID", JSON(message.messageID))] + message.furtherHeaders.map { ($0.name, JSON($0.value)) }
    let disabled: JSON = ["enable": false]
    let body: JSON = .object([
      "personalizations": [["to": [person(message.to)], "custom_args": ["vestibule_id": JSON(message.id)]]],
      "from": person(message.from), "reply_to": message.replyTo.map(person), "subject": JSON(message.plainSubject),
      "content": [
        ["type": "text/plain", "value": JSON(message.text)], ["type": "text/html", "value": JSON(message.html)],
      ], "headers": .object(JSON.Members(headers)),
      "tracking_settings": [
        "click_tracking": ["enable": false, "enable_text": false], "open_tracking": disabled,
        "subscription_tracking": disabled,
      ],
    ])
    return HTTPRelay.Request(headers: ["Authorization: Bearer \(key)"], json: body)
  }

  private func person(_ mailbox: Mailbox) -> JSON {
    let name = mailbox.plainName
    return .object(["email": JSON(mailbox.address.text), "name": name.isEmpty ? nil : JSON(name)])
  }

  func id(in answer: HTTPRelay.Answer) -> String? { answer.reply.header("X-Message-Id") }

  func errorText(in answer: HTTPRelay.Answer) -> String? {
    answer.json?["errors"]?.array.map { errors in
      errors.map { [$0["field"]?.string, $0["message"]?.string].compactMap { $0 }.joined(separator: ": ") }
        .joined(separator: "; ")
    }
  }

  /// A refusal for the sender alone, or for the recipient alone: each error names that member.
  func meaning(of answer: HTTPRelay.Answer) -> HTTPRelay.Meaning? {
    guard answer.status == 400, let errors = answer.json?["errors"]?.array, !errors.isEmpty else { return nil }
    let fields = errors.map { $0["field"]?.string ?? "" }
    if fields.allSatisfy({ $0 == "from" || $0.hasPrefix("from.") }) { return .waitForOperator }
    return fields.allSatisfy { $0 == "personalizations.0.to.0.email" } ? .noAddress : nil
  }

  func pause(in answer: HTTPRelay.Answer) -> Duration? {
    answer.reply.header("X-RateLimit-Reset").flatMap { Int($0) }.map(Duration.until)
  }
}
