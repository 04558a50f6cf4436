// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain

/// The proof of identity in an event: an ID token and what the caller knows about it.
package struct PresentedIdentity: Equatable, Sendable {
  package var provider: String
  package var idToken: String
  /// The nonce that the app gave to the provider, or the text whose hash it gave.
  package var nonce: String?
  /// The name that Apple gives to the app once and never includes in the token.
  package var fullName: String?
  /// The subject that the caller expects, if it names one.
  package var subject: String?
  /// Apple's authorization code, which the app gets together with the token.
  package var authorizationCode: String?

  package init(
    provider: String, idToken: String, nonce: String? = nil, fullName: String? = nil, subject: String? = nil,
    authorizationCode: String? = nil
  ) {
    self.provider = provider
    self.idToken = idToken
    self.nonce = nonce
    self.fullName = fullName
    self.subject = subject
    self.authorizationCode = authorizationCode
  }
}

/// Verifies ID tokens (OpenID Connect Core 1.0, section 3.1.3.7).
package struct IDTokenVerifier {
  let providers: [String: Provider]
  private let keySets: KeySets
  let now: Timestamp

  /// How far an issuer's clock may be ahead.
  static let clockSkew = Duration.seconds(60)

  package init(providers: [String: Provider], keySets: KeySets, now: Timestamp) {
    self.providers = providers
    self.keySets = keySets
    self.now = now
  }

  /// See `KeySets.probe`.
  package func probe(_ provider: Provider) throws(Problem) -> (count: Int, date: Timestamp?)? {
    try keySets.probe(provider)
  }

  /// - Throws: `auth/provider-not-enabled`, `auth/invalid-id-token`, `auth/nonce-mismatch`, or `service/unavailable`
  ///   if there is no key to verify with.
  package func identity(from presented: PresentedIdentity) throws(Problem) -> Identity {
    guard let provider = providers[presented.provider] else {
      throw Problem(.providerNotEnabled, "the policy has no provider with that name")
    }
    guard provider.isEnabled else {
      throw Problem(.providerNotEnabled, "the policy has no audiences for the provider")
    }
    let (claims, hash) = try claims(of: presented.idToken, provider)
    try check(claims, provider)
    try check(nonce: presented.nonce, claims, provider)
    guard presented.subject == nil || presented.subject == claims.subject else {
      throw Problem(.invalidIDToken, "the ID token is of another user than the event says")
    }
    let email = claims.email.flatMap(EmailAddress.init)
    let isApple = Identity.isApple(issuer: claims.issuer)
    return Identity(
      provider: provider.name, issuer: provider.issuersAreAliases ? provider.issuers[0] : claims.issuer,
      subject: claims.subject, email: email,
      emailVerified: email != nil && (claims.emailVerified ?? provider.trustsEmail),
      displayName: claims.name ?? presented.fullName.flatMap(ClaimedName.usable),
      photoURL: claims.picture.flatMap { Self.isPhotoURL($0) ? $0 : nil },
      hasPrivateEmail: isApple && claims.hasPrivateEmail,
      transferSubject: isApple ? claims.transferSubject.flatMap { Identity.isSubject($0) ? $0 : nil } : nil,
      singleUse: provider.nonceRequired ? SingleUseToken(hash: hash, expiresAt: claims.expiresAt) : nil,
      authorization: authorization(presented.authorizationCode, claims, provider))
  }

  /// The claims of another type of token that a provider signs with the keys of its ID tokens.
  /// - Throws: `auth/provider-not-enabled`, or `auth/invalid-id-token`, also for another issuer or an expired token.
  package func claims(of text: String, from name: String) throws(Problem) -> JSON {
    guard let provider = providers[name] else {
      throw Problem(.providerNotEnabled, "the policy has no provider with that name")
    }
    let (claims, _) = try signedClaims(of: text, provider)
    guard let issuer = claims["iss"]?.string, provider.accepts(issuer: issuer) else {
      throw Problem(.invalidIDToken, "the token is of another issuer")
    }
    guard let end = IDTokenClaims.timestamp(claims["exp"]), end > now else {
      throw Problem(.invalidIDToken, "the token has expired")
    }
    return claims
  }

  private func claims(
    of text: String, _ provider: Provider
  ) throws(Problem) -> (claims: IDTokenClaims, hash: String) {
    let (claims, hash) = try signedClaims(of: text, provider)
    do { return (try IDTokenClaims(claims), hash) } catch SignedToken.Failure.malformed(let reason) {
      throw Problem(.invalidIDToken, "the ID token cannot be used: \(reason)")
    } catch {
      throw Problem(.invalidIDToken, "the ID token cannot be used")
    }
  }

  func signedClaims(
    of text: String, _ provider: Provider
  ) throws(Problem) -> (claims: JSON, hash: String) {
    do {
      let token = try SignedToken(text)
      return (try keySets.claims(of: token, from: provider), token.hash)
    } catch let problem as Problem {
      throw problem
    } catch SignedToken.Failure.malformed(let reason) {
      throw Problem(.invalidIDToken, "the ID token cannot be used: \(reason)")
    } catch {
      throw Problem(.invalidIDToken, "the ID token is not signed with a key of its provider")
    }
  }

  private func check(_ claims: IDTokenClaims, _ provider: Provider) throws(Problem) {
    func invalid(_ reason: String) -> Problem { Problem(.invalidIDToken, "the ID token \(reason)") }
    guard provider.accepts(issuer: claims.issuer, tenant: claims.tenant ?? "") else {
      throw invalid("is of another issuer")
    }
    guard claims.audiences.contains(where: provider.audiences.contains) else {
      throw invalid("is for another audience")
    }
    if claims.audiences.count > 1, let party = claims.authorizedParty, !provider.audiences.contains(party) {
      throw invalid("was issued to another party")
    }
    guard claims.expiresAt > now else { throw invalid("expired at \(claims.expiresAt.rfc3339)") }
    guard claims.issuedAt <= now + Self.clockSkew else { throw invalid("was issued in the future") }
    if let start = claims.notBefore, start > now + Self.clockSkew { throw invalid("is not valid yet") }
    guard !claims.isAnonymous else { throw invalid("is of an anonymous user") }
    guard Identity.isSubject(claims.subject) else { throw invalid("has no usable subject") }
  }

  /// Accepts only the form of nonce that the provider's tokens have. The nonce in a token is readable, so a
  /// stolen token would otherwise be sufficient.
  private func check(nonce: String?, _ claims: IDTokenClaims, _ provider: Provider) throws(Problem) {
    guard let nonce else {
      if provider.nonceRequired { throw Problem(.nonceMismatch, "the policy requires a nonce, and the event has none") }
      return
    }
    guard let claimed = claims.nonce else { throw Problem(.nonceMismatch, "the ID token has no nonce") }
    let expected =
      switch provider.nonceForm {
      case .sha256: Array(SHA256.hash(data: Array(nonce.utf8))).hexadecimal
      case .plain: nonce
      }
    guard constantTimeEqual(claimed, expected) else {
      throw Problem(.nonceMismatch, "the ID token was issued for another nonce")
    }
  }

  /// Accepts only https URLs, because the app loads the photo.
  private static func isPhotoURL(_ text: String) -> Bool {
    text.utf8.count <= 2048 && text.hasPrefix("https://") && TextPattern.all["webAddress"]?.matches(text) ?? false
  }
}

