// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
/// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
public struct AccountState: OpenEnumeration, Hashable {
  /// `emailNotVerified`
  @_alwaysEmitIntoClient public static var emailNotVerified: AccountState { AccountState(rawValue: "emailNotVerified") }
  /// `incomplete`
  @_alwaysEmitIntoClient public static var incomplete: AccountState { AccountState(rawValue: "incomplete") }
  /// `guardianPending`
  @_alwaysEmitIntoClient public static var guardianPending: AccountState { AccountState(rawValue: "guardianPending") }
  /// `factorRequired`
  @_alwaysEmitIntoClient public static var factorRequired: AccountState { AccountState(rawValue: "factorRequired") }
  /// `signedIn`
  @_alwaysEmitIntoClient public static var signedIn: AccountState { AccountState(rawValue: "signedIn") }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
