// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// An ID token of an identity provider.
public struct Identity: Codable, Equatable, Sendable {
  /// The provider's name in the policy. At most 64 characters.
  public var provider: String

  /// The provider's ID token. At most 16384 characters.
  public var idToken: String

  /// The raw nonce of the request for the token; the token contains it in the form that the provider's `nonceForm`
  /// names. At most 512 characters.
  public var nonce: String?

  /// Apple's authorization code of the same sign-in. It is exchanged for a refresh token later; nobody is refused
  /// because of it. At most 2048 characters.
  public var authorizationCode: String?

  /// The name that Apple returns at the first sign-in; used only for a new account.
  public var fullName: FullName?

  /// Creates a value, such as for a test or a preview.
  public init(
    provider: String, idToken: String, nonce: String? = nil, authorizationCode: String? = nil, fullName: FullName? = nil
  ) {
    self.provider = provider
    self.idToken = idToken
    self.nonce = nonce
    self.authorizationCode = authorizationCode
    self.fullName = fullName
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.provider = try container.required("provider")
    self.idToken = try container.required("idToken")
    self.nonce = try container.optional("nonce")
    self.authorizationCode = try container.optional("authorizationCode")
    self.fullName = try container.optional("fullName")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(provider, "provider")
    try container.write(idToken, "idToken")
    try container.writeIfPresent(nonce, "nonce")
    try container.writeIfPresent(authorizationCode, "authorizationCode")
    try container.writeIfPresent(fullName, "fullName")
  }

  /// The name that Apple returns at the first sign-in; used only for a new account.
  public struct FullName: Codable, Equatable, Sendable {
    /// The first name. At most 99 characters.
    public var givenName: String?

    /// The last name. At most 99 characters.
    public var familyName: String?

    /// Creates a value, such as for a test or a preview.
    public init(givenName: String? = nil, familyName: String? = nil) {
      self.givenName = givenName
      self.familyName = familyName
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.givenName = try container.optional("givenName")
      self.familyName = try container.optional("familyName")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.writeIfPresent(givenName, "givenName")
      try container.writeIfPresent(familyName, "familyName")
    }
  }
}
