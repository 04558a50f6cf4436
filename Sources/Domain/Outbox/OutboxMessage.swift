// SPDX-License-Identifier: Apache-2.0

/// A queued mail, text message, push message, webhook or request to Apple. It is queued in the transaction that
/// promises it and sent after the commit.
package struct OutboxMessage: Equatable, Sendable {
  /// The order in which messages are sent.
  package enum Queue: Int, CaseIterable, Sendable {
    /// Messages that go before any number of others.
    case first
    case usual
    /// Webhooks, whose receivers may hang.
    case last
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

  /// What is known about the way of a message, as in results. An invitation has that of its latest message, in the
  /// column `delivery`.
  package enum Delivery: String, Sendable { case queued, sent, delivered, bounced, failed, unknown, cancelled }

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
  /// How many attempts ended without a reply of the relay, so it is unknown whether the relay accepted the
  /// message.
  package var unknownAttempts: Int
  /// When the message is to be sent, or when its lease expires.
  package var dueAt: Timestamp
  /// The message is not sent after this time.
  package var expiresAt: Timestamp
  package var createdAt: Timestamp
  package var outcome: Outcome?
  /// Why it bounced; nil if it has not, or if nobody has said why.
  package var bounceReason: BounceReason?
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
