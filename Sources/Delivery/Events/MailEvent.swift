// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// An event of a vendor or a mail server about one mail.
struct MailEvent {
  /// What happened to the mail.
  enum Kind: Equatable {
    /// The recipient's mail server accepted the mail.
    case delivered
    /// The mail did not arrive, and nobody will try again.
    /// - Parameter isAddressDead: whether the address is suppressed. A vendor's `dropped` can name a dead address.
    case bounced(BounceReason, isAddressDead: Bool)
    /// The recipient reported the mail as spam.
    case complained
    /// The recipient unsubscribed.
    case unsubscribed
    /// The mail could not be delivered yet, and the server or the vendor tries again.
    case delayed
    /// Ignored, such as that the mail was opened.
    case other

    /// A final failure. Only the class `address` suppresses the address.
    static func bounced(_ reason: BounceReason) -> Kind { .bounced(reason, isAddressDead: reason == .address) }
  }

  let kind: Kind
  /// The ids of the mail at the sender of the event.
  let names: MailNames
  /// What the sender of the event said. It can contain addresses.
  let said: [String?]
  /// The address at which the mail failed, if the event names it: that of the mail, or the one to which it was
  /// forwarded.
  var failedAt: EmailAddress?

  /// - Parameter said: texts that are joined to one line.
  init(_ kind: Kind, _ names: MailNames, _ said: String?...) {
    self.kind = kind
    self.names = names
    self.said = said
  }

  /// What the sender of the event said, as it is stored; nil if it said nothing.
  /// - Parameter recipient: the recipient of the mail.
  func text(to recipient: String) -> String? { ServerText.shown(said, recipient: recipient) }
}

/// The possible ids of a mail: its id in the outbox, or the id that the relay gave it.
struct MailNames {
  private(set) var own: [String] = []
  private(set) var vendors: [String] = []

  /// - Parameters:
  ///   - vendorIDs: the ids that the vendor gave the mail.
  ///   - ownID: the `vestibule_id` of the event: a string, or an array of strings.
  ///   - messageIDs: values of a Message-ID, with or without angle brackets.
  init(vendorIDs: [String?] = [], ownID: JSON? = nil, messageIDs: [String?] = []) {
    // Vendors send a tag as a string, or as an array of its values.
    own = (ownID?.array ?? [ownID].compactMap { $0 }).compactMap(\.string)
    vendors = vendorIDs.compactMap { $0 }
    for text in messageIDs.compactMap({ $0 }).prefix(20) {
      let id = text.hasPrefix("<") && text.hasSuffix(">") ? text.dropFirst().dropLast() : text[...]
      // In the Message-ID of the outbox the id is the part before "@". A relay that replaces the Message-ID may use the
      // same form.
      let local = String(id.prefix { $0 != "@" })
      own.append(local)
      vendors += [String(id), "<\(id)>", local]
    }
  }
}
