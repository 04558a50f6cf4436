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

  public init(
    provider: String, issuer: String, subject: String, email: EmailAddress?, emailVerified: Bool,
    displayName: String? = nil, photoURL: String? = nil
  ) {
    self.provider = provider
    self.issuer = issuer
    self.subject = subject
    self.email = email
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.photoURL = photoURL
  }

  public var verifiedEmail: EmailAddress? { emailVerified ? email : nil }
}
