// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// `deleting`: the person has deleted the account and can restore it.
public enum AccountStatus: RawRepresentable, Codable, Hashable, Sendable {
  /// `active`
  case active
  /// `disabled`
  case disabled
  /// `deleting`
  case deleting
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "active": .active
      case "disabled": .disabled
      case "deleting": .deleting
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .active: "active"
    case .disabled: "disabled"
    case .deleting: "deleting"
    case .other(let text): text
    }
  }
}
