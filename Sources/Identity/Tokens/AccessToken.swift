// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Storage

/// The claims of an access token (RFC 9068). The role is for apps to read; permissions are looked up in the database
/// for each event.
package struct AccessToken: Sendable {
  package var issuer: String
  package var audience: String
  package var subject: String
  package var sessionID: String
  /// How often the person had reauthenticated in the session.
  package var generation: Int
  package var role: String
  package var issuedAt: Timestamp
  package var expiresAt: Timestamp
  /// Further claims. `role` among them replaces that of the account.
  package var claims: JSON.Members

  package init(
    issuer: String, audience: String, subject: String, sessionID: String, generation: Int, role: String,
    issuedAt: Timestamp, expiresAt: Timestamp, claims: JSON.Members = JSON.Members()
  ) {
    self.issuer = issuer
    self.audience = audience
    self.subject = subject
    self.sessionID = sessionID
    self.generation = generation
    self.role = role
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.claims = claims
  }

  fileprivate var json: JSON {
    let own: JSON = [
      "iss": .string(issuer), "aud": .string(audience), "sub": .string(subject), "sid": .string(sessionID),
      "gen": JSON(generation), "role": .string(role), "iat": JSON(issuedAt.wholeSeconds),
      "exp": JSON(expiresAt.wholeSeconds),
    ]
    return claims.pairs.isEmpty ? own : own.merging(.object(claims))
  }
}

/// Signs and verifies access tokens with the keys of the database.
package struct AccessTokens {
  private let secret: SecretKey
  private let random: (Int) -> [UInt8]
  private let now: Timestamp
  private let lifetime: Duration
  /// The `iss` of the tokens.
  package let issuer: String

  /// - Parameter lifetime: the lifetime of the tokens.
  package init(
    issuer: String, secret: SecretKey, random: @escaping (Int) -> [UInt8], now: Timestamp, lifetime: Duration
  ) {
    self.issuer = issuer
    self.secret = secret
    self.random = random
    self.now = now
    self.lifetime = lifetime
  }

  /// A key signs for this time, then a new one is created.
  static let keyLifetime = Duration.days(30)
  /// A new key is published for this time before it signs, because key sets are cached. A retired key is published as
  /// long as its tokens may be valid.
  static let overlap = Duration.days(1)

  /// Signs with the newest key that has been published long enough, and creates a new key when it is time. After a
  /// rotation the new key is the only one and signs at once.
  /// - Parameter known: the newest signing keys, read in this transaction.
  package func sign(_ token: AccessToken, with known: [StoredSigningKey], in transaction: Transaction) throws(Problem)
    -> String
  {
    var keys = known.filter { $0.retiredAt == nil }
    if keys.first.map({ $0.createdAt + Self.keyLifetime <= now }) ?? true {
      keys.insert(try makeKey(at: now, in: transaction), at: 0)
    }
    let stored = keys.first { $0.createdAt + Self.overlap <= now } ?? keys[keys.count - 1]
    let raw = try secret.open(stored.sealedPrivateKey, for: .signingKeys, at: stored.id)
    let header: JSON = ["alg": "ES256", "typ": "at+jwt", "kid": .string(stored.id)]
    do {
      return try P256.Signing.PrivateKey(rawRepresentation: bytes(base64: raw) ?? []).token(header, token.json)
    } catch { throw .bug("signing an access token failed: \(error)") }
  }

  /// The public keys (RFC 7517, section 5): the one that signs, the next one, and earlier ones whose tokens may still
  /// be valid.
  package func published(in transaction: Transaction) throws(Problem) -> [JSON] {
    let keys = try transaction.signingKeys.newest()
    return keys.enumerated().filter { index, key in
      mayVerify(key) && (index == 0 || keys[index - 1].createdAt + Self.overlap + Self.overlap > now)
    }.map(\.element.publicKey)
  }

  /// Whether tokens of a key may still be valid.
  private func mayVerify(_ key: StoredSigningKey) -> Bool { key.retiredAt.map { $0 + lifetime > now } ?? true }

  /// Retires the signing keys and creates a new one.
  /// - Parameters:
  ///   - areCompromised: whether others know the keys; then all tokens that the keys signed are refused.
  ///   - timestamp: the current time, because this process may have started a while ago.
  package func replaceKeys(areCompromised: Bool, at timestamp: Timestamp, in transaction: Transaction) throws(Problem) {
    if areCompromised {
      try transaction.signingKeys.removeAll()
    } else {
      try transaction.signingKeys.retireAll(at: timestamp)
    }
    _ = try makeKey(at: timestamp, in: transaction)
  }

  private func makeKey(at timestamp: Timestamp, in transaction: Transaction) throws(Problem) -> StoredSigningKey {
    let key = P256.Signing.PrivateKey()
    let id = random(9).base64URL
    let point = Array(key.publicKey.rawRepresentation)
    let stored = StoredSigningKey(
      id: id,
      publicKey: [
        "kty": "EC", "crv": "P-256", "x": .string(point.prefix(32).base64URL), "y": .string(point.suffix(32).base64URL),
        "kid": .string(id), "use": "sig", "alg": "ES256",
      ],
      sealedPrivateKey: try secret.seal(Array(key.rawRepresentation).base64URL, for: .signingKeys, at: id),
      createdAt: timestamp)
    try transaction.signingKeys.insert(stored)
    return stored
  }

  /// The session that a token names; nil if it is not a token. The signature is not verified.
  package func unverifiedSession(of text: String) -> String? {
    (try? SignedToken(text))?.unverifiedClaims["sid"]?.string
  }

  /// The account, session and generation of a token that is signed with a known key and has not expired. The caller
  /// checks in the database whether the session is active and has the same generation.
  /// - Parameter audiences: the one that tokens have, and those of tokens from before a change of the policy.
  /// - Throws: `auth/unauthenticated` or `auth/token-expired`.
  package func read(
    _ text: String, audiences: [String], in transaction: Transaction
  ) throws(Problem) -> (accountID: String, sessionID: String, generation: Int) {
    let unusable = Problem(.unauthenticated, "the access token is not from this service")
    guard let token = try? SignedToken(text), let id = token.keyID,
      let stored = try transaction.signingKeys.find(id: id),
      mayVerify(stored), let key = VerificationKey(jwk: stored.publicKey),
      let claims = try? token.claims(signedBy: [key]), claims["aud"]?.string.map(audiences.contains) ?? false,
      let expiresAt = claims["exp"]?.integer, let account = claims["sub"]?.string, let session = claims["sid"]?.string
    else { throw unusable }
    guard Timestamp(seconds: expiresAt) > now else {
      throw Problem(.tokenExpired, "the access token has expired; refresh the session")
    }
    // Releases before schema 4 made tokens without a generation.
    return (account, session, claims["gen"]?.integer ?? 0)
  }
}
