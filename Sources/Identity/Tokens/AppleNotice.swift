// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain

/// A notice of Apple about a person who signs in with Apple ("Processing changes for Sign in with Apple accounts").
package struct AppleNotice: Sendable {
  /// What happened, as in the member `type`.
  package enum Kind: String, Sendable {
    /// The person has turned the relay of their address off, or on again.
    case emailDisabled = "email-disabled"
    case emailEnabled = "email-enabled"
    /// The person has ended the app's access to their Apple Account.
    case consentRevoked = "consent-revoked"
    /// The person has deleted their Apple Account.
    case accountDelete = "account-delete"
  }

  /// Nil for a type that is not known here.
  package let kind: Kind?
  package let issuer: String
  package let subject: String
  /// When it happened. Notices may arrive late and in another order.
  package let at: Timestamp
  /// The address of Apple's relay.
  package let email: EmailAddress?
  /// The notice itself, which is processed once.
  package let token: SingleUseToken
}

extension IDTokenVerifier {
  /// How old a notice without `exp` may be.
  private static let noticeLifetime = Duration.days(1)

  /// Verifies a notice with the keys, issuers and audiences of the provider `apple`.
  /// - Throws: `auth/provider-not-enabled`, `auth/invalid-id-token`, or `service/unavailable` if there is no key to
  ///   verify with.
  package func appleNotice(_ text: String) throws(Problem) -> AppleNotice {
    func invalid(_ reason: String) -> Problem { Problem(.invalidIDToken, "the notice \(reason)") }
    guard let provider = providers["apple"], provider.isEnabled else {
      throw Problem(.providerNotEnabled, "the policy has no provider apple with audiences")
    }
    let (claims, _) = try signedClaims(of: text, provider)
    guard let issuer = claims["iss"]?.string, provider.issuers.contains(issuer) else {
      throw invalid("is of another issuer")
    }
    let audiences = claims["aud"].flatMap { $0.array?.compactMap(\.string) ?? $0.string.map { [$0] } } ?? []
    guard audiences.contains(where: provider.audiences.contains) else { throw invalid("is for another audience") }
    guard let issuedAt = IDTokenClaims.timestamp(claims["iat"]), let id = claims["jti"]?.string, !id.isEmpty else {
      throw invalid("lacks iat or jti, or has one of another type")
    }
    guard issuedAt <= now + Self.clockSkew else { throw invalid("was issued in the future") }
    guard claims["exp"] == nil || IDTokenClaims.timestamp(claims["exp"]) != nil else {
      throw invalid("has an invalid exp")
    }
    let expiresAt = IDTokenClaims.timestamp(claims["exp"]) ?? issuedAt + Self.noticeLifetime
    guard expiresAt > now else { throw invalid("expired at \(expiresAt.rfc3339)") }
    // A text with JSON, as Apple documents it, or an object.
    let event = claims["events"]?.string.flatMap { try? JSON(parsing: Array($0.utf8)) } ?? claims["events"]
    guard let event, let type = event["type"]?.string, let subject = event["sub"]?.string, !subject.isEmpty else {
      throw invalid("lacks events with type and sub")
    }
    let stableIssuer = provider.issuersAreAliases ? provider.issuers[0] : issuer
    let hash = Array(SHA256.hash(data: Array("apple notice\n\(stableIssuer)\n\(id)".utf8))).hexadecimal
    return AppleNotice(
      kind: AppleNotice.Kind(rawValue: type == "account-deleted" ? "account-delete" : type), issuer: stableIssuer,
      subject: subject, at: eventTime(event, issuedAt), email: event["email"]?.string.flatMap(EmailAddress.init),
      token: SingleUseToken(hash: hash, expiresAt: expiresAt))
  }

  /// `event_time`, in seconds or milliseconds: Apple's documentation shows seconds, and its notices contain
  /// milliseconds. A time after the issue or more than a month before it is implausible; the time of the issue is then
  /// used.
  private func eventTime(_ event: JSON, _ issuedAt: Timestamp) -> Timestamp {
    guard let time = event["event_time"]?.integer, (1...Int(1e14)).contains(time) else { return min(issuedAt, now) }
    let stated = time > 100_000_000_000 ? Timestamp(milliseconds: time) : Timestamp(seconds: time)
    let isPlausible = stated <= issuedAt + Self.clockSkew && stated >= issuedAt - .days(30)
    return min(isPlausible ? stated : issuedAt, now)
  }

  /// The authorization code of an event; nil if it cannot be exchanged. Apple accepts it for five minutes, and the app
  /// has just got it together with the ID token.
  func authorization(_ code: String?, _ claims: IDTokenClaims, _ provider: Provider) -> AuthorizationCode? {
    guard let code, let clientID = provider.appleClient?.clientID(ofAudiences: claims.audiences) else { return nil }
    return AuthorizationCode(code: code, clientID: clientID, expiresAt: now + .minutes(5))
  }
}
