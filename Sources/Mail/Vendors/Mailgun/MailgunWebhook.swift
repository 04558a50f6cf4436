// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// The webhook of Mailgun ("Webhooks", "Securing Webhooks", "Event Structure").
///
/// Its signature covers a timestamp and a token, but not the event: someone who has seen a signature could send it with
/// another event. So each token is accepted once.
struct MailgunWebhook: MailWebhook {
  static let vendor = "Mailgun"
  static let variable = "MAILGUN_WEBHOOK_KEY"

  private let signature: JSON
  private let event: JSON

  init?(_ request: WebhookRequest, _ body: JSON) {
    guard let signature = body["signature"], let event = body["event-data"] else { return nil }
    self.signature = signature
    self.event = event
  }

  var singleUseToken: String? { signature["token"]?.string }

  func isSigned(with keys: [String], _ environment: Environment) -> Bool {
    guard let token = signature["token"]?.string, (1...200).contains(token.utf8.count),
      let time = signature["timestamp"]?.string, let second = Int(time), environment.acceptsEvent(sentAt: second),
      let given = signature["signature"]?.string
    else { return false }
    return keys.contains { constantTimeEqual(hexadecimalHMAC(of: time + token, key: $0), given) }
  }

  var events: [MailEvent] {
    let names = MailNames(
      ownID: event["user-variables"]?["vestibule_id"],
      messageIDs: [event["message"]?["headers"]?["message-id"]?.string])
    let status = event["delivery-status"] ?? [:]
    return [
      MailEvent(
        kind, names, status["code"]?.integer.map { String($0) }, status["description"]?.string,
        status["message"]?.string)
    ]
  }

  private var kind: MailEvent.Kind {
    switch event["event"]?.string {
    case "delivered": return .delivered
    case "complained": return .complained
    case "unsubscribed": return .unsubscribed
    case "failed" where event["severity"] == "permanent":
      switch event["reason"]?.string {
      case "suppress-complaint": return .complained
      case "suppress-unsubscribe": return .unsubscribed
      // The mail was undeliverable for many hours, or the provider blocks the sender. The address may still be valid.
      case "old", "espblock", "greylisted": return .delayed
      default: return .bounced(isAddressDead: true)
      }
    case "failed": return .delayed
    default: return .other
    }
  }
}
