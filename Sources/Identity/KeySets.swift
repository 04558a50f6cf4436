import Domain
import HTTP
import Storage

/// The public keys of identity providers, kept in the database between events.
///
/// Fresh for as long as their HTTP response says, from 5 minutes to 24 hours. A key id that is not among them makes
/// them be fetched again, at most once a minute for each issuer. While the issuer is out of reach the old ones serve
/// for 24 hours more.
public struct KeySets {
  private let store: Store
  private let now: Timestamp
  private let deadline: Deadline
  private let traceparent: String?
  /// Whether `http:` may be used, on loopback.
  private let allowInsecure: Bool

  public init(store: Store, now: Timestamp, deadline: Deadline, traceparent: String?, allowInsecure: Bool) {
    self.store = store
    self.now = now
    self.deadline = deadline
    self.traceparent = traceparent
    self.allowInsecure = allowInsecure
  }

  private static let freshness = Duration.minutes(5)...Duration.hours(24)
  private static let staleness = Duration.hours(24)
  private static let pause = Duration.minutes(1)
  /// An issuer that takes longer is out of reach.
  private static let patience = Duration.seconds(5)

  /// The keys that may have signed a token with that key id, or any of them where the token has none.
  func keys(of provider: Provider, id: String?) throws(Problem) -> [VerificationKey] {
    func candidates(_ keySet: JSON) -> [VerificationKey] {
      let keys = VerificationKey.all(in: keySet)
      return id == nil ? keys : keys.filter { $0.id == nil || $0.id == id }
    }
    let url: String
    switch provider.keys {
    case .inline(let keySet): return candidates(keySet)
    case .url(let given): url = given
    case .discovered: url = Self.discoveryURL(provider.issuers[0])
    }
    guard let cached = try store.read({ (rows) throws(Problem) in try rows.keySet(url: url) }) else {
      return candidates(try fetch(url, provider))
    }
    let known = candidates(cached.keys)
    if cached.freshUntil > now, !known.isEmpty { return known }
    let mayRefetch = try store.write { (rows) throws(Problem) in
      try rows.mayRefetch(url: url, now: now, atMostEvery: Self.pause)
    }
    var trouble = "the issuer was out of reach within the last minute"
    if mayRefetch {
      do { return candidates(try fetch(url, provider)) } catch {
        guard error.code == .unavailable else { throw error }
        trouble = error.cause ?? error.detail
      }
    }
    guard cached.freshUntil + Self.staleness > now else {
      throw .unavailable("the keys of \(provider.name) are too old, and it is out of reach", cause: trouble)
    }
    return known
  }

  private static func discoveryURL(_ issuer: String) -> String {
    (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
  }

  private func fetch(_ url: String, _ provider: Provider) throws(Problem) -> JSON {
    let client = try HTTPClient()
    var keysURL = url
    if case .discovered = provider.keys {
      let document = try get(url, provider, client).json
      guard let issuer = document["issuer"]?.string, provider.issuers.contains(issuer),
        let found = document["jwks_uri"]?.string
      else { throw .unavailable("the discovery document of \(provider.name) is of no use", cause: url) }
      keysURL = found
    }
    let (keys, freshFor) = try get(keysURL, provider, client)
    guard !VerificationKey.all(in: keys).isEmpty else {
      throw .unavailable("the key set of \(provider.name) has no key that can be used", cause: keysURL)
    }
    try store.write { (rows) throws(Problem) in
      try rows.save(CachedKeySet(url: url, keys: keys, freshUntil: now + freshFor, attemptedAt: now))
    }
    return keys
  }

  private func get(
    _ url: String, _ provider: Provider, _ client: HTTPClient
  ) throws(Problem) -> (json: JSON, freshFor: Duration) {
    guard isAllowed(url) else {
      throw .misconfigured(
        "POLICY_FILE", "/providers/\(provider.name): \(url) is not https (http is for loopback, with ALLOW_INSECURE=1)")
    }
    let response = try client.get(url, traceparent: traceparent, by: deadline.atMost(Self.patience))
    guard response.status == 200, let json = try? JSON(parsing: response.body) else {
      throw .unavailable("the keys of \(provider.name) cannot be had", cause: "\(url) answered \(response.status)")
    }
    return (json, min(max(response.lifetime, Self.freshness.lowerBound), Self.freshness.upperBound))
  }

  private func isAllowed(_ url: String) -> Bool {
    url.hasPrefix("https://") || allowInsecure && url.hasPrefix("http://") && isLoopback(host(ofURL: url))
  }
}

extension HTTPClient.Response {
  /// How long the response stays fresh (RFC 9111, section 4.2): its `max-age` less its `Age`; zero where it has none.
  var lifetime: Duration {
    let directives = (header("cache-control") ?? "").lowercased().split(separator: ",").map { String($0).trimmed }
    if directives.contains("no-store") || directives.contains("no-cache") { return .zero }
    guard let maxAge = directives.first(where: { $0.hasPrefix("max-age=") }), let seconds = Int(maxAge.dropFirst(8))
    else { return .zero }
    return .seconds(seconds - (header("age").flatMap { Int($0) } ?? 0))
  }
}
