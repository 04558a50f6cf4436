// SPDX-License-Identifier: Apache-2.0

/// A queued mail, text message, push message, webhook or request to Apple. It is queued in the transaction that
/// promises it and sent after the commit.
package struct OutboxMessage: Equatable, Sendable {
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

    /// Whether it offers an invitation. It is pointless when the invitation can no longer be accepted.
    package var offersInvitation: Bool { isInvitation || self == .reminder }

    /// Whether its recipient asked for it and waits for it.
    package var isRequested: Bool {
      [.verifyEmail, .resetPassword, .confirmEmailChange, .signInCode, .accountDeletion].contains(self)
    }

    /// Whether it has a code that changes the account it is about, and that ends with the account's other codes.
    package var hasCodeOfAccount: Bool { isRequested || self == .guardianRequest }

    /// The page below `PUBLIC_URL` that its link opens with the code; nil if its link has none.
    package var page: String? {
      switch self {
      case .invitation, .resentInvitation, .reminder, .invitationSMS: "invite"
      case .verifyEmail, .confirmEmailChange: "verify-email"
      case .resetPassword: "reset-password"
      case .guardianRequest: "guardian"
      case .signInCode: "sign-in-code"
      case .accountDeletion: "restore-account"
      case .invitationRequested: "resend"
      case .emailChangeNotice, .passwordChanged, .newDevice, .newCountry, .accountLocked, .factorAdded, .factorRemoved,
        .providerAdded, .providerRemoved, .accountExported, .accountRestored, .addressProven, .addressMoved:
        "not-me"
      case .invitationAccepted, .invitationDeclined, .clientLeft, .joinRequest, .joinAnswer, .accountClosed, .push,
        .webhook, .appleExchange, .appleRevocation:
        nil
      }
    }

    /// Whether it tells the owner of an account of something that an attacker would hide. Its link ends all sessions.
    package var isSecurityNotice: Bool { page == "not-me" }

    /// Whether an inviter is the cause of it, so that the sender has the inviter's name.
    package var isFromInviter: Bool { (offersInvitation && self != .invitationSMS) || self == .joinAnswer }

    /// Whether a mail relay sends it.
    package var isMail: Bool { ![.invitationSMS, .push, .webhook].contains(self) && !isForApple }

    /// Whether it is a request to Apple's token endpoints.
    package var isForApple: Bool { self == .appleExchange || self == .appleRevocation }

    /// Whether its delivery state is shown to the inviter as the invitation's delivery.
    package var isInvitation: Bool { [.invitation, .resentInvitation, .invitationSMS].contains(self) }
  }

  /// What happened after the relay accepted the mail, as the relay or a mail server reports it later.
  package enum Outcome: String, Sendable {
    case delivered, bounced, complained

    /// Whether this outcome replaces another one. Outcomes arrive in any order: a mail can bounce after it was
    /// accepted, and only a delivered mail can be complained about.
    package func follows(_ other: Outcome?) -> Bool { rank > other?.rank ?? 0 }

    private var rank: Int {
      switch self {
      case .delivered: 1
      case .bounced: 2
      case .complained: 3
      }
    }
  }

  /// The key by which the messages to one recipient are found. All addresses of a mailbox give the same key.
  package static func key(ofRecipient recipient: String) -> String {
    EmailAddress(recipient)?.mailboxKey ?? recipient.lowercased()
  }

  /// The pages of links that the app can open instead of the browser.
  package static let pagesOfApps = ["invite", "join", "verify-email", "reset-password", "sign-in-code"]

  /// The link with a code, for a mail or for an inviter who passes it on.
  package static func link(to page: String, code: String, from base: String) -> String { "\(base)\(page)?code=\(code)" }

  /// The state of a queued message, as in the column `state`.
  package enum State: String, CaseIterable, Sendable { case queued, leased, sent, failed, unknown, cancelled }

  package var id: String
  package var kind: Kind
  package var invitationID: String?
  /// The account that the message is about; nil for a message that offers an invitation.
  package var accountID: String?
  package var locale: String
  package var recipient: String
  /// Whether its recipient was erased. The texts of servers are then not stored, because they contain the address.
  package var isErased: Bool { recipient.isEmpty }
  /// The template's values, encrypted because they can include a code. Erased when the message reaches a final state.
  package var sealedValues: String
  package var state: State
  package var attempts: Int
  /// How many attempts ended without a reply of the relay, so that it is unknown whether the relay accepted the
  /// message.
  package var unknownAttempts: Int
  /// When the message is to be sent, or when its lease expires.
  package var dueAt: Timestamp
  /// The message is not sent after this time.
  package var expiresAt: Timestamp
  package var createdAt: Timestamp
  package var outcome: Outcome?
  /// The W3C trace context of the event that queued it. The request that sends it passes it on.
  package var traceparent: String?
  /// When an operator queued it again; nil if none did.
  package var requeuedAt: Timestamp?
  /// Where a push message goes. It is read just before the message is sent, and not stored.
  package var pushAddress: PushAddress?

  package init(
    id: String, kind: Kind, invitationID: String?, accountID: String? = nil, locale: String, recipient: String,
    sealedValues: String,
    state: State, attempts: Int, unknownAttempts: Int = 0, dueAt: Timestamp, expiresAt: Timestamp, createdAt: Timestamp
  ) {
    self.id = id
    self.kind = kind
    self.invitationID = invitationID
    self.accountID = accountID
    self.locale = locale
    self.recipient = recipient
    self.sealedValues = sealedValues
    self.state = state
    self.attempts = attempts
    self.unknownAttempts = unknownAttempts
    self.dueAt = dueAt
    self.expiresAt = expiresAt
    self.createdAt = createdAt
  }
}
