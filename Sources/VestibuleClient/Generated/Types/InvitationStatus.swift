// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The status of an invitation. Only a `pending` one can be accepted.
public struct InvitationStatus: OpenEnumeration, Hashable {
  /// `pending`
  @_alwaysEmitIntoClient public static var pending: InvitationStatus { InvitationStatus(rawValue: "pending") }
  /// `accepted`
  @_alwaysEmitIntoClient public static var accepted: InvitationStatus { InvitationStatus(rawValue: "accepted") }
  /// `expired`
  @_alwaysEmitIntoClient public static var expired: InvitationStatus { InvitationStatus(rawValue: "expired") }
  /// `revoked`
  @_alwaysEmitIntoClient public static var revoked: InvitationStatus { InvitationStatus(rawValue: "revoked") }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
