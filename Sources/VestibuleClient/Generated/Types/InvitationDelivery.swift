// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The state of the invitation's mail or text message; absent with the channel `link`.
public struct InvitationDelivery: OpenEnumeration, Hashable {
  /// `queued`
  @_alwaysEmitIntoClient public static var queued: InvitationDelivery { InvitationDelivery(rawValue: "queued") }
  /// `sent`
  @_alwaysEmitIntoClient public static var sent: InvitationDelivery { InvitationDelivery(rawValue: "sent") }
  /// `delivered`
  @_alwaysEmitIntoClient public static var delivered: InvitationDelivery { InvitationDelivery(rawValue: "delivered") }
  /// `bounced`
  @_alwaysEmitIntoClient public static var bounced: InvitationDelivery { InvitationDelivery(rawValue: "bounced") }
  /// `failed`
  @_alwaysEmitIntoClient public static var failed: InvitationDelivery { InvitationDelivery(rawValue: "failed") }
  /// `unknown`
  @_alwaysEmitIntoClient public static var unknown: InvitationDelivery { InvitationDelivery(rawValue: "unknown") }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
