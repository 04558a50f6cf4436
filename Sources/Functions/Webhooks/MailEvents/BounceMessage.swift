// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// A delivery status notification (RFC 3464) in its multipart/report (RFC 6522), as a mail server hands it over: what
/// became of a mail, and which mail that was.
///
/// Mail servers differ in what they put around it, and anybody can send one. What is read here is what tells of a mail;
/// what makes no sense is passed over.
struct BounceMessage {
  /// What is said of each recipient: the fields of its group, under their names in lower case.
  private(set) var recipients: [MIMEHeader] = []
  /// What may be the Message-ID of the mail: that of the part that came back, or what the notification answers to.
  let messageIDs: [String]

  /// Nil for a message that is no such notification.
  init?(_ bytes: [UInt8]) {
    let message = MIMEPart(bytes[...])
    guard message.type.hasPrefix("multipart/") else { return nil }
    var returned: [String] = []
    for part in message.leaves() {
      switch part.type {
      case "message/delivery-status", "message/global-delivery-status":
        recipients += MIMEHeader.groups(part.content).filter { $0["action"] != nil || $0["status"] != nil }
      case "message/rfc822", "message/global", "message/rfc822-headers", "message/global-headers",
        "text/rfc822-headers":
        returned += MIMEHeader.ids(MIMEPart(part.content[...]).header["message-id"])
      default: break
      }
    }
    guard !recipients.isEmpty else { return nil }
    let header = message.header
    let answered = ["in-reply-to", "references", "x-original-message-id"].flatMap { MIMEHeader.ids(header[$0]) }
    messageIDs = returned.isEmpty ? answered : returned
  }

  /// The worst of what is said: a mail of ours has one recipient, whom an alias may have made several.
  var event: MailEvent {
    let reports = recipients.map { (kind: Self.kind($0), detail: $0["diagnostic-code"] ?? $0["status"]) }
    let order: [MailEvent.Kind] = [
      .bounced(isAddressDead: true), .bounced(isAddressDead: false), .delayed, .delivered, .other,
    ]
    let worst = order.compactMap { kind in reports.first { $0.kind == kind } }.first
    return MailEvent(worst?.kind ?? .other, MailNames(messageIDs: messageIDs), worst?.detail)
  }

  private static func kind(_ recipient: MIMEHeader) -> MailEvent.Kind {
    let status = EnhancedStatus(in: recipient["status"]) ?? EnhancedStatus(in: recipient["diagnostic-code"])
    switch recipient["action"]?.lowercased().prefix(while: \.isLetter) {
    case "failed":
      // Of class 4 the server has given up: the address may be good tomorrow.
      return status?.isTemporary ?? false ? .delayed : .bounced(isAddressDead: status?.isOfAddress ?? false)
    case "delayed": return .delayed
    case "delivered": return .delivered
    case nil where status?.isPermanent ?? false: return .bounced(isAddressDead: status?.isOfAddress ?? false)
    default: return .other
    }
  }
}

/// An enhanced status code (RFC 3463).
struct EnhancedStatus {
  private let parts: [Int]

  /// The first one in a text, such as `5.1.1 (no such user)` or `smtp; 550 5.1.1 no such user`.
  init?(in text: String?) {
    let words = text?.split { !$0.isASCII || !($0.isNumber || $0 == ".") } ?? []
    for word in words {
      let numbers = word.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 3, let first = numbers[0], let second = numbers[1], let third = numbers[2],
        [2, 4, 5].contains(first)
      else { continue }
      parts = [first, second, third]
      return
    }
    return nil
  }

  var isTemporary: Bool { parts[0] == 4 }
  var isPermanent: Bool { parts[0] == 5 }

  /// Whether nobody is at the address, rather than that the mail was too large, the mailbox full or the sender not
  /// welcome.
  var isOfAddress: Bool {
    switch (parts[1], parts[2]) {
    // Addressing; of the sender's address speak 7 and 8.
    case (1, let detail): ![7, 8].contains(detail)
    // A mailbox that is disabled; 2 is full, 3 a mail too long for it.
    case (2, 0...1): true
    // A domain that takes no mail.
    case (4, 1), (4, 4): true
    case (0, _): true
    default: false
    }
  }
}
