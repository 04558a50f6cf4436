// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
/// delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
public struct AccountState: OpenEnumeration {
  /// `emailNotVerified`: the person has to enter the code of the mail first.
  public static let emailNotVerified = AccountState(rawValue: "emailNotVerified")
  /// `incomplete`: the account lacks what `missing` names.
  public static let incomplete = AccountState(rawValue: "incomplete")
  /// `guardianPending`: a parent or guardian has to agree first.
  public static let guardianPending = AccountState(rawValue: "guardianPending")
  /// `factorRequired`: the second factor has to be passed or, without a challenge, enrolled first.
  public static let factorRequired = AccountState(rawValue: "factorRequired")
  /// `signedIn`: the person reaches all functions of the role.
  public static let signedIn = AccountState(rawValue: "signedIn")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
