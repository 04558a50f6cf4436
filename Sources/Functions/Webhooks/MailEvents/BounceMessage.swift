// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// A delivery status notification (RFC 3464) in its multipart/report (RFC 6522), as a mail server passes it: the
/// delivery of a mail, and which mail it was.
///
/// Mail servers add different parts, and anyone can send a notification. The parser takes only what describes a
/// delivery, and ignores invalid parts.
struct BounceMessage {
  /// The fields of each recipient, by their names in lower case.
  private(set) var recipients: [MIMEHeader] = []
  /// Possible Message-IDs of the mail: that of the returned part, or else those that the notification replies to.
  let messageIDs: [String]

  /// Nil if the message is not a delivery status notification.
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

  /// The worst result of all recipients. A mail has one recipient, but an alias may expand to several.
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
      // With a status of class 4 the server has given up, but the address may work again later.
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

  /// The first status code in a text, such as `5.1.1 (no such user)` or `smtp; 550 5.1.1 no such user`.
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

  /// Whether the address does not exist. Otherwise the mail was too large, the mailbox full or the sender refused.
  var isOfAddress: Bool {
    switch (parts[1], parts[2]) {
    // Addressing. 7 and 8 are about the sender's address.
    case (1, let detail): ![7, 8].contains(detail)
    // A disabled mailbox. 2 is a full mailbox, 3 a mail that is too long.
    case (2, 0...1): true
    // A domain without a mail server.
    case (4, 1), (4, 4): true
    case (0, _): true
    default: false
    }
  }
}
