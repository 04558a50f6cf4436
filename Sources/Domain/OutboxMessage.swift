// SPDX-License-Identifier: Apache-2.0

/// A mail that has been promised: queued in the transaction that promised it, sent afterwards.
public struct OutboxMessage: Equatable, Sendable {
  /// Which template it is made from.
  public enum Kind: String, CaseIterable, Sendable {
    case invitation
    case resentInvitation = "resent-invitation"
    case reminder
    case invitationAccepted = "invitation-accepted"
    case verifyEmail = "verify-email"
    case resetPassword = "reset-password"
    case confirmEmailChange = "confirm-email-change"
    case emailChangeNotice = "email-change-notice"
    case passwordChanged = "password-changed"
    case newDevice = "new-device"
    case providerAdded = "provider-added"
    case guardianRequest = "guardian-request"
    case addressProven = "address-proven"
    /// An invitation as a text message; its recipient is a telephone number.
    case invitationSMS = "invitation-sms"
    /// A webhook of the policy; its recipient is a URL.
    case webhook

    /// Whether it offers an invitation, and is pointless once that can no longer be accepted.
    public var offersInvitation: Bool { isInvitation || self == .reminder }

    /// Whether its recipient has just asked for it, and waits.
    public var isAskedFor: Bool { [.verifyEmail, .resetPassword, .confirmEmailChange].contains(self) }

    /// The page behind `PUBLIC_URL` that its link leads to with the mail's code; nil where it has no link.
    public var page: String? {
      switch self {
      case .invitation, .resentInvitation, .reminder, .invitationSMS: "invite"
      case .verifyEmail, .confirmEmailChange: "verify-email"
      case .resetPassword: "reset-password"
      case .guardianRequest: "guardian"
      case .invitationAccepted, .emailChangeNotice, .passwordChanged, .newDevice, .providerAdded, .addressProven,
        .webhook:
        nil
      }
    }

    /// Whether the app has that page as well. A guardian has no account, and most likely not the app.
    public var isForTheApp: Bool { page != nil && self != .guardianRequest }

    /// Whether it goes through a mail relay.
    public var isMail: Bool { self != .webhook && self != .invitationSMS }

    /// Whether what becomes of it is what the inviter sees as the invitation's delivery.
    public var isInvitation: Bool { [.invitation, .resentInvitation, .invitationSMS].contains(self) }
  }

  /// What became of it after the relay had taken it, as the relay or a mail server told later.
  public enum Outcome: String, Sendable {
    case delivered, bounced, complained

    /// Whether it is news after another one, in whatever order they come: a mail may come back after it was taken,
    /// and only a mail that arrived is complained about.
    public func follows(_ other: Outcome?) -> Bool { rank > other?.rank ?? 0 }

    private var rank: Int {
      switch self {
      case .delivered: 1
      case .bounced: 2
      case .complained: 3
      }
    }
  }

  /// By which mails to one recipient are found: every spelling of an address has the same.
  public static func key(ofRecipient recipient: String) -> String {
    EmailAddress(recipient)?.key ?? recipient.lowercased()
  }

  /// Where a code leads: the link of mails, and of an inviter who passes it on.
  public static func link(to page: String, code: String, from base: String) -> String { "\(base)\(page)?code=\(code)" }

  public enum State: String, CaseIterable, Sendable { case queued, leased, sent, failed, unknown, cancelled }

  public var id: String
  public var kind: Kind
  public var invitationID: String?
  /// The account that it is about; a mail that offers an invitation is about none.
  public var accountID: String?
  public var locale: String
  public var recipient: String
  /// What the template is filled with, sealed: a code may be among it. Erased when the mail's life ends.
  public var sealedValues: String
  public var state: State
  public var attempts: Int
  /// How many attempts ended without a word on whether the relay took it.
  public var doubts: Int
  /// When it is due: to be sent, or to be taken from a process that has leased it and not come back.
  public var dueAt: Timestamp
  /// When it is no longer worth sending.
  public var expiresAt: Timestamp
  public var createdAt: Timestamp
  public var outcome: Outcome?
  /// The W3C trace context of the event that queued it; it goes along on the request that sends it.
  public var traceparent: String?

  public init(
    id: String, kind: Kind, invitationID: String?, accountID: String? = nil, locale: String, recipient: String,
    sealedValues: String,
    state: State, attempts: Int, doubts: Int = 0, dueAt: Timestamp, expiresAt: Timestamp, createdAt: Timestamp
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
    self.doubts = doubts
    self.dueAt = dueAt
    self.expiresAt = expiresAt
    self.createdAt = createdAt
  }
}
