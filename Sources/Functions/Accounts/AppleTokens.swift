// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What Apple answers to an authorization code.
package struct AppleGrant: Equatable, Sendable {
  let refreshToken: String
  /// The subject of the answer's ID token; nil if the answer has none.
  let subject: String?

  package init(refreshToken: String, subject: String?) {
    self.refreshToken = refreshToken
    self.subject = subject
  }
}

/// Apple's refresh tokens. An identity keeps one for each client id, encrypted, until the identity is removed. Then they
/// are revoked, as the App Store requires of apps that delete accounts.
extension Environment {
  /// How long a revocation is retried.
  private static let revocationTime = Duration.days(30)

  /// Queues the exchange of the authorization code that came with an identity, if there is one. Apple is not asked while
  /// the person waits, and nobody is refused because of the code.
  ///
  /// One identity has at most five exchanges in the lifetime of a code: a person with one ID token could queue any number
  /// of made-up codes.
  func exchangeCode(of identity: Identity, _ rows: Transaction) throws(Problem) {
    let key = IdentityKey(issuer: identity.issuer, subject: identity.subject)
    if identity.provider == "apple" { try rows.identityTokens.recordUse(of: key, at: now) }
    guard let authorization = identity.authorization, authorization.expiresAt > now else { return }
    let limit = Limit(max: 5, window: .minutes(5))
    let limitKey = try keyedHash("apple exchange\n\(key.place)", rows)
    guard try rows.limits.allowance(limit, key: limitKey, now: now).left > 0 else { return }
    try rows.limits.count(limit, key: limitKey, now: now)
    let values: JSON = [
      "code": .string(authorization.code), "clientID": .string(authorization.clientID),
      "issuer": .string(identity.issuer), "subject": .string(identity.subject),
    ]
    _ = try queue(
      .appleExchange, to: authorization.clientID, locale: nil, values, expiresAt: authorization.expiresAt,
      isLeased: false, rows)
  }

  /// Stores the refresh token of an exchange. If the identity was removed in the meantime, the token is revoked.
  func keep(_ grant: AppleGrant, of exchange: OutboxMessage, _ rows: Transaction) throws(Problem) {
    let values = try parsed(try secret.open(exchange.sealedValues, for: .mailValues, at: exchange.id))
    let clientID = values["clientID"]?.string ?? ""
    let identity = IdentityKey(issuer: values["issuer"]?.string ?? "", subject: values["subject"]?.string ?? "")
    // The code was of another person.
    if let subject = grant.subject, subject != identity.subject { return }
    let token = JSON.object(JSON.Members([(clientID, .string(grant.refreshToken))]))
    guard let sealed = try rows.identityTokens.refreshTokens(of: identity) else {
      return try queueRevocations(token, traceparent: exchange.traceparent, rows)
    }
    let known: JSON =
      sealed.isEmpty ? [:] : try parsed(try secret.open(sealed, for: .appleTokens, at: identity.place))
    let tokens = known.merging(token)
    let resealed = try secret.seal(tokens.text, for: .appleTokens, at: identity.place)
    guard try rows.identityTokens.setRefreshTokens(resealed, of: identity) else {
      return try queueRevocations(tokens, traceparent: exchange.traceparent, rows)
    }
  }

  /// Queues the revocation of the refresh tokens of removed identities. The messages belong to no account, because they
  /// are sent after the account is erased.
  func revokeTokens(_ removed: [SealedValue<IdentityKey>], _ rows: Transaction) throws(Problem) {
    for identity in removed {
      let tokens = try parsed(try secret.open(identity.sealed, for: .appleTokens, at: identity.key.place))
      try queueRevocations(tokens, rows)
    }
  }

  private func queueRevocations(
    _ tokens: JSON, traceparent: String? = nil, _ rows: Transaction
  ) throws(Problem) {
    for (clientID, token) in tokens.members?.pairs ?? [] {
      let values: JSON = ["clientID": .string(clientID), "token": token]
      _ = try queue(
        .appleRevocation, to: clientID, locale: nil, values, expiresAt: now + Self.revocationTime, isLeased: false,
        traceparent: traceparent, rows)
    }
  }

  private func parsed(_ text: String) throws(Problem) -> JSON {
    guard let json = try? JSON(parsing: text) else { throw .bug("an encrypted value is not JSON") }
    return json
  }
}

extension AuthorizationCode {
  /// The form in which a challenge keeps it, encrypted.
  var stored: JSON {
    ["code": .string(code), "clientID": .string(clientID), "expiresAt": JSON(expiresAt.milliseconds)]
  }

  init(stored: Fields) throws(Problem) {
    self.init(
      code: try stored.text("code"), clientID: try stored.text("clientID"),
      expiresAt: Timestamp(milliseconds: stored.optionalInteger("expiresAt") ?? 0))
  }
}
