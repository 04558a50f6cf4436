// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// An event of a vendor or a mail server about one mail.
package struct MailEvent {
  /// What happened to the mail.
  package enum Kind: Equatable {
    /// The recipient's mail server accepted the mail.
    case delivered
    /// The mail bounced permanently, because of the address or because of the mail.
    case bounced(isAddressDead: Bool)
    /// The recipient reported the mail as spam.
    case complained
    /// The recipient unsubscribed.
    case unsubscribed
    /// The mail could not be delivered yet.
    case delayed
    /// Ignored, such as that the mail was opened.
    case other
  }

  let kind: Kind
  /// The ids of the mail at the sender of the event.
  let names: MailNames
  /// The reason in the words of the sender of the event, on one line.
  let detail: String

  /// - Parameter detail: texts that are joined to one line.
  package init(_ kind: Kind, _ names: MailNames, _ detail: String?...) {
    self.kind = kind
    self.names = names
    let line = detail.compactMap { $0 }.joined(separator: " ").unicodeScalars.lazy.map { $0.isControl ? " " : $0 }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: line.prefix(500))
    self.detail = String(view).trimmed
  }
}

/// The possible ids of a mail: its id in the outbox, or the id that the relay gave it.
package struct MailNames {
  private(set) var own: [String] = []
  private(set) var vendors: [String] = []

  /// - Parameters:
  ///   - vendorIDs: the ids that the vendor gave the mail.
  ///   - ownID: the `vestibule_id` of the event: a string, or an array of strings.
  ///   - messageIDs: values of a Message-ID, with or without angle brackets.
  package init(vendorIDs: [String?] = [], ownID: JSON? = nil, messageIDs: [String?] = []) {
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
