// SPDX-License-Identifier: Apache-2.0

/// The claims of one verified ID token.
package struct Identity: Equatable, Sendable {
  package var provider: String
  /// Issuer and subject together identify a person permanently (OpenID Connect Core, section 5.7).
  package var issuer: String
  package var subject: String
  package var email: EmailAddress?
  package var emailVerified: Bool
  package var displayName: String?
  package var photoURL: String?
  /// The token, if it may start only one session.
  package var singleUse: SingleUseToken?

  package init(
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

  /// The address if it is verified; nil otherwise.
  package var verifiedEmail: EmailAddress? { emailVerified ? email : nil }
}

/// An ID token that is bound to one request. It is stored after it has started a session.
package struct SingleUseToken: Equatable, Sendable {
  /// SHA-256, in hexadecimal, of the signed part. The signature is left out because it has several encodings.
  package var hash: String
  /// When the token expires.
  package var expiresAt: Timestamp

  package init(hash: String, expiresAt: Timestamp) {
    self.hash = hash
    self.expiresAt = expiresAt
  }
}
