// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// What a vendor or a mail server tells of one mail.
struct MailEvent {
  enum Kind: Equatable {
    case delivered
    /// Came back for ever. The address is at fault, or else what was sent to it.
    case bounced(isAddressDead: Bool)
    case complained
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

  init(_ kind: Kind, _ names: MailNames, _ detail: String?...) {
    self.kind = kind
    self.names = names
    let line = detail.compactMap { $0 }.joined(separator: " ").unicodeScalars.lazy.map { $0.isControl ? " " : $0 }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: line.prefix(500))
    self.detail = String(view).trimmed
  }
}

/// What a mail may be called elsewhere: by its id in the outbox, or by the one under which the relay took it.
struct MailNames {
  private(set) var own: [String] = []
  private(set) var vendors: [String] = []

  init(vendorIDs: [String?] = [], ownID: JSON? = nil, messageIDs: [String?] = []) {
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

/// A vendor's webhook: a request whose sender is known once it is verified.
protocol MailWebhook {
  /// - Throws: `auth/unauthenticated` unless the vendor made the request, or `service/misconfigured` where the variable
  ///   that would tell cannot be used.
  func verify(_ environment: Environment) throws(Problem)
  var events: [MailEvent] { get }
  /// What can be used once, where a signature has nothing else to do with what it comes with.
  var onceOnly: String? { get }
  /// What the operator has to open before the vendor sends anything.
  var subscribeURL: String? { get }
}

extension MailWebhook {
  var onceOnly: String? { nil }
  var subscribeURL: String? { nil }
}

extension Environment {
  /// How long vendors go on trying to hand over an event.
  static let eventLifetime = Duration.days(1)

  /// What a variable says of a vendor's requests.
  /// - Throws: `auth/unauthenticated` where the variable is unset: anybody can send a request in the shape of a vendor
  ///   that is not set up, and must not be able to raise an alarm.
  func secrets(of vendor: String, in variable: String) throws(Problem) -> [String] {
    let values = try secrets(variable)
    guard !values.isEmpty else {
      throw Problem(.unauthenticated, "the events of \(vendor) are not accepted here: \(variable) is unset")
    }
    return values
  }
}

extension Problem {
  static func forgedEvent(of vendor: String) -> Problem {
    Problem(.unauthenticated, "the request is not signed as \(vendor) signs, or not of this day")
  }
}
