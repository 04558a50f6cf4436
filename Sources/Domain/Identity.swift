// SPDX-License-Identifier: Apache-2.0

/// The claims of one verified ID token.
public struct Identity: Equatable, Sendable {
  public var provider: String
  /// Issuer and subject together identify a person permanently (OpenID Connect Core, section 5.7).
  public var issuer: String
  public var subject: String
  public var email: EmailAddress?
  public var emailVerified: Bool
  public var displayName: String?
  public var photoURL: String?
  /// The token, if it may start only one session.
  public var singleUse: SingleUseToken?

  public init(
    provider: String, issuer: String, subject: String, email: EmailAddress?, emailVerified: Bool,
    displayName: String? = nil, photoURL: String? = nil, singleUse: SingleUseToken? = nil
  ) {
    self.provider = provider
    self.issuer = issuer
    self.subject = subject
    self.email = email
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.photoURL = photoURL
    self.singleUse = singleUse
  }

  public var verifiedEmail: EmailAddress? { emailVerified ? email : nil }
}

/// An ID token that is bound to one request. It is stored after it has started a session.
public struct SingleUseToken: Equatable, Sendable {
  /// SHA-256, in hexadecimal, of the signed part. The signature is left out because it has several encodings.
  public var hash: String
  /// When the token expires.
  public var expiresAt: Timestamp

  public init(hash: String, expiresAt: Timestamp) {
    self.hash = hash
    self.expiresAt = expiresAt
  }
}
