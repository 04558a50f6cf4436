// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The account consent guardian.
public struct AccountConsentGuardian: OpenEnumeration {
  /// `none`
  @_alwaysEmitIntoClient public static var none: AccountConsentGuardian { AccountConsentGuardian(rawValue: "none") }
  /// `pending`
  @_alwaysEmitIntoClient public static var pending: AccountConsentGuardian {
    AccountConsentGuardian(rawValue: "pending")
  }
  /// `agreed`
  @_alwaysEmitIntoClient public static var agreed: AccountConsentGuardian { AccountConsentGuardian(rawValue: "agreed") }
  /// `refused`
  @_alwaysEmitIntoClient public static var refused: AccountConsentGuardian {
    AccountConsentGuardian(rawValue: "refused")
  }
  /// `withdrawn`
  @_alwaysEmitIntoClient public static var withdrawn: AccountConsentGuardian {
    AccountConsentGuardian(rawValue: "withdrawn")
  }

  /// The text of the value.
  public let rawValue: String

  /// The value with this text.
  public init(rawValue: String) { self.rawValue = rawValue }
}
