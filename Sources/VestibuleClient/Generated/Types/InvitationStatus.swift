// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The status of an invitation. Only a `pending` one can be accepted.
public struct InvitationStatus: OpenEnumeration {
  /// `pending`: nobody has accepted it yet, and it is valid.
  public static let pending = InvitationStatus(rawValue: "pending")
  /// `accepted`: the person has accepted it.
  public static let accepted = InvitationStatus(rawValue: "accepted")
  /// `expired`: its last day is over.
  public static let expired = InvitationStatus(rawValue: "expired")
  /// `revoked`: the inviter has withdrawn it.
  public static let revoked = InvitationStatus(rawValue: "revoked")
  /// `declined`: the person does not want it.
  public static let declined = InvitationStatus(rawValue: "declined")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
