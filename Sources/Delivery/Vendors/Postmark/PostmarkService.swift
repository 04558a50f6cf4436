// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import HTTP

/// Postmark (postmarkapp.com/developer/api/email-api), with its message stream for transactional mail.
struct PostmarkService: MailService {
  static let relay = "postmark:"
  static let variables = ["POSTMARK_API_KEY"]

  let name = "postmark"
  let url: String
  private let key: String
  var secrets: [String] { [key] }

  init(_ parameter: Substring, _ settings: Settings) throws(Problem) {
    key = try settings.mailKey("POSTMARK_API_KEY")
    url = try settings.mailURL("https://api.postmarkapp.com", "/email")
  }

  func request(for message: MailMessage) -> HTTPRelay.Request {
    // Postmark keeps the Message-ID only with X-PM-KeepID.
    let headers = [("Message-ID", message.messageID), ("X-PM-KeepID", "true")] + message.furtherHeaders
    let body: JSON = .object([
      "From": JSON(message.from.text(escapes: false)), "To": JSON(message.to.text(escapes: false)),
      "ReplyTo": message.replyTo.map { JSON($0.text(escapes: false)) }, "Subject": JSON(message.plainSubject),
      "TextBody": JSON(message.text), "HtmlBody": JSON(message.html),
      "Headers": .array(headers.map { ["Name": JSON($0.0), "Value": JSON($0.1)] }), "MessageStream": "outbound",
      "Metadata": ["vestibule_id": JSON(message.id)], "TrackOpens": false, "TrackLinks": "None",
    ])
    return HTTPRelay.Request(headers: ["X-Postmark-Server-Token: \(key)"], json: body)
  }

  func id(in answer: HTTPRelay.Answer) -> String? { answer.json?["MessageID"]?.string }

  func errorText(in answer: HTTPRelay.Answer) -> String? {
    answer.json?["Message"]?.string.map { "error \(answer.json?["ErrorCode"]?.integer ?? 0): \($0)" }
  }

  /// Postmark's error codes, which come with status 200 or 422.
  func meaning(of answer: HTTPRelay.Answer) -> HTTPRelay.Meaning? {
    guard [200, 422].contains(answer.status), let code = answer.json?["ErrorCode"]?.integer else { return nil }
    switch code {
    case 0: return nil
    // An invalid token, an unknown or unconfirmed sender, no credit, an account that is not approved or is blocked, or
    // an unknown stream.
    case 10, 400, 401, 405, 412, 413, 1235: return .waitForOperator
    // An invalid request; the text says what of it
    // (postmarkapp.com/support/article/troubleshooting-422-unprocessable-entity-errors).
    case 300 where answer.json?["Message"]?.string?.hasPrefix("Invalid 'From'") ?? false: return .waitForOperator
    case 300 where answer.json?["Message"]?.string?.hasPrefix("Invalid 'To'") ?? false: return .noAddress
    // Maintenance.
    case 100: return .retry
    // The recipient is on Postmark's suppression list.
    case 406: return .dropped
    default: return .refused
    }
  }
}
