// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The account consent guardian.
public enum AccountConsentGuardian: RawRepresentable, Codable, Hashable, Sendable {
  /// `none`
  case none
  /// `pending`
  case pending
  /// `agreed`
  case agreed
  /// `refused`
  case refused
  /// `withdrawn`
  case withdrawn
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "none": .none
      case "pending": .pending
      case "agreed": .agreed
      case "refused": .refused
      case "withdrawn": .withdrawn
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .none: "none"
    case .pending: "pending"
    case .agreed: "agreed"
    case .refused: "refused"
    case .withdrawn: "withdrawn"
    case .other(let text): text
    }
  }
}
