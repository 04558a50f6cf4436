// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension OutboxMessage.Kind {
  /// The message that contains an invitation's code, a mail or a text message.
  static func invitation(by channel: Invitation.Channel, isResent: Bool) -> OutboxMessage.Kind {
    channel == .sms ? .invitationSMS : isResent ? .resentInvitation : .invitation
  }
}

/// A link that the inviter passes on, with the code to type and the picture to scan.
struct HandedLink {
  let url: String
  let shortCode: ShortCode

  init(_ url: String, _ shortCode: ShortCode) { (self.url, self.shortCode) = (url, shortCode) }

  /// Members of a result.
  var members: JSON {
    .object([
      "link": JSON(url), "shortCode": JSON(shortCode.shown), "qr": QRCode.picture(of: url).map(JSON.string),
    ])
  }
}

extension Environment {
  /// Checks that invitations can be sent by a channel, before one is queued.
  /// - Throws: `service/misconfigured`.
  func requireChannel(_ channel: Invitation.Channel, isResent: Bool, locales: [String?]) throws(Problem) {
    switch channel {
    case .link: _ = try publicURL()
    case .mail, .sms: try requireCourier().check(.invitation(by: channel, isResent: isResent), locales: locales)
    }
  }

  /// The link that the inviter passes on.
  func invitationLink(_ code: String) throws(Problem) -> String {
    OutboxMessage.link(to: "invite", code: code, from: try publicURL() + "/")
  }

  /// The message for the inviter about the delivery. It contains the recipient: the address, or the number.
  func message(
    _ invitation: Invitation, _ client: Client, _ promised: PromisedMail?, isResent: Bool, _ language: LanguageTag
  ) throws(Problem) -> String {
    let ordinary =
      switch (invitation.channel, invitation.delivery) {
      case (.link, _) where invitation.email == nil:
        isResent ? "invitationLinkRenewedByHand" : "invitationLinkMadeByHand"
      case (.link, _): isResent ? "invitationLinkRenewed" : "invitationLinkMade"
      case (.mail, .sent): isResent ? "invitationResent" : "invitationSent"
      case (.mail, .failed), (.mail, .bounced): isResent ? "invitationResendFailed" : "invitationFailed"
      case (.mail, _): isResent ? "invitationRequeued" : "invitationQueued"
      case (.sms, .sent): isResent ? "invitationTextResent" : "invitationTextSent"
      case (.sms, .failed): isResent ? "invitationTextResendFailed" : "invitationTextFailed"
      case (.sms, _): isResent ? "invitationTextRequeued" : "invitationTextQueued"
      }
    let name = promised?.message(isResent ? "invitationResend" : "invitation") ?? ordinary
    let values = ["email": invitation.email?.text ?? "", "phone": policy.profile.phoneNumber(client.phone) ?? ""]
    return try messages.text(name, values, language)
  }
}
