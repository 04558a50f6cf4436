// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import HTTP

/// Resend (resend.com/docs/api-reference/emails/send-email).
struct ResendService: MailService {
  static let relay = "resend:"
  static let variables = ["RESEND_API_KEY"]

  let name = "resend"
  let url: String
  private let key: String
  var secrets: [String] { [key] }
  /// Resend remembers an `Idempotency-Key` for 24 hours. The key is the mail's id.
  let deduplicates = true

  init(_ parameter: Substring, _ settings: Settings) throws(Problem) {
    key = try settings.mailKey("RESEND_API_KEY")
    url = try settings.mailURL("https://api.resend.com", "/emails")
  }

  /// The request has no Message-ID, because Resend always sets its own.
  func request(for message: MailMessage) -> HTTPRelay.Request {
    let headers = message.furtherHeaders.map { ($0.name, JSON($0.value)) }
    let body: JSON = .object([
      "from": JSON(message.from.text()), "to": [JSON(message.to.text())],
      "reply_to": message.replyTo.map { JSON($0.text()) }, "subject": JSON(message.plainSubject),
      "text": JSON(message.text), "html": JSON(message.html), "headers": .object(JSON.Members(headers)),
    ])
    return HTTPRelay.Request(headers: ["Authorization: Bearer \(key)", "Idempotency-Key: \(message.id)"], json: body)
  }

  func id(in answer: HTTPRelay.Answer) -> String? { answer.json?["id"]?.string }

  func errorText(in answer: HTTPRelay.Answer) -> String? {
    answer.json?["message"]?.string.map { "\(answer.json?["name"]?.string ?? "error"): \($0)" }
  }

  func meaning(of answer: HTTPRelay.Answer) -> HTTPRelay.Meaning? {
    switch (answer.status, answer.json?["name"]?.string) {
    // An earlier attempt with other content, such as another unsubscribe link, was accepted.
    case (409, "invalid_idempotent_request"): .sent
    // The earlier attempt is still running.
    case (409, _): .unknown
    // resend.com/docs/api-reference/errors
    case (_, "invalid_from_address"), (_, "missing_api_key"), (_, "restricted_api_key"), (_, "invalid_api_key"),
      (_, "invalid_access"):
      .waitForOperator
    default: nil
    }
  }
}
