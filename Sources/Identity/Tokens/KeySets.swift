// SPDX-License-Identifier: Apache-2.0

import Domain
import HTTP
import Storage

/// The public keys of identity providers, cached in the database.
///
/// A key set is fresh for as long as its HTTP response says, but at least 5 minutes and at most 24 hours. If it does
/// not contain a token's key id, it is fetched again, at most once a minute. While the issuer is unavailable, a stale
/// key set is used for another 24 hours. After a failure, the issuer is not asked again for 30 seconds.
package struct KeySets {
  private let issuerClient: IssuerClient

  package init(_ issuerClient: IssuerClient) { self.issuerClient = issuerClient }

  private static let freshness = Duration.minutes(5)...Duration.hours(24)
  private static let staleness = Duration.hours(24)
  private static let pause = Duration.minutes(1)

  /// Verifies a token with the keys of its provider.
  /// - Returns: the token's claims.
  /// - Throws: a `SignedToken.Failure`, or `service/unavailable` if there is no key.
  func claims(of token: SignedToken, from provider: Provider) throws -> JSON {
    let url: String
    switch provider.keys {
    case .inline(let keySet): return try token.claims(signedBy: Self.candidates(for: token, in: keySet))
    case .url(let given): url = given
    case .discovered: url = Self.discoveryURL(provider.issuers[0])
    }
    let now = issuerClient.now
    guard let cached = try issuerClient.cached(url) else {
      return try token.claims(signedBy: Self.candidates(for: token, in: try fetch(url, provider)))
    }
    let known = Self.candidates(for: token, in: cached.keys)
    if cached.freshUntil > now, !known.isEmpty {
      do { return try token.claims(signedBy: known) } catch {
        // Without a key id, the token may have been signed with a newer key.
        if known.contains(where: { $0.id != nil && $0.id == token.keyID }) { throw error }
      }
    }
    // Whoever writes a token chooses its key id. One that no key could make valid asks for no keys.
    guard !known.isEmpty || Self.mayBeValid(token, of: provider, at: now) else { return try token.claims(signedBy: []) }
    let mayRefetch = try issuerClient.store.write { (transaction) throws(Problem) in
      try transaction.keySets.mayRefetch(url: url, now: now, atMostEvery: Self.pause)
    }
    var fetched: JSON?
    var failure: Problem?
    if mayRefetch {
      do throws(Problem) { fetched = try fetch(url, provider) } catch { failure = error }
    }
    if let fetched { return try token.claims(signedBy: Self.candidates(for: token, in: fetched)) }
    // Another event requested the keys within the last minute and got no answer.
    if failure == nil, known.isEmpty, cached.attemptedAt > cached.fetchedAt {
      failure = .unavailable("\(provider.name) is unavailable", cause: "its keys were requested recently")
    }
    if let failure, known.isEmpty || failure.code != .unavailable { throw failure }
    guard cached.freshUntil + Self.staleness > now else {
      throw Problem.unavailable(
        "the keys of \(provider.name) are too old, and it is unavailable",
        cause: failure?.cause ?? "its keys were requested recently")
    }
    guard failure != nil || !known.isEmpty else {
      // The key may be newer than the key set, which was fetched less than a minute ago.
      throw Problem(
        .invalidIDToken, "the ID token is not signed with a key of its provider that is known yet",
        retryAfter: max(.seconds(1), cached.attemptedAt + Self.pause - now))
    }
    return try token.claims(signedBy: known)
  }

  /// Whether a token would be accepted if one of the provider's keys had signed it, as far as its issuer and its end
  /// say.
  private static func mayBeValid(_ token: SignedToken, of provider: Provider, at now: Timestamp) -> Bool {
    let claims = token.unverifiedClaims
    guard let issuer = claims["iss"]?.string, let end = IDTokenClaims.timestamp(claims["exp"]) else { return false }
    return end > now && provider.accepts(issuer: issuer, tenant: claims["tid"]?.string ?? "")
  }

  /// The keys of a set that may have signed a token.
  private static func candidates(for token: SignedToken, in keySet: JSON) -> [VerificationKey] {
    let keys = VerificationKey.all(in: keySet)
    return token.keyID == nil ? keys : keys.filter { $0.id == nil || $0.id == token.keyID }
  }

  static func discoveryURL(_ issuer: String) -> String {
    (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
  }

  private func fetch(_ url: String, _ provider: Provider) throws(Problem) -> JSON {
    try issuerClient.requireNoRecentFailure(of: url)
    let (keys, freshFor, _) = try download(url, provider, storesFailure: true)
    try issuerClient.cache(keys, of: url, for: freshFor, issuer: url)
    return keys
  }

  /// Fetches a provider's keys without storing them.
  /// - Returns: the number of usable keys, and the server's time (RFC 9110, section 6.6.1); nil if the policy contains
  ///   the keys.
  /// - Throws: `service/unavailable` or `service/misconfigured`.
  package func probe(_ provider: Provider) throws(Problem) -> (count: Int, date: Timestamp?)? {
    let url: String
    switch provider.keys {
    case .inline: return nil
    case .url(let given): url = given
    case .discovered: url = Self.discoveryURL(provider.issuers[0])
    }
    let (keys, _, date) = try download(url, provider, storesFailure: false)
    return (VerificationKey.all(in: keys).count, date)
  }

  private typealias Download = (json: JSON, freshFor: Duration, date: Timestamp?)

  /// - Parameter storesFailure: whether a failure prevents further requests for some time.
  private func download(_ url: String, _ provider: Provider, storesFailure: Bool) throws(Problem) -> Download {
    let issuer = storesFailure ? url : nil
    let client = try HTTPClient()
    var keysURL = url
    if case .discovered = provider.keys {
      let document = try get(url, of: issuer, provider, client).json
      guard let issuer = document["issuer"]?.string, provider.accepts(discovered: issuer),
        let found = document["jwks_uri"]?.string, issuerClient.mayAsk(found)
      else { throw .unavailable("the discovery document of \(provider.name) is invalid", cause: url) }
      keysURL = found
    }
    let download = try get(keysURL, of: issuer, provider, client)
    guard !VerificationKey.all(in: download.json).isEmpty else {
      throw .unavailable("the key set of \(provider.name) has no usable key", cause: keysURL)
    }
    return download
  }

  private func get(
    _ url: String, of issuer: String?, _ provider: Provider, _ client: HTTPClient
  ) throws(Problem) -> Download {
    guard issuerClient.mayAsk(url) else {
      throw .notConfidential(url, at: "/providers/\(provider.name)/issuer")
    }
    let response = try issuerClient.get(url, of: issuer, client)
    guard response.status == 200, let json = try? JSON(parsing: response.body) else {
      throw .unavailable(
        "the keys of \(provider.name) cannot be fetched", cause: "\(url) answered with status \(response.status)")
    }
    return (
      json, min(max(response.lifetime, Self.freshness.lowerBound), Self.freshness.upperBound),
      response.header("date").flatMap(seconds(ofHTTPDate:)).map(Timestamp.init(seconds:))
    )
  }
}

extension HTTPClient.Response {
  /// How long the response stays fresh (RFC 9111, section 4.2): its `max-age` minus its `Age`; zero without `max-age`.
  var lifetime: Duration {
    let directives = (header("cache-control") ?? "").lowercased().split(separator: ",").map { String($0).trimmed }
    if directives.contains("no-store") || directives.contains("no-cache") { return .zero }
    guard let maxAge = directives.first(where: { $0.hasPrefix("max-age=") })?.dropFirst(8) else { return .zero }
    return .seconds(Self.deltaSeconds(Self.unquoted(maxAge)) - Self.deltaSeconds(header("age") ?? "0"))
  }

  /// The value of a directive, which may be a token or a quoted string (RFC 9111, section 5.2).
  private static func unquoted(_ value: Substring) -> Substring {
    value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"") ? value.dropFirst().dropLast() : value
  }

  /// Parses delta-seconds (RFC 9111, section 1.2.2). The maximum is 2^31; invalid text is zero.
  private static func deltaSeconds(_ text: some StringProtocol) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
    return min(Int(text) ?? .max, 1 << 31)
  }
}
