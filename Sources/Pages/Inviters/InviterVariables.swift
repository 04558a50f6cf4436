// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

// What the pages of inviters have in common.

extension PageRequest {
  /// The variables of the links between the views of clients, and of the styles of these pages.
  var inviterNavigation: JSON { ["isOfInviter": true, "hasTeams": .bool(environment.policy.hasTeams)] }

  /// The languages of the policy for a field, and which one is chosen. A stored one may be another.
  func languages(chosen: String?) -> JSON {
    var locales = environment.policy.app.locales
    if let chosen, !locales.contains(chosen) { locales.append(chosen) }
    return .array(
      locales.map {
        ["value": .string($0), "name": .string(ProfileForm.name(ofLanguage: $0)), "isChosen": .bool($0 == chosen)]
      })
  }

  /// The result of an invitation that was sent: the message, and the link that the inviter passes on.
  func variables(ofSent sent: JSON) -> JSON {
    JSON.object([
      "resultMessage": sent["message"],
      "clientURL": (sent["client"]?["id"] ?? sent["invitation"]?["clientId"])?.string.map {
        .string(url(ClientPage.path, ["id": $0]))
      },
    ]).merging(shownLink(sent["link"], code: sent["shortCode"]))
  }

  /// A link that the inviter passes on: with its QR code, and a button that copies it.
  func shownLink(_ link: JSON?, code: JSON?) -> JSON {
    guard let text = link?.string else { return [:] }
    return .object([
      "link": .string(text), "shortCode": code, "qr": QRCode(Array(text.utf8))?.variables, "copies": true,
    ])
  }

  /// The address to invite: the one that was chosen when the page asked, unless another one was typed since.
  var chosenAddress: String? { hasChosenAddress ? text("address") : text("email") }

  /// The address that was probably meant by one that looks mistyped.
  func meant(by typed: String) -> EmailAddress? { EmailAddress(typed)?.suggestion(environment.policy.email) }

  /// Whether the page has asked about the address that was typed, and the inviter has answered.
  var hasChosenAddress: Bool { text("address") != nil && text("asked") == text("email") }
}

/// The state of a client's invitation as variables of a template: exactly one of them.
struct InvitationState {
  let json: JSON

  init(_ entry: ClientEntry, at now: Timestamp) {
    let delivery = entry.invitation.delivery
    let name =
      switch entry.invitation.status(at: now) {
      case _ where entry.client.leftAt != nil: "hasLeft"
      case .accepted: "isAccepted"
      case .revoked: "isRevoked"
      case .declined: "isDeclined"
      case .expired: "isExpired"
      case .pending: delivery == .bounced || delivery == .failed ? "isUndelivered" : "isPending"
      }
    json = .object(JSON.Members([(name, true)]))
  }
}
