// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// An ID token of an identity provider.
public struct Identity: Codable, Hashable, Sendable {
  /// The provider's name in the policy.
  public var provider: String
  /// The provider's ID token.
  public var idToken: String
  /// The raw nonce of the request for the token; the token contains it in the form that the provider's
  /// `nonceForm` names.
  public var nonce: String?
  /// Apple's authorization code of the same sign-in. It is exchanged for a refresh token later; nobody is
  /// refused because of it.
  public var authorizationCode: String?
  /// The name that Apple returns at the first sign-in; used only for a new account.
  public var fullName: IdentityFullName?

  /// Creates the value from its members.
  public init(
    provider: String, idToken: String, nonce: String? = nil, authorizationCode: String? = nil,
    fullName: IdentityFullName? = nil
  ) {
    self.provider = provider
    self.idToken = idToken
    self.nonce = nonce
    self.authorizationCode = authorizationCode
    self.fullName = fullName
  }
}
