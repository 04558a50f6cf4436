// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The state of the invitation's mail or text message; absent with the channel `link`.
public enum InvitationDelivery: RawRepresentable, Codable, Hashable, Sendable {
  /// `queued`
  case queued
  /// `sent`
  case sent
  /// `delivered`
  case delivered
  /// `bounced`
  case bounced
  /// `failed`
  case failed
  /// `unknown`
  case unknown
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "queued": .queued
      case "sent": .sent
      case "delivered": .delivered
      case "bounced": .bounced
      case "failed": .failed
      case "unknown": .unknown
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .queued: "queued"
    case .sent: "sent"
    case .delivered: "delivered"
    case .bounced: "bounced"
    case .failed: "failed"
    case .unknown: "unknown"
    case .other(let text): text
    }
  }
}
