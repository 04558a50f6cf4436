// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The export account result account suppression reason.
public enum ExportAccountResultAccountSuppressionReason: RawRepresentable, Codable, Hashable, Sendable {
  /// `bounced`
  case bounced
  /// `complained`
  case complained
  /// `unsubscribed`
  case unsubscribed
  /// `disabled`
  case disabled
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "bounced": .bounced
      case "complained": .complained
      case "unsubscribed": .unsubscribed
      case "disabled": .disabled
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .bounced: "bounced"
    case .complained: "complained"
    case .unsubscribed: "unsubscribed"
    case .disabled: "disabled"
    case .other(let text): text
    }
  }
}
