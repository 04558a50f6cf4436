// SPDX-License-Identifier: Apache-2.0

/// An entry of the policy's `providers`: an identity provider that signs ID tokens (OpenID Connect Core 1.0).
package struct Provider: Sendable {
  package let name: String
  /// The values of `iss` that this provider uses; the first one is stored.
  package let issuers: [String]
  /// Nil for providers other than Microsoft.
  private let tenants: MicrosoftTenants?
  /// The values of `aud` that are this app. Tokens for other audiences are refused.
  package let audiences: [String]
  package let keys: Keys
  package let nonceRequired: Bool
  package let nonceForm: NonceForm
  /// Whether all issuers are names of the same issuer, with one set of subjects.
  package let issuersAreAliases: Bool
  /// Whether emails are verified even if the token does not say so.
  package let trustsEmail: Bool
  /// Apple's token endpoints; nil for other providers, or if the policy does not use them.
  package let appleClient: AppleClient?
  /// The client of pages; nil if the provider has no audiences.
  package let browserClient: BrowserClient?

  /// Signing in with it.
  package var method: SignInMethod { SignInMethod(name) }

  /// Whether people can sign in with it: without audiences, every ID token is refused.
  package var isEnabled: Bool { !audiences.isEmpty }

  /// Whether ID tokens of an issuer are this provider's.
  /// - Parameter tenant: the claim `tid` of Microsoft's tokens; nil where there is no token.
  package func accepts(issuer: String, tenant: String? = nil) -> Bool {
    issuers.contains(issuer) || tenants?.accept(issuer: issuer, tenant: tenant) ?? false
  }

  /// Whether a discovery document with that issuer is this provider's.
  package func accepts(discovered issuer: String) -> Bool {
    issuers.contains(issuer) || tenants?.accept(discovered: issuer) ?? false
  }

  /// How the token contains the nonce that the app sends with it.
  package enum NonceForm: String, Sendable {
    /// As SHA-256 in lower-case hexadecimal.
    case sha256
    /// Unchanged.
    case plain
  }

  /// Where the keys that verify a provider's ID tokens are.
  package enum Keys: Sendable {
    /// A key set (RFC 7517, section 5) in the policy itself.
    case inline(JSON)
    /// The URL of a key set.
    case url(String)
    /// The key set at the `jwks_uri` of the issuer's discovery document (OpenID Connect Discovery 1.0, section 4).
    case discovered
  }
}

extension Provider {
  /// Combines the preset of the provider's name with the policy's settings, which take precedence.
  init(name: String, settings: JSON, app: Policy.App) throws(Problem) {
    func missing(_ key: String, _ why: String) -> Problem {
      .misconfigured("POLICY_FILE", "/providers/\(name)/\(key): \(why)")
    }
    let preset = try Preset(name: name, settings: settings, app: app)
    self.name = name
    let issuers = settings["issuer"].map { $0.array?.compactMap(\.string) ?? [$0.string ?? ""] } ?? preset.issuers
    guard !issuers.isEmpty else {
      guard let key = Preset.requiredSettings[name] else {
        throw missing("issuer", "a provider without a preset needs its issuer")
      }
      throw missing(key, "the preset of \(name) needs it")
    }
    self.issuers = issuers
    tenants = preset.tenants
    audiences = settings["audiences"]?.array?.compactMap(\.string) ?? preset.audiences
    nonceRequired = settings["nonce"] == "required"
    nonceForm = settings["nonceForm"]?.string.flatMap(NonceForm.init) ?? preset.nonceForm
    issuersAreAliases = settings["issuer"] == nil && preset.tenants == nil
    trustsEmail = settings["trustEmail"]?.bool ?? false
    appleClient = try AppleClient(name, settings)
    browserClient = BrowserClient(name, settings, audiences: audiences, bundleIDs: app.bundleIDs)
    if let jwks = settings["jwks"] {
      keys = .inline(jwks)
    } else if let url = settings["jwksURL"]?.string ?? preset.jwksURL {
      keys = .url(url)
    } else {
      keys = .discovered
    }
  }

  private struct Preset {
    var issuers: [String] = []
    var audiences: [String] = []
    var jwksURL: String?
    var nonceForm = NonceForm.plain
    var tenants: MicrosoftTenants?

    /// The setting without which a preset has no issuer.
    static let requiredSettings = ["firebase": "projectID", "supabase": "url", "microsoft": "tenants"]

    /// Google: developers.google.com/identity/openid-connect. Apple: "Verifying a user" of Sign in with Apple.
    /// Firebase: "Verify ID Tokens". Supabase: "JWT Signing Keys".
    init(name: String, settings: JSON, app: Policy.App) throws(Problem) {
      switch name {
      case "google":
        issuers = ["https://accounts.google.com", "accounts.google.com"]
        jwksURL = "https://www.googleapis.com/oauth2/v3/certs"
      case "apple":
        issuers = Identity.appleIssuers
        jwksURL = "https://appleid.apple.com/auth/keys"
        let clientIDs = settings["clientIDs"]?.array?.compactMap(\.string) ?? []
        audiences = app.bundleIDs + clientIDs.filter { !app.bundleIDs.contains($0) }
        nonceForm = .sha256
      case "firebase":
        guard let project = settings["projectID"]?.string else { return }
        issuers = ["https://securetoken.google.com/\(project)"]
        audiences = [project]
        jwksURL =
          "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
      case "supabase":
        guard let url = settings["url"]?.string else { return }
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        issuers = ["\(base)/auth/v1"]
        audiences = ["authenticated"]
        jwksURL = "\(base)/auth/v1/.well-known/jwks.json"
      case "microsoft":
        guard let names = settings["tenants"]?.array?.compactMap(\.string) else { return }
        guard let tenants = MicrosoftTenants(names) else {
          throw .misconfigured(
            "POLICY_FILE", "/providers/\(name)/tenants: should be common, organizations, consumers, or ids of tenants")
        }
        self.tenants = tenants
        issuers = [tenants.discoveryIssuer]
      default: break
      }
    }
  }
}
