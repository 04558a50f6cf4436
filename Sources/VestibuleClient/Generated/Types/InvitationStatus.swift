// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The status of an invitation. Only a `pending` one can be accepted.
public struct InvitationStatus: OpenEnumeration {
  /// `pending`
  public static let pending = InvitationStatus(rawValue: "pending")
  /// `accepted`
  public static let accepted = InvitationStatus(rawValue: "accepted")
  /// `expired`
  public static let expired = InvitationStatus(rawValue: "expired")
  /// `revoked`
  public static let revoked = InvitationStatus(rawValue: "revoked")
  /// `declined`
  public static let declined = InvitationStatus(rawValue: "declined")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
