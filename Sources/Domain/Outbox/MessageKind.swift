// SPDX-License-Identifier: Apache-2.0

extension OutboxMessage {
  /// The template of the message.
  package enum Kind: String, CaseIterable, Sendable {
    case invitation
    case resentInvitation = "resent-invitation"
    case reminder
    case invitationAccepted = "invitation-accepted"
    /// The invited person has declined.
    case invitationDeclined = "invitation-declined"
    /// The invited person asks the inviter to send an invitation again that has ended.
    case invitationRequested = "invitation-requested"
    case clientLeft = "client-left"
    /// A person wants to join by an inviter's link.
    case joinRequest = "join-request"
    /// The inviter has answered that person.
    case joinAnswer = "join-answer"
    case verifyEmail = "verify-email"
    case resetPassword = "reset-password"
    case confirmEmailChange = "confirm-email-change"
    case emailChangeNotice = "email-change-notice"
    case passwordChanged = "password-changed"
    case newDevice = "new-device"
    case newCountry = "new-country"
    case accountLocked = "account-locked"
    case factorAdded = "factor-added"
    case factorRemoved = "factor-removed"
    case providerAdded = "provider-added"
    case providerRemoved = "provider-removed"
    case accountExported = "account-exported"
    case accountRestored = "account-restored"
    case guardianRequest = "guardian-request"
    case addressProven = "address-proven"
    /// A proven address became another account's.
    case addressMoved = "address-moved"
    /// The account was closed because of its owner's age.
    case accountClosed = "account-closed"
    case signInCode = "sign-in-code"
    case accountDeletion = "account-deletion"
    /// An invitation as a text message. Its recipient is a telephone number.
    case invitationSMS = "invitation-sms"
    /// A message to the app on a device. Its recipient is the id of the device's session.
    case push
    /// A webhook of the policy. Its recipient is a URL.
    case webhook
    /// The exchange of Apple's authorization code. Its recipient is the client id.
    case appleExchange = "apple-exchange"
    /// The revocation of Apple's refresh token. Its recipient is the client id.
    case appleRevocation = "apple-revocation"
  }
}

extension OutboxMessage.Kind {
  /// Who takes a message.
  package enum Route { case mailRelay, textMessages, pushServices, webhooks, apple }

  package var route: Route {
    switch self {
    case .invitation, .resentInvitation, .reminder, .invitationAccepted, .invitationDeclined, .invitationRequested,
      .clientLeft, .joinRequest, .joinAnswer, .verifyEmail, .resetPassword, .confirmEmailChange, .emailChangeNotice,
      .passwordChanged, .newDevice, .newCountry, .accountLocked, .factorAdded, .factorRemoved, .providerAdded,
      .providerRemoved, .accountExported, .accountRestored, .guardianRequest, .addressProven, .addressMoved,
      .accountClosed, .signInCode, .accountDeletion:
      .mailRelay
    case .invitationSMS: .textMessages
    case .push: .pushServices
    case .webhook: .webhooks
    case .appleExchange, .appleRevocation: .apple
    }
  }

  /// What a message is for.
  private enum Purpose: Equatable {
    /// To invite a person. Its delivery is shown to the inviter as that of the invitation.
    case invites
    /// To remind the person of the invitation.
    case reminds
    /// What its recipient asked for and waits for: a code that changes the account, on a page.
    case isRequested(page: String)
    /// To ask a guardian.
    case asksGuardian
    /// To ask an inviter to send an invitation again.
    case asksInviter
    /// To warn an account's owner of an event that an attacker would hide. Its link ends all sessions.
    case warns
    /// To tell somebody what has happened to an invitation or an account.
    case informs
    /// No person reads it.
    case isReadByProgram
  }

  private var purpose: Purpose {
    switch self {
    case .invitation, .resentInvitation, .invitationSMS: .invites
    case .reminder: .reminds
    case .verifyEmail, .confirmEmailChange: .isRequested(page: "verify-email")
    case .resetPassword: .isRequested(page: "reset-password")
    case .signInCode: .isRequested(page: "sign-in-code")
    case .accountDeletion: .isRequested(page: "restore-account")
    case .guardianRequest: .asksGuardian
    case .invitationRequested: .asksInviter
    case .emailChangeNotice, .passwordChanged, .newDevice, .newCountry, .accountLocked, .factorAdded, .factorRemoved,
      .providerAdded, .providerRemoved, .accountExported, .accountRestored, .addressProven, .addressMoved:
      .warns
    case .invitationAccepted, .invitationDeclined, .clientLeft, .joinRequest, .joinAnswer, .accountClosed, .push:
      .informs
    case .webhook, .appleExchange, .appleRevocation: .isReadByProgram
    }
  }

  /// Whether its delivery state is shown to the inviter as the invitation's delivery.
  package var isInvitation: Bool { purpose == .invites }

  /// Whether it offers an invitation. It is pointless when the invitation can no longer be accepted.
  package var offersInvitation: Bool { purpose == .invites || purpose == .reminds }

  /// Whether its recipient asked for it and waits for it.
  package var isRequested: Bool { if case .isRequested = purpose { true } else { false } }

  /// Whether it has a code that changes the account it is about, and that ends with the account's other codes.
  package var hasCodeOfAccount: Bool { isRequested || purpose == .asksGuardian }

  /// Whether it warns the owner of an account of an event that an attacker would hide. Its link ends all sessions.
  package var isSecurityNotice: Bool { purpose == .warns }

  /// The queue in which it waits.
  package var queue: OutboxMessage.Queue {
    if self == .webhook { return .last }
    // Somebody waits for it, it warns of an intruder, or it ends within minutes, as Apple's codes do.
    return hasCodeOfAccount || isSecurityNotice || self == .appleExchange ? .first : .usual
  }

  /// Whether an inviter caused it. The name of the sender then includes the inviter's.
  package var isFromInviter: Bool { isMail && offersInvitation || self == .joinAnswer }

  /// Whether a mail relay sends it.
  package var isMail: Bool { route == .mailRelay }

  /// The page below `PUBLIC_URL` that its link opens with the code; nil if its link has none.
  package var page: String? {
    switch purpose {
    case .invites, .reminds: "invite"
    case .isRequested(let page): page
    case .asksGuardian: "guardian"
    case .asksInviter: "resend"
    case .warns: "not-me"
    case .informs, .isReadByProgram: nil
    }
  }
}