/// The claims that are used (OpenID Connect Core 1.0, sections 2 and 5.1).
struct IDTokenClaims {
  let issuer: String
  let subject: String
  let audiences: [String]
  let authorizedParty: String?
  let expiresAt: Timestamp
  let issuedAt: Timestamp
  let notBefore: Timestamp?
  let nonce: String?
  let email: String?
  /// Nil if the token does not say it.
  let emailVerified: Bool?
  /// Microsoft's tenant.
  let tenant: String?
  let name: String?
  let picture: String?
  /// Whether the provider marks the user as anonymous.
  let isAnonymous: Bool
  let hasPrivateEmail: Bool
  let transferSubject: String?

  init(_ claims: JSON) throws(SignedToken.Failure) {
    guard let issuer = claims["iss"]?.string, let subject = claims["sub"]?.string,
      let audiences = claims["aud"].flatMap({ $0.array?.compactMap(\.string) ?? $0.string.map { [$0] } }),
      let expiresAt = Self.timestamp(claims["exp"]), let issuedAt = Self.timestamp(claims["iat"])
    else { throw .malformed("it lacks iss, sub, aud, exp or iat, or has one of another type") }
    guard claims["nbf"] == nil || Self.timestamp(claims["nbf"]) != nil else { throw .malformed("its nbf is invalid") }
    guard claims["nonce"] == nil || claims["nonce"]?.string != nil else { throw .malformed("its nonce is not a text") }
    self.issuer = issuer
    self.subject = subject
    self.audiences = audiences
    self.expiresAt = expiresAt
    self.issuedAt = issuedAt
    authorizedParty = claims["azp"]?.string
    notBefore = Self.timestamp(claims["nbf"])
    nonce = claims["nonce"]?.string
    // Profile claims are optional: one of another type is ignored. Apple writes true as a text.
    email = claims["email"]?.string
    // Microsoft's `email` is what the owner of the tenant has entered, unless the domain is proven to be the tenant's.
    emailVerified =
      MicrosoftTenants.isMicrosoft(issuer)
      ? claims["xms_edov"].map { [true, "true", 1, "1"].contains($0) } : claims["email_verified"].map(Self.isTrue)
    tenant = claims["tid"]?.string
    name = ClaimedName.name(in: claims)
    picture = claims["picture"]?.string
    isAnonymous = AnonymousUser.isMarked(in: claims, ofSupabase: issuer.hasSuffix("/auth/v1"))
    hasPrivateEmail = Self.isTrue(claims["is_private_email"])
    transferSubject = claims["transfer_sub"]?.string
  }

  private static func isTrue(_ claim: JSON?) -> Bool { claim == true || claim == "true" }

  /// A NumericDate (RFC 7519, section 2), with or without fraction.
  static func timestamp(_ value: JSON?) -> Timestamp? {
    guard let seconds = value?.double, abs(seconds) < 1e12 else { return nil }
    return Timestamp(milliseconds: Int(seconds * 1000))
  }
}
