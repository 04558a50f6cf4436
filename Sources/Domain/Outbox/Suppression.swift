// SPDX-License-Identifier: Apache-2.0

/// Why an address gets no unsolicited mail.
package enum Suppression: String, CaseIterable, Sendable {
  /// A mail to the address bounced permanently.
  case bounced
  /// The recipient reported a mail as spam.
  case complained
  /// The recipient unsubscribed from invitations.
  case unsubscribed
  /// The recipient has turned off an address that Apple's relay forwards. Only Apple's notice lifts it.
  case disabled

  /// Whether a mail of that kind is not sent. After `unsubscribed` and `bounced` the person still gets mails about
  /// their account: anyone who has seen a mail's id can forge a bounce.
  package func blocks(_ kind: OutboxMessage.Kind) -> Bool {
    switch self {
    case .complained, .disabled: !kind.isRequested
    case .bounced, .unsubscribed: kind.offersInvitation
    }
  }

  /// The delivery state that the inviter sees for a suppressed mail.
  package var delivery: OutboxMessage.Delivery { self == .bounced ? .bounced : .failed }

  /// The failure that the outbox row of a suppressed mail has.
  package var failure: String { "suppressed: \(rawValue)" }

  /// Whether it replaces another suppression. The one that suppresses more mails wins.
  package func replaces(_ other: Suppression) -> Bool { rank > other.rank }

  /// The text whose keyed hash stands for an address that was erased with its account.
  package static func hashedText(of addressKey: String) -> String { "suppression\n\(addressKey)" }
  /// The key of a suppression whose address was erased. No address has this form.
  package static func hashedKey(_ hash: String) -> String { "erased:\(hash)" }

  private var rank: Int {
    switch self {
    case .unsubscribed: 0
    case .bounced: 1
    case .disabled: 2
    case .complained: 3
    }
  }
}
