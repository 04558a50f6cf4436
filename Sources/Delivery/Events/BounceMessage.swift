// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// A report about a mail, as a mail server passes it: a delivery status notification (RFC 3464) or a complaint (RFC
/// 5965), in a multipart/report (RFC 6522), and which mail it is about.
///
/// Mail servers add different parts, and anyone can send a report. The parser takes only what describes a delivery or a
/// complaint, and ignores invalid parts.
struct BounceMessage {
  /// The fields of each recipient, by their names in lower case.
  private(set) var recipients: [MIMEHeader] = []
  /// The `Feedback-Type` of a complaint in lower case; nil for a notification.
  private(set) var feedbackType: String?
  /// Possible Message-IDs of the mail: that of the returned part, or else those that the notification replies to.
  let messageIDs: [String]

  /// Nil if the message is not a report.
  init?(_ bytes: [UInt8]) {
    let message = MIMEPart(bytes[...])
    guard message.type.hasPrefix("multipart/") else { return nil }
    var returned: [String] = []
    for part in message.leaves() {
      switch part.type {
      case "message/delivery-status", "message/global-delivery-status":
        recipients += MIMEHeader.groups(part.content).filter { $0["action"] != nil || $0["status"] != nil }
      case "message/feedback-report":
        feedbackType = MIMEHeader(MIMEPart.lines(part.content[...]))["feedback-type"]?.lowercased() ?? feedbackType
      case "message/rfc822", "message/global", "message/rfc822-headers", "message/global-headers",
        "text/rfc822-headers":
        returned += MIMEHeader.ids(MIMEPart(part.content[...]).header["message-id"])
      default: break
      }
    }
    guard !recipients.isEmpty || feedbackType != nil else { return nil }
    let header = message.header
    let answered = ["in-reply-to", "references", "x-original-message-id"].flatMap { MIMEHeader.ids(header[$0]) }
    messageIDs = returned.isEmpty ? answered : returned
  }

  /// A complaint, or the worst result of all recipients. A mail has one recipient, but an alias may expand to several.
  /// Then one that is dead does not make the alias dead.
  var event: MailEvent {
    let names = MailNames(messageIDs: messageIDs)
    if let feedbackType {
      // These two types are about authentication, and about a mail that was wrongly treated as spam.
      let isComplaint = !["auth-failure", "not-spam"].contains(feedbackType)
      return MailEvent(isComplaint ? .complained : .other, names, feedbackType)
    }
    let reports = recipients.map {
      (kind: Self.kind($0), said: $0["diagnostic-code"] ?? $0["status"], address: Self.address($0["final-recipient"]))
    }
    let worst = reports.max { Self.rank($0.kind) < Self.rank($1.kind) }
    guard case .bounced(let reason, _) = worst?.kind, reports.contains(where: { Self.rank($0.kind) < 3 }) else {
      var event = MailEvent(worst?.kind ?? .other, names, worst?.said)
      event.failedAt = worst?.address
      return event
    }
    return MailEvent(.bounced(reason, isAddressDead: false), names, worst?.said)
  }

  /// The address of a field such as `rfc822; kim@example.com` (RFC 3464, section 2.3.2).
  private static func address(_ field: String?) -> EmailAddress? {
    field.flatMap { $0.split(separator: ";").last }.flatMap { EmailAddress(String($0).trimmed) }
  }

  private static func rank(_ kind: MailEvent.Kind) -> Int {
    switch kind {
    case .bounced(_, let isAddressDead): isAddressDead ? 4 : 3
    case .delayed: 2
    case .delivered: 1
    case .complained, .unsubscribed, .other: 0
    }
  }

  private static func kind(_ recipient: MIMEHeader) -> MailEvent.Kind {
    let (status, text) = (recipient["status"], recipient["diagnostic-code"])
    switch recipient["action"]?.lowercased().prefix(while: \.isLetter) {
    // The server has given up, whatever the status.
    case "failed": return .bounced(BounceDiagnosis(status: status, text: text).reason(or: .other))
    case "delayed": return .delayed
    case "delivered": return .delivered
    case nil where (EnhancedStatus(in: status) ?? EnhancedStatus(in: text))?.isPermanent ?? false:
      return .bounced(BounceDiagnosis(status: status, text: text).reason(or: .other))
    default: return .other
    }
  }
}
