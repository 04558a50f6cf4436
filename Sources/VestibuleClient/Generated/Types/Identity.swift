// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// An ID token of an identity provider.
public struct Identity: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("Identity") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The provider's name in the policy.
  @_alwaysEmitIntoClient public var provider: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The provider's ID token.
  @_alwaysEmitIntoClient public var idToken: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The raw nonce of the request for the token; the token contains it in the form that the provider's
  /// `nonceForm` names.
  @_alwaysEmitIntoClient public var nonce: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// Apple's authorization code of the same sign-in. It is exchanged for a refresh token later; nobody is
  /// refused because of it.
  @_alwaysEmitIntoClient public var authorizationCode: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// The name that Apple returns at the first sign-in; used only for a new account.
  @_alwaysEmitIntoClient public var fullName: IdentityFullName? {
    get { json[object: 4] }
    set { update { $0[object: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    provider: String, idToken: String, nonce: String? = nil, authorizationCode: String? = nil,
    fullName: IdentityFullName? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = provider
    json[text: 1] = idToken
    json[text: 2] = nonce
    json[text: 3] = authorizationCode
    json[object: 4] = fullName
    self.json = json
  }
}
