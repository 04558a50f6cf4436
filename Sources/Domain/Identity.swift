// SPDX-License-Identifier: Apache-2.0

/// What an identity provider vouches for in one verified ID token.
public struct Identity: Equatable, Sendable {
  public var provider: String
  /// With `subject` what tells one person from all others, for ever (OpenID Connect Core, section 5.7).
  public var issuer: String
  public var subject: String
  public var email: EmailAddress?
  public var emailVerified: Bool
  public var displayName: String?
  public var photoURL: String?
  /// The token, where it may open one session only.
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

/// An ID token that is bound to one request, as it is remembered once it has opened a session.
public struct SingleUseToken: Equatable, Sendable {
  /// SHA-256, in hexadecimal, of what is signed: one signature can be written in several ways.
  public var hash: String
  /// When it opens no session in any case.
  public var expiresAt: Timestamp

  public init(hash: String, expiresAt: Timestamp) {
    self.hash = hash
    self.expiresAt = expiresAt
  }
}
