// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// The webhook of Amazon SES, through a topic of Amazon SNS ("Verifying the signatures of Amazon SNS messages",
/// "Contents of event data that Amazon SES publishes to Amazon SNS").
struct SESWebhook: MailWebhook {
  static let vendor = "Amazon SES"
  static let signer = "Amazon SNS"
  static let variable = "SES_TOPIC_ARN"

  private let message: JSON

  init?(_ request: WebhookRequest, _ body: JSON) {
    guard body["TopicArn"] != nil else { return nil }
    message = body
  }

  func isSigned(with topics: [String], _ webhookKeys: WebhookKeys) throws(Problem) -> Bool {
    func text(_ name: String) -> String { message[name]?.string ?? "" }
    guard topics.contains(text("TopicArn")) else {
      throw Problem(.unauthenticated, "the message is from a topic that is not in \(Self.variable)")
    }
    guard let sent = Timestamp(rfc3339: text("Timestamp")), webhookKeys.now.acceptsEvent(sentAt: sent.wholeSeconds),
      let certificate = try webhookKeys.certificates.certificate(at: text("SigningCertURL"), ofTopic: text("TopicArn"))
    else { return false }
    return certificate.verifies(text("Signature"), version: text("SignatureVersion"), of: signed)
  }

  /// The text that is signed.
  private var signed: String {
    let names =
      message["Type"] == "Notification"
      ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
    return names.compactMap { name in message[name]?.string.map { "\(name)\n\($0)\n" } }.joined()
  }

  var subscribeURL: String? {
    message["Type"] == "SubscriptionConfirmation" ? message["SubscribeURL"]?.string : nil
  }

  var events: [MailEvent] {
    guard message["Type"] == "Notification" else { return [] }
    // The first message to a subscriber of a topic is plain text.
    guard let text = message["Message"]?.string, let event = try? JSON(parsing: text) else {
      return [MailEvent(.other, MailNames())]
    }
    let mail = event["mail"] ?? [:]
    let headers = mail["headers"]?.array?.filter { $0["name"]?.string?.lowercased() == "message-id" } ?? []
    let names = MailNames(
      vendorIDs: [mail["messageId"]?.string], ownID: mail["tags"]?["vestibule_id"],
      messageIDs: headers.map { $0["value"]?.string })
    let (bounce, complaint) = (event["bounce"] ?? [:], event["complaint"] ?? [:])
    let diagnostic = bounce["bouncedRecipients"]?.array?.first?["diagnosticCode"]?.string
    // Configuration sets write `eventType`, identities write `notificationType`.
    let kind: MailEvent.Kind =
      switch (event["eventType"] ?? event["notificationType"])?.string {
      case "Delivery": .delivered
      case "Bounce": Self.kind(bounce)
      case "Complaint": complaint["complaintFeedbackType"] == "not-spam" ? .other : .complained
      case "DeliveryDelay": .delayed
      // SES has accepted the mail and then found a virus.
      case "Reject": .bounced(.content)
      case "Rendering Failure": .bounced(.content)
      default: .other
      }
    return [
      MailEvent(
        kind, names, bounce["bounceType"]?.string, bounce["bounceSubType"]?.string, diagnostic,
        complaint["complaintFeedbackType"]?.string, event["reject"]?["reason"]?.string,
        event["deliveryDelay"]?["delayType"]?.string)
    ]
  }

  /// The types of a bounce ("Bounce types"): all are final.
  private static func kind(_ bounce: JSON) -> MailEvent.Kind {
    let recipient = bounce["bouncedRecipients"]?.array?.first
    let said = BounceDiagnosis(status: recipient?["status"]?.string, text: recipient?["diagnosticCode"]?.string)
    return switch (bounce["bounceType"]?.string, bounce["bounceSubType"]?.string) {
    // Amazon's list has addresses that bounced at any customer; the account's list also complaints.
    case ("Permanent", "Suppressed"): .bounced(.dropped, isAddressDead: true)
    case ("Permanent", "OnAccountSuppressionList"), ("Permanent", "UnsubscribedRecipient"): .bounced(.dropped)
    case ("Permanent", _): .bounced(said.reason(or: .address))
    case (_, "MailboxFull"): .bounced(.mailboxFull)
    case (_, "MessageTooLarge"), (_, "ContentRejected"), (_, "AttachmentRejected"): .bounced(.content)
    case (_, "CustomTimeoutExceeded"): .bounced(.expired)
    default: .bounced(said.reason(or: .other, isAddressPossible: false))
    }
  }
}
