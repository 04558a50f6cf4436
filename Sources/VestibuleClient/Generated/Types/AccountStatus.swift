// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// `deleting`: the person has deleted the account and can restore it.
public struct AccountStatus: OpenEnumeration, Hashable {
  /// `active`
  @_alwaysEmitIntoClient public static var active: AccountStatus { AccountStatus(rawValue: "active") }
  /// `disabled`
  @_alwaysEmitIntoClient public static var disabled: AccountStatus { AccountStatus(rawValue: "disabled") }
  /// `deleting`
  @_alwaysEmitIntoClient public static var deleting: AccountStatus { AccountStatus(rawValue: "deleting") }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
