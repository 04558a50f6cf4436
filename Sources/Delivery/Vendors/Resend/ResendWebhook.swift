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

  func isSigned(with keys: [[UInt8]], _ webhookKeys: WebhookKeys) -> Bool {
    StandardWebhook(headers: request.headers, body: request.body).isSigned(with: keys, at: webhookKeys.now)
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
      case "email.delivery_delayed": .delayed
      case "email.bounced": Self.kind(bounce)
      // Resend has its own suppression list, of addresses that bounced or complained.
      case "email.suppressed": Self.suppressed(data)
      // Resend could not send the mail, for example because of a quota or of the domain.
      case "email.failed": Self.failed(data["failed"]?["reason"]?.string)
      case "email.complained": .complained
      default: .other
      }
    return [
      MailEvent(
        kind, names, bounce["type"]?.string, bounce["subType"]?.string, bounce["message"]?.string,
        data["failed"]?["reason"]?.string, data["suppressed"]?["message"]?.string,
        kind == .delayed ? "the vendor tries again" : nil)
    ]
  }

  /// Why Resend did not send a mail (`email.failed`): its reasons are names, such as `reached_daily_quota`. A quota,
  /// the domain and the key are the operator's.
  private static func failed(_ reason: String?) -> MailEvent.Kind {
    if let reason, ["quota", "domain", "api_key"].contains(where: reason.contains) { return .bounced(.sender) }
    return .bounced(BounceDiagnosis(text: reason).reason(or: .other, isAddressPossible: false))
  }

  /// The types of a bounce ("Email Bounces"): all are final.
  private static func kind(_ bounce: JSON) -> MailEvent.Kind {
    let said = BounceDiagnosis(text: bounce["message"]?.string)
    return switch (bounce["type"]?.string, bounce["subType"]?.string) {
    case ("Permanent", "Suppressed"): .bounced(.dropped, isAddressDead: true)
    case ("Permanent", "OnAccountSuppressionList"): .bounced(.dropped)
    case ("Permanent", _): .bounced(said.reason(or: .address))
    case (_, "MailboxFull"): .bounced(.mailboxFull)
    case (_, "MessageTooLarge"), (_, "ContentRejected"), (_, "AttachmentRejected"): .bounced(.content)
    default: .bounced(said.reason(or: .other, isAddressPossible: false))
    }
  }

  private static func suppressed(_ data: JSON) -> MailEvent.Kind {
    let words = [data["suppressed"]?["type"]?.string, data["suppressed"]?["message"]?.string].compactMap { $0 }
    let isBounce = words.contains { $0.lowercased().contains("bounce") }
    return .bounced(.dropped, isAddressDead: isBounce)
  }
}
