// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// An authenticator app, or a passkey.
public enum FactorType: RawRepresentable, Codable, Hashable, Sendable {
  /// `totp`
  case totp
  /// `passkey`
  case passkey
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "totp": .totp
      case "passkey": .passkey
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .totp: "totp"
    case .passkey: "passkey"
    case .other(let text): text
    }
  }
}
