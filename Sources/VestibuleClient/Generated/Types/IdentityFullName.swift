// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The name that Apple returns at the first sign-in; used only for a new account.
public struct IdentityFullName: Codable, Hashable, Sendable {
  /// The given name.
  public var givenName: String?
  /// The family name.
  public var familyName: String?

  /// Creates the value from its members.
  public init(givenName: String? = nil, familyName: String? = nil) {
    self.givenName = givenName
    self.familyName = familyName
  }
}
