// SPDX-License-Identifier: Apache-2.0

@testable import Delivery
@testable import Domain
@testable import Functions

/// The input of `on-mail-event`: a webhook's request in JSON, or the bytes of a notification.
enum MailEventLaws {
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
      do throws(Problem) { try webhook.verify(.vendors) } catch { refusal = error }
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
