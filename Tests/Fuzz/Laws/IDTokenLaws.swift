// SPDX-License-Identifier: Apache-2.0

import Crypto
import Storage

@testable import Domain
@testable import Identity

/// An ID token; or header and claims in JSON, one line each, which are signed here to test mistakes of providers.
enum IDTokenLaws {
  static func check(_ input: [UInt8]) throws {
    guard input.first == UInt8(ascii: "{"), let (header, claims) = input.head else {
      return try hold("an unsigned token is refused", try identity(input.text) == nil || genuine.contains(input.text))
    }
    let token = try sign(header, claims)
    try claimsOfAnyToken(token)
    guard let identity = try identity(token) else { return }
    try check(identity, try JSON(parsing: header), try JSON(parsing: claims))
    // A different bit for each input: all bits would take too long.
    let place = claims.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    for step in 0..<4 { try refuse(token, changedAt: (place + step * 7919) % (token.utf8.count * 8)) }
  }

  /// - Parameter bit: the position, counted from the token's start.
  static func refuse(_ token: String, changedAt bit: Int) throws {
    var changed = Array(token.utf8)
    changed[bit / 8] ^= 1 << (bit % 8)
    try hold("a token with bit \(bit) changed is refused: \(changed.text)", try identity(changed.text) == nil)
  }

  private static func check(_ identity: Identity, _ header: JSON, _ claims: JSON) throws {
    try hold("the algorithm is the key's", header["alg"] == "ES256")
    try hold("a token requires no extension", header.members?["crit"] == nil)
    try hold("the issuer is the provider's", claims["iss"]?.string == "https://accounts.google.com")
    try hold("a token is for this app", (claims["aud"]?.array ?? [claims["aud"] ?? .null]).contains("app"))
    try hold("a token has not expired", claims["exp"]?.double ?? 0 > Double(now.wholeSeconds))
    try hold("a token was issued in the past", claims["iat"]?.double ?? .infinity <= Double(now.wholeSeconds + 60))
    try hold("a subject is one line", (1...255).contains(identity.subject.utf8.count) && isLine(identity.subject))
    try hold("a verified address exists", !identity.emailVerified || identity.email != nil)
    try hold("the address comes from the claims", identity.email == claims["email"]?.string.flatMap(EmailAddress.init))
    if let name = identity.displayName {
      try hold(
        "a name is one line", isLine(name) && name == name.trimmed && (1...200).contains(name.unicodeScalars.count))
    }
    if let photo = identity.photoURL {
      try hold("a photo has a web address", photo.hasPrefix("https://") && photo.utf8.count <= 2048 && isLine(photo))
    }
  }

  private static func isLine(_ text: String) -> Bool { !text.unicodeScalars.contains(where: \.isControl) }

  private static func claimsOfAnyToken(_ token: String) throws {
    let claims: JSON
    do throws(Problem) { claims = try verifier.claims(of: token, from: "google") } catch {
      return try hold("an invalid token is refused: \(error)", error.code == .invalidIDToken)
    }
    try hold("a token with claims has not expired", claims["exp"]?.double ?? 0 > Double(now.wholeSeconds))
  }

  /// The identity, or nil if refused.
  static func identity(_ token: String) throws -> Identity? {
    do throws(Problem) {
      return try verifier.identity(from: PresentedIdentity(provider: "google", idToken: token))
    } catch {
      try hold("an invalid token is refused: \(error)", error.code == .invalidIDToken)
      return nil
    }
  }

  private static func sign(_ header: [UInt8], _ claims: [UInt8]) throws -> String {
    let signed = "\(header.base64URL).\(claims.base64URL)"
    return "\(signed).\(Array(try key.signature(for: Array(signed.utf8)).rawRepresentation).base64URL)"
  }

  private static let now = Timestamp(seconds: 1_795_268_220)
  private static let key = try! P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 1, count: 32))

  /// Tokens signed with a key whose private half is unknown.
  static let genuine = Set(try! Target.idTokens.seeds().map(\.bytes.text).filter { !$0.hasPrefix("{") })

  nonisolated(unsafe) private static let verifier: IDTokenVerifier = {
    let point = Array(key.publicKey.rawRepresentation)
    let signingKey: JSON = [
      "kty": "EC", "crv": "P-256", "kid": "ec", "x": .string(point.prefix(32).base64URL),
      "y": .string(point.suffix(32).base64URL),
    ]
    let providerKey = try! Repository.json("Tests/Fuzz/provider-key.json")
    let google: JSON = ["audiences": ["app"], "jwks": ["keys": [signingKey, providerKey]]]
    let policy = try! PolicyLaws.policy(["providers": ["google": google]])!.policy
    return IDTokenVerifier(providers: policy.providers, keySets: KeySets(.withoutDatabase(at: now)), now: now)
  }()
}
