// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// An authenticator app, or a passkey.
public struct FactorType: OpenEnumeration, Hashable {
  /// `totp`
  @_alwaysEmitIntoClient public static var totp: FactorType { FactorType(rawValue: "totp") }
  /// `passkey`
  @_alwaysEmitIntoClient public static var passkey: FactorType { FactorType(rawValue: "passkey") }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
