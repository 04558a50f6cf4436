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
  /// Whether the token says that its address hides the person's own (Apple's claim `is_private_email`).
  package var hasPrivateEmail: Bool
  /// The subject that the person has at the app's new team while the app is transferred (Apple's claim `transfer_sub`,
  /// "Transferring your apps and users to another team").
  package var transferSubject: String?
  /// The token, if it may start only one session.
  package var singleUse: SingleUseToken?
  /// Apple's authorization code, if the event has one that can be exchanged.
  package var authorization: AuthorizationCode?

  package init(
    provider: String, issuer: String, subject: String, email: EmailAddress?, emailVerified: Bool,
    displayName: String? = nil, photoURL: String? = nil, hasPrivateEmail: Bool = false,
    transferSubject: String? = nil, singleUse: SingleUseToken? = nil, authorization: AuthorizationCode? = nil
  ) {
    self.provider = provider
    self.issuer = issuer
    self.subject = subject
    self.email = email
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.photoURL = photoURL
    self.hasPrivateEmail = hasPrivateEmail
    self.transferSubject = transferSubject
    self.singleUse = singleUse
    self.authorization = authorization
  }

  package var method: SignInMethod { SignInMethod(provider) }

  /// Whether a text can be stored as a subject. (OpenID Connect Core, section 2, allows 255 characters of ASCII; some
  /// issuers use others.)
  package static func isSubject(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255 && !text.unicodeScalars.contains(where: \.isControl)
  }

  /// The address if it is verified; nil otherwise.
  package var verifiedEmail: EmailAddress? { emailVerified ? email : nil }

  /// The issuers of Apple's own tokens; the first one is stored.
  package static let appleIssuers = ["https://appleid.apple.com", "https://account.apple.com"]

  /// Whether Apple issued the token. Only then its claims about relay addresses and transfers count.
  package static func isApple(issuer: String) -> Bool { appleIssuers.contains(issuer) }

  /// Whether the address is one of Apple's relay, which hides the person's own ("Communicating using the private email
  /// relay service"). Others can claim such an address, so it counts only in Apple's own tokens.
  package var isApplePrivateRelay: Bool {
    guard let email, Self.isApple(issuer: issuer) else { return false }
    return hasPrivateEmail || email.isAtApplePrivateRelay
  }
}

/// An authorization code that came with an ID token (RFC 6749, section 4.1.2).
package struct AuthorizationCode: Equatable, Sendable {
  package var code: String
  /// The client to which it was issued.
  package var clientID: String
  package var expiresAt: Timestamp

  package init(code: String, clientID: String, expiresAt: Timestamp) {
    self.code = code
    self.clientID = clientID
    self.expiresAt = expiresAt
  }
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
