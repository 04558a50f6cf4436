// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// An authenticator app, or a passkey.
public struct FactorType: OpenEnumeration {
  /// `totp`: an authenticator app, which shows a code of six digits (RFC 6238).
  public static let totp = FactorType(rawValue: "totp")
  /// `passkey`: a passkey (WebAuthn).
  public static let passkey = FactorType(rawValue: "passkey")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
