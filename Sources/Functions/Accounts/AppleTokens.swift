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

/// Apple's refresh tokens. An identity keeps one for each client id, encrypted, until the identity is removed. Then
/// they are revoked, as the App Store requires of apps that delete accounts.
package struct AppleTokens {
  let decision: Decision

  /// How long a revocation is retried.
  private static let revocationTime = Duration.days(30)

  /// Queues the exchange of the authorization code that came with an identity, if there is one. Apple is not asked
  /// while the person waits, and nobody is refused because of the code.
  ///
  /// One identity has at most five exchanges in the lifetime of a code: a person with one ID token could queue any
  /// number of made-up codes.
  func exchangeCode(of identity: Identity) throws(Problem) {
    let key = IdentityKey(issuer: identity.issuer, subject: identity.subject)
    if identity.provider == "apple" { try decision.tables.identityTokens.recordUse(of: key, at: decision.now) }
    guard let authorization = identity.authorization, authorization.expiresAt > decision.now else { return }
    let limit = Limit(max: 5, window: .minutes(5))
    let limitKey = try decision.keyedHash("apple exchange\n\(key.place)")
    guard try decision.tables.limits.allowance(limit, key: limitKey, now: decision.now).left > 0 else { return }
    try decision.tables.limits.count(limit, key: limitKey, now: decision.now)
    let values: JSON = [
      "code": .string(authorization.code), "clientID": .string(authorization.clientID),
      "issuer": .string(identity.issuer), "subject": .string(identity.subject),
    ]
    try decision.outbox.queue(
      .appleExchange, to: authorization.clientID, locale: nil, values, expiresAt: authorization.expiresAt
    )
  }

  /// Stores the refresh token of an exchange. If the identity was removed in the meantime, the token is revoked.
  func store(_ grant: AppleGrant, of exchange: OutboxMessage) throws(Problem) {
    let values = try parsed(
      try decision.secret.open(exchange.sealedValues, for: .mailValues, at: exchange.id))
    let clientID = values["clientID"]?.string ?? ""
    let identity = IdentityKey(issuer: values["issuer"]?.string ?? "", subject: values["subject"]?.string ?? "")
    // The code belongs to another person.
    if let subject = grant.subject, subject != identity.subject { return }
    let token = JSON.object(JSON.Members([(clientID, .string(grant.refreshToken))]))
    guard let sealed = try decision.tables.identityTokens.refreshTokens(of: identity) else {
      return try queueRevocations(token, traceparent: exchange.traceparent)
    }
    let known: JSON =
      sealed.isEmpty
      ? [:] : try parsed(try decision.secret.open(sealed, for: .appleTokens, at: identity.place))
    let tokens = known.merging(token)
    let resealed = try decision.secret.seal(tokens.text, for: .appleTokens, at: identity.place)
    guard try decision.tables.identityTokens.setRefreshTokens(resealed, of: identity) else {
      return try queueRevocations(tokens, traceparent: exchange.traceparent)
    }
  }

  /// Queues the revocation of the refresh tokens of removed identities. The messages belong to no account, because they
  /// are sent after the account is erased.
  func revokeTokens(_ removed: [SealedValue<IdentityKey>]) throws(Problem) {
    for identity in removed {
      let tokens = try parsed(
        try decision.secret.open(identity.sealed, for: .appleTokens, at: identity.key.place))
      try queueRevocations(tokens)
    }
  }

  private func queueRevocations(_ tokens: JSON, traceparent: String? = nil) throws(Problem) {
    for (clientID, token) in tokens.members?.pairs ?? [] {
      let values: JSON = ["clientID": .string(clientID), "token": token]
      try decision.outbox.queue(
        .appleRevocation, to: clientID, locale: nil, values, expiresAt: decision.now + Self.revocationTime,
        traceparent: traceparent
      )
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
