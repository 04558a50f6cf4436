// SPDX-License-Identifier: Apache-2.0

/// Why an address gets no mail that nobody asked for.
public enum Suppression: String, Sendable {
  /// A mail to it came back for ever.
  case bounced
  /// Somebody there has called one of our mails spam.
  case complained
  /// The person there wants no invitations.
  case unsubscribed

  /// Whether it keeps mail of that kind from being sent. A person still hears of their account where they only do not want
  /// invitations, and where a mail came back: a bounce can be made up by whoever has seen a mail's id.
  public func keeps(_ kind: OutboxMessage.Kind) -> Bool {
    self == .complained ? !kind.isAskedFor : kind.offersInvitation
  }

  /// What the inviter is told of a mail that was kept.
  public var delivery: Invitation.Delivery { self == .bounced ? .bounced : .failed }

  /// What stands in the outbox at a mail that was kept.
  public var failure: String { "suppressed: \(rawValue)" }

  /// Whether it takes the place of another one: that of fewer mails gives way to that of more.
  public func outweighs(_ other: Suppression) -> Bool { rank > other.rank }

  private var rank: Int {
    switch self {
    case .unsubscribed: 0
    case .bounced: 1
    case .complained: 2
    }
  }
}
