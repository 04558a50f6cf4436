// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// The webhook of Twilio SendGrid ("Event Webhook Reference", "Event Webhook Security Features").
struct SendGridWebhook: MailWebhook {
  static let vendor = "SendGrid"
  static let variable = "SENDGRID_WEBHOOK_KEY"

  private let request: WebhookRequest
  private let signature: String
  private let list: [JSON]

  init?(_ request: WebhookRequest, _ body: JSON) {
    guard let signature = request.header("x-twilio-email-event-webhook-signature") else { return nil }
    self.request = request
    self.signature = signature
    list = body.array ?? [body]
  }

  static func key(_ text: String) throws(Problem) -> ECDSAKey {
    guard let key = ECDSAKey(base64: text) else {
      throw .misconfigured(variable, "should be the verification key in base64, as SendGrid displays it")
    }
    return key
  }

  func isSigned(with keys: [ECDSAKey], _ webhookKeys: WebhookKeys) -> Bool {
    guard let time = request.header("x-twilio-email-event-webhook-timestamp"), let second = Int(time) else {
      return false
    }
    let signed = Array(time.utf8) + request.body
    return webhookKeys.now.acceptsEvent(sentAt: second) && keys.contains { $0.verifies(signature, of: signed) }
  }

  var events: [MailEvent] {
    list.map { event in
      let id = event["sg_message_id"]?.string ?? ""
      // SendGrid appends the name of the machine that handled the mail to the id with which it accepted the mail.
      let heads = [".filter", ".recv", "."].map { id.split(separator: $0).first.map(String.init) }
      let names = MailNames(
        vendorIDs: [id] + heads, ownID: event["vestibule_id"], messageIDs: [event["smtp-id"]?.string])
      return MailEvent(
        Self.kind(event), names, event["status"]?.string, event["reason"]?.string ?? event["response"]?.string)
    }
  }

  /// The events ("Event Webhook Reference"). A bounce of the type "blocked" is not because of the address.
  private static func kind(_ event: JSON) -> MailEvent.Kind {
    switch (event["event"]?.string, event["type"]?.string) {
    case ("delivered", _): .delivered
    case ("deferred", _): .delayed
    case ("bounce", "blocked"), ("blocked", _): .bounced(reason(event, isAddressPossible: false))
    case ("bounce", _): .bounced(reason(event, isAddressPossible: true))
    case ("spamreport", _): .complained
    case ("unsubscribe", _), ("group_unsubscribe", _): .unsubscribed
    // SendGrid did not try. Only these two reasons name the address.
    case ("dropped", _):
      .bounced(.dropped, isAddressDead: ["Bounced Address", "Invalid"].contains(event["reason"]?.string))
    default: .other
    }
  }

  private static func reason(_ event: JSON, isAddressPossible: Bool) -> BounceReason {
    BounceDiagnosis(status: event["status"]?.string, text: event["reason"]?.string)
      .reason(
        or: classified(event["bounce_classification"]?.string, isAddressPossible), isAddressPossible: isAddressPossible)
  }

  private static func classified(_ classification: String?, _ isAddressPossible: Bool) -> BounceReason {
    switch classification {
    case "Invalid Address": isAddressPossible ? .address : .other
    case "Content": .content
    case "Reputation", "Frequency or Volume Too High": .policy
    default: .other
    }
  }
}
