// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The state of the invitation's mail or text message; nil with the channel `link`.
public struct InvitationDelivery: OpenEnumeration {
  /// `queued`
  public static let queued = InvitationDelivery(rawValue: "queued")
  /// `sent`
  public static let sent = InvitationDelivery(rawValue: "sent")
  /// `delivered`
  public static let delivered = InvitationDelivery(rawValue: "delivered")
  /// `bounced`
  public static let bounced = InvitationDelivery(rawValue: "bounced")
  /// `failed`
  public static let failed = InvitationDelivery(rawValue: "failed")
  /// `unknown`
  public static let unknown = InvitationDelivery(rawValue: "unknown")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
