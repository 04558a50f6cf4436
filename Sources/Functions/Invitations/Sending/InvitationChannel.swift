// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension MailKind<InvitationMail> {
  /// The message that contains an invitation's code, a mail or a text message.
  static func invitation(by channel: Invitation.Channel, isResent: Bool) -> MailKind<InvitationMail> {
    channel == .sms ? .invitationSMS : isResent ? .resentInvitation : .invitation
  }
}

/// A link that the inviter passes on, with the code to type and the picture to scan.
struct LinkToPassOn {
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

extension Invitation.Channel {
  /// Checks that invitations can be sent by this channel, before one is queued.
  /// - Throws: `service/misconfigured`.
  func requireSettings(isResent: Bool, locales: [String?], _ environment: Environment) throws(Problem) {
    switch self {
    case .link: _ = try environment.publicURL()
    case .mail, .sms:
      try environment.courier.require().check(MailKind.invitation(by: self, isResent: isResent).kind, locales: locales)
    }
  }
}

extension Invitation {
  /// The message for the inviter about the delivery. It contains the recipient: the address, or the number.
  func message(
    to client: Client, _ promised: PromisedDelivery?, isResent: Bool, _ language: LanguageTag,
    _ environment: Environment
  ) throws(Problem) -> String {
    let ordinary: ResultMessage =
      switch (channel, delivery) {
      case (.link, _) where email == nil:
        isResent ? .invitationLinkRenewedByHand : .invitationLinkMadeByHand
      case (.link, _): isResent ? .invitationLinkRenewed : .invitationLinkMade
      case (.mail, .sent): isResent ? .invitationResent : .invitationSent
      case (.mail, .failed), (.mail, .bounced): isResent ? .invitationResendFailed : .invitationFailed
      case (.mail, _): isResent ? .invitationRequeued : .invitationQueued
      case (.sms, .sent): isResent ? .invitationTextResent : .invitationTextSent
      case (.sms, .failed): isResent ? .invitationTextResendFailed : .invitationTextFailed
      case (.sms, _): isResent ? .invitationTextRequeued : .invitationTextQueued
      }
    let number = environment.policy.profile.phoneNumber(client.phone)
    let values = ["email": email?.text ?? "", "phone": number ?? ""]
    return try environment.messages.text(
      promised?.suppression?.message(isResent: isResent) ?? ordinary, values, language)
  }
}
