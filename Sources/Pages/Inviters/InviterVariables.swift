// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

// What the pages of inviters have in common.

/// The links between the views of clients, and the styles of these pages.
struct InviterNavigation: PageModel {
  let hasTeams: Bool
  /// Whether the view is one of the tabs that lead to each other.
  var hasTabs = false
  /// How many people wait for an answer; nil if there is nobody.
  var waitingCount: JSON?

  static let variables: [PageVariable<Self>] = [
    .flag("isOfInviter") { _ in true }, .flag("hasTeams") { $0.hasTeams }, .flag("hasTabs") { $0.hasTabs },
    .json("waitingCount") { $0.waitingCount },
  ]
}

/// An option of a field.
struct Choice: PageModel {
  let value: String
  let name: String
  let isChosen: Bool

  static let variables: [PageVariable<Self>] = [
    .text("value") { $0.value }, .text("name") { $0.name }, .flag("isChosen") { $0.isChosen },
  ]
}

/// The field for somebody's language, which is shown only if there are several.
struct LanguageField: PageModel {
  let locales: [Choice]

  static let variables: [PageVariable<Self>] = [
    .flag("hasLanguages") { $0.locales.count > 1 }, .list("locales") { $0.locales },
  ]
}

/// A link that the inviter passes on: with its QR code, and a button that copies it.
struct ShownLink: PageModel {
  let address: String
  let shortCode: String?

  static let variables: [PageVariable<Self>] = [
    .text("link") { $0.address }, .text("shortCode") { $0.shortCode },
    .model("qr") { QRCode(Array($0.address.utf8)) }, .flag("copies") { _ in true },
  ]
}

/// An invitation that was sent: the message, and the link that the inviter passes on.
struct SentInvitationResult: PageModel {
  /// The remembered answer.
  let sent: Fields
  let request: PageRequest

  static let variables: [PageVariable<Self>] = [
    .text("resultMessage") { $0.sent.optionalText("message") }, .flag("isDone") { $0.isOnItsWay },
    .text("clientURL") { sent in
      sent.clientID.map { sent.request.url(ClientPage.path, ["id": $0]) }
    },
    .all { sent in
      sent.sent.optionalText("link").map { ShownLink(address: $0, shortCode: sent.sent.optionalText("shortCode")) }
    },
  ]

  /// Whether the invitation goes to the client by itself, as far as is known.
  private var isOnItsWay: Bool {
    let delivery = sent.json("invitation")?["delivery"]?.string
    return sent.optionalText("link") == nil && ["queued", "sent", "delivered"].contains(delivery)
  }

  private var clientID: String? { (sent.json("client")?["id"] ?? sent.json("invitation")?["clientId"])?.string }
}

/// The question about an address that looks mistyped.
struct AddressQuestion: PageModel {
  let typed: String?
  let suggestion: String?
  /// Whether it is of somebody who is invited into the team.
  var isOfColleague = false

  static let variables: [PageVariable<Self>] = [
    .text("typed") { $0.typed }, .text("suggestion") { $0.suggestion }, .flag("isOfColleague") { $0.isOfColleague },
  ]
}

/// Who a client is. The record of an erased account has no name, and a made-up address, which is not shown.
struct NamedClient: PageModel {
  let client: Client

  static let variables: [PageVariable<Self>] = [
    .text("clientName") { $0.client.name.isEmpty ? nil : $0.client.name }, .flag("isErased") { $0.client.isErased },
    .text("clientEmail") { $0.client.isErased ? nil : $0.client.email?.text },
  ]
}

/// The state of a client's invitation.
enum InvitationState: String, PageFlag {
  case isPending, isUndelivered, isAccepted, isExpired, isRevoked, isDeclined, hasLeft

  init(_ entry: ClientEntry, at now: Timestamp) {
    let delivery = entry.invitation.delivery
    self =
      switch entry.invitation.status(at: now) {
      case _ where entry.client.leftAt != nil: .hasLeft
      case .accepted: .isAccepted
      case .revoked: .isRevoked
      case .declined: .isDeclined
      case .expired: .isExpired
      case .pending: delivery == .bounced || delivery == .failed ? .isUndelivered : .isPending
      }
  }
}

extension PageRequest {
  var inviterNavigation: InviterNavigation { InviterNavigation(hasTeams: environment.policy.hasTeams) }

  /// The languages of the policy for a field, and which one is chosen. A stored one may be another.
  func languages(chosen: String?) -> LanguageField {
    var locales = environment.policy.app.locales
    if let chosen, !locales.contains(chosen) { locales.append(chosen) }
    return LanguageField(
      locales: locales.map { Choice(value: $0, name: ProfileForm.name(ofLanguage: $0), isChosen: $0 == chosen) })
  }

  /// The address to invite: the one that was chosen when the page asked, unless another one was typed since.
  var chosenAddress: String? { hasChosenAddress ? text("address") : text("email") }

  /// The address that was probably meant by one that looks mistyped.
  func meant(by typed: String) -> EmailAddress? { EmailAddress(typed)?.suggestion(environment.policy.email) }

  /// Whether the page has asked about the address that was typed, and the inviter has answered.
  var hasChosenAddress: Bool { text("address") != nil && text("asked") == text("email") }
}
