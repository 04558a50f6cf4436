// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Whether a parent or guardian has agreed: `none` if nobody has to, `pending` until they decide, `withdrawn`
/// if they agreed first and disagree now.
public struct AccountConsentGuardian: OpenEnumeration, Hashable {
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
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
