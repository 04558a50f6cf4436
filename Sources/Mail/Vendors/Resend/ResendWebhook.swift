// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// The webhook of Resend, which is signed by Svix ("Managing Webhooks", "Event Types").
struct ResendWebhook: MailWebhook {
  static let vendor = "Resend"
  static let variable = "RESEND_WEBHOOK_SECRET"

  private let request: WebhookRequest
  private let event: JSON

  init?(_ request: WebhookRequest, _ body: JSON) {
    guard request.header("svix-id") != nil || request.header("webhook-id") != nil else { return nil }
    self.request = request
    event = body
  }

  static func key(_ text: String) throws(Problem) -> [UInt8] {
    guard let key = StandardWebhook.secret(text) else {
      throw .misconfigured(variable, "should be whsec_ and base64, as Resend displays it")
    }
    return key
  }

  func isSigned(with keys: [[UInt8]], _ environment: Environment) -> Bool {
    StandardWebhook(headers: request.headers, body: request.body).isSigned(with: keys, at: environment.now)
  }

  var events: [MailEvent] {
    let data = event["data"] ?? [:]
    let tags = data["tags"]
    let listed = tags?.array?.first { $0["name"] == "vestibule_id" }?["value"]
    let names = MailNames(vendorIDs: [data["email_id"]?.string], ownID: listed ?? tags?["vestibule_id"])
    let bounce = data["bounce"] ?? [:]
    let kind: MailEvent.Kind =
      switch event["type"]?.string {
      case "email.delivered": .delivered
      case "email.bounced": bounce["type"] == "Permanent" ? .bounced(isAddressDead: true) : .delayed
      // Resend has its own suppression list, of addresses that bounced or complained.
      case "email.suppressed": .bounced(isAddressDead: true)
      case "email.complained": .complained
      default: .other
      }
    return [MailEvent(kind, names, bounce["type"]?.string, bounce["subType"]?.string, bounce["message"]?.string)]
  }
}
