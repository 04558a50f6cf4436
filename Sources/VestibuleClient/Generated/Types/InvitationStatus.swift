// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The invitation status.
public enum InvitationStatus: RawRepresentable, Codable, Hashable, Sendable {
  /// `pending`
  case pending
  /// `accepted`
  case accepted
  /// `expired`
  case expired
  /// `revoked`
  case revoked
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "pending": .pending
      case "accepted": .accepted
      case "expired": .expired
      case "revoked": .revoked
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .pending: "pending"
    case .accepted: "accepted"
    case .expired: "expired"
    case .revoked: "revoked"
    case .other(let text): text
    }
  }
}
