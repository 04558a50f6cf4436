// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// What a vendor or a mail server tells of one mail.
public struct MailEvent {
  /// What became of the mail.
  public enum Kind: Equatable {
    /// The recipient's mail server has it.
    case delivered
    /// Came back for ever. The address is at fault, or else what was sent to it.
    case bounced(isAddressDead: Bool)
    /// Was reported as spam.
    case complained
    /// The recipient wants no more of them.
    case unsubscribed
    /// Could not be delivered for now.
    case delayed
    /// Of no interest, such as that it was opened.
    case other
  }

  let kind: Kind
  /// What the other side calls the mail.
  let names: MailNames
  /// Why, in the other side's words, on one line.
  let detail: String

  /// - Parameter detail: texts that stand in one line behind each other.
  public init(_ kind: Kind, _ names: MailNames, _ detail: String?...) {
    self.kind = kind
    self.names = names
    let line = detail.compactMap { $0 }.joined(separator: " ").unicodeScalars.lazy.map { $0.isControl ? " " : $0 }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: line.prefix(500))
    self.detail = String(view).trimmed
  }
}

/// What a mail may be called elsewhere: by its id in the outbox, or by the one under which the relay took it.
public struct MailNames {
  private(set) var own: [String] = []
  private(set) var vendors: [String] = []

  /// - Parameters:
  ///   - vendorIDs: the ids that the vendor gave the mail.
  ///   - ownID: the `vestibule_id` that came back: a text, or a list of texts.
  ///   - messageIDs: values of a Message-ID, with or without angle brackets.
  public init(vendorIDs: [String?] = [], ownID: JSON? = nil, messageIDs: [String?] = []) {
    // A tag is a text, or a list of its values.
    own = (ownID?.array ?? [ownID].compactMap { $0 }).compactMap(\.string)
    vendors = vendorIDs.compactMap { $0 }
    for text in messageIDs.compactMap({ $0 }).prefix(20) {
      let id = text.hasPrefix("<") && text.hasSuffix(">") ? text.dropFirst().dropLast() : text[...]
      // In our own Message-ID the id stands before the sign; a relay that writes one of its own does likewise.
      let local = String(id.prefix { $0 != "@" })
      own.append(local)
      vendors += [String(id), "<\(id)>", local]
    }
  }
}
