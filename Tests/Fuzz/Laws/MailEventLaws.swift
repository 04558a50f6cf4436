// SPDX-License-Identifier: Apache-2.0

import Crypto
import Identity

@testable import Delivery
@testable import Domain
@testable import Functions

/// The input of `on-mail-event`: a webhook's request in JSON, or the bytes of a notification.
enum MailEventLaws {
  /// A key of each vendor. There is no database: no certificate is ever fetched for a topic without a region.
  nonisolated(unsafe) private static let keys: WebhookKeys = {
    let now = Timestamp(seconds: 1_795_268_220)
    let values = [
      "RESEND_WEBHOOK_SECRET": "whsec_" + [UInt8](repeating: 0, count: 24).base64Text,
      "SENDGRID_WEBHOOK_KEY": Array(P256.Signing.PrivateKey().publicKey.derRepresentation).base64Text,
      "MAILGUN_WEBHOOK_KEY": "key-of-mailgun", "POSTMARK_WEBHOOK_LOGIN": "postmark:3ax6xnjp29jd6fds4gc373sgvjxteol0",
      "SES_TOPIC_ARN": "arn:aws:sns",
    ]
    return WebhookKeys(now: now, certificates: SNSCertificates(.withoutDatabase(at: now))) {
      values[$0].map { [$0] } ?? []
    }
  }()

  static func check(_ input: [UInt8]) throws {
    if let json = try? JSON(parsing: input) { return try check(request: json) }
    if let bounce = BounceMessage(input) {
      try hold("a report has a recipient or a type", !bounce.recipients.isEmpty || bounce.feedbackType != nil)
      try check(bounce.event)
    }
    for leaf in MIMEPart(input[...]).leaves() {
      try hold("a part is no longer than the message", leaf.content.count <= input.count)
    }
  }

  private static func check(request json: JSON) throws {
    guard let request = try? WebhookRequest(json), let body = try? request.json() else { return }
    for vendor in MailVendor.webhooks {
      guard let webhook = vendor.init(request, body) else { continue }
      for event in webhook.events { try check(event) }
      _ = (webhook.singleUseToken, webhook.subscribeURL)
      var refusal: Problem?
      do throws(Problem) { try webhook.verify(keys) } catch { refusal = error }
      try hold(
        "unsigned requests are refused: \(type(of: webhook)), \(String(describing: refusal))",
        refusal?.code == .unauthenticated)
    }
  }

  private static func check(_ event: MailEvent) throws {
    let text = event.text(to: "kim@example.com") ?? ""
    try hold("a text is one line", !text.unicodeScalars.contains(where: \.isControl))
    try hold("a text is short", text.unicodeScalars.count <= 500)
    try hold("a mail has few ids", event.names.own.count <= 1000 && event.names.vendors.count <= 1000)
  }
}
