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

  func isSigned(with keys: [String], _ webhookKeys: WebhookKeys) -> Bool {
    guard let token = signature["token"]?.string, (1...200).contains(token.utf8.count),
      let time = signature["timestamp"]?.string, let second = Int(time), webhookKeys.now.acceptsEvent(sentAt: second),
      let given = signature["signature"]?.string
    else { return false }
    return keys.contains { constantTimeEqual(hexadecimalHMAC(of: time + token, key: $0), given) }
  }

  var events: [MailEvent] {
    let names = MailNames(
      ownID: event["user-variables"]?["vestibule_id"],
      messageIDs: [event["message"]?["headers"]?["message-id"]?.string])
    return [MailEvent(kind, names, enhancedCode, status["description"]?.string, status["message"]?.string)]
  }

  private var status: JSON { event["delivery-status"] ?? [:] }
  private var enhancedCode: String? { status["enhanced-code"]?.string }

  private var kind: MailEvent.Kind {
    switch (event["event"]?.string, event["severity"]?.string, event["reason"]?.string) {
    case ("delivered", _, _): .delivered
    case ("complained", _, _): .complained
    case ("unsubscribed", _, _): .unsubscribed
    // Mailgun has refused to send the mail.
    case ("rejected", _, _): .bounced(.dropped)
    // The last attempt, which Mailgun also reports as temporary.
    case ("failed", _, "old"): .bounced(.expired)
    case ("failed", "permanent", let reason): permanent(reason)
    case ("failed", _, _): .delayed
    default: .other
    }
  }

  /// The final failures ("Event Structure", "Tracking Failures").
  private func permanent(_ reason: String?) -> MailEvent.Kind {
    switch (reason, status["code"]?.integer) {
    // Mailgun's own suppression list. Only a bounce says that the address is dead.
    case ("suppress-bounce", _), (_, 605): .bounced(.dropped, isAddressDead: true)
    case ("suppress-complaint", _), ("suppress-unsubscribe", _), (_, 606), (_, 607): .bounced(.dropped)
    case ("espblock", _), ("greylisted", _): .bounced(diagnosis.reason(or: .policy, isAddressPossible: false))
    default: .bounced(diagnosis.reason(or: .other))
    }
  }

  private var diagnosis: BounceDiagnosis {
    BounceDiagnosis(
      status: enhancedCode,
      text: [status["message"]?.string, status["description"]?.string].compactMap { $0 }.joined(separator: " "))
  }
}
