// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The state of the invitation's mail or text message; nil with the channel `link`.
public struct InvitationDelivery: OpenEnumeration {
  /// `queued`: the message waits to be sent.
  public static let queued = InvitationDelivery(rawValue: "queued")
  /// `sent`: the mail server or provider has taken it.
  public static let sent = InvitationDelivery(rawValue: "sent")
  /// `delivered`: the receiving server has taken it.
  public static let delivered = InvitationDelivery(rawValue: "delivered")
  /// `bounced`: it came back: correct the address, and send it again.
  public static let bounced = InvitationDelivery(rawValue: "bounced")
  /// `failed`: it could not be sent.
  public static let failed = InvitationDelivery(rawValue: "failed")
  /// `unknown`: nobody knows whether the mail server has taken it; it is not sent again.
  public static let unknown = InvitationDelivery(rawValue: "unknown")
  /// `cancelled`: the invitation ended before it was sent, such as by an acceptance.
  public static let cancelled = InvitationDelivery(rawValue: "cancelled")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
