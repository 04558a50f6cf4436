// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// The webhook of Postmark ("Webhooks overview", "Bounce webhook"). Its requests are not signed. They are authenticated
/// with the user and password in the webhook's URL.
struct PostmarkWebhook: MailWebhook {
  static let vendor = "Postmark"
  static let variable = "POSTMARK_WEBHOOK_LOGIN"

  private let request: WebhookRequest
  private let event: JSON

  init?(_ request: WebhookRequest, _ body: JSON) {
    guard body["RecordType"] != nil else { return nil }
    self.request = request
    event = body
  }

  static func key(_ text: String) throws(Problem) -> String {
    guard text.contains(":") else {
      throw .misconfigured(variable, "should be user:password, as in the webhook's URL")
    }
    return text
  }

  func isSigned(with logins: [String], _ webhookKeys: WebhookKeys) throws(Problem) -> Bool {
    let parts = request.header("authorization")?.split(separator: " ") ?? []
    guard parts.count == 2, parts[0].lowercased() == "basic", let given = bytes(base64: parts[1]),
      logins.contains(where: { constantTimeEqual(Array($0.utf8), given) })
    else { throw Problem(.unauthenticated, "the request does not have the login of \(Self.variable)") }
    return true
  }

  var events: [MailEvent] {
    let names = MailNames(vendorIDs: [event["MessageID"]?.string], ownID: event["Metadata"]?["vestibule_id"])
    return [MailEvent(kind, names, event["Type"]?.string, event["Description"]?.string, event["Details"]?.string)]
  }

  private var kind: MailEvent.Kind {
    switch event["RecordType"]?.string {
    case "Delivery": .delivered
    case "SpamComplaint": .complained
    case "Bounce": bounce
    case "SubscriptionChange" where event["SuppressSending"] == true: suppressed
    default: .other
    }
  }

  /// The types of a bounce ("Bounce API", "Bounce types"). Only a transient one is tried again. The description is the
  /// same for each type, so only the details are what the server said.
  private var bounce: MailEvent.Kind {
    let said = BounceDiagnosis(text: event["Details"]?.string)
    switch event["Type"]?.string {
    case "Transient": return .delayed
    case "HardBounce": return .bounced(said.reason(or: .address))
    case "BadEmailAddress": return .bounced(.address)
    case "SoftBounce", "DnsError", "Unknown", "Unconfirmed", "SMTPApiError":
      return .bounced(said.reason(or: .other, isAddressPossible: false))
    case "SpamNotification", "VirusNotification", "TemplateRenderingFailed": return .bounced(.content)
    case "Blocked", "DMARCPolicy": return .bounced(said.reason(or: .policy, isAddressPossible: false))
    // Someone has switched the address off at Postmark.
    case "ManuallyDeactivated": return .bounced(.dropped)
    case "SpamComplaint": return .complained
    case "Unsubscribe": return .unsubscribed
    // The mail arrived, and something answered: AutoResponder, AddressChange, Subscribe, ChallengeVerification,
    // OpenRelayTest. InboundError is about a mail to Postmark.
    case "AutoResponder", "AddressChange", "Subscribe", "ChallengeVerification", "OpenRelayTest", "InboundError", nil:
      return .other
    default: return .bounced(said.reason(or: .other))
    }
  }

  private var suppressed: MailEvent.Kind {
    switch event["SuppressionReason"]?.string {
    case "HardBounce": .bounced(.address)
    case "SpamComplaint": .complained
    case "ManualSuppression" where event["Origin"] == "Recipient": .unsubscribed
    default: .other
    }
  }
}
