// SPDX-License-Identifier: Apache-2.0

/// The settings of one app, from the policy file. Its schema, with every default, is `$defs/policy` of
/// functions.json.
public struct Policy: Sendable {
  public let app: App
  public let roles: Roles
  /// The enabled identity providers, by name.
  public let providers: [String: Provider]
  public let invitation: InvitationRules
  public let email: EmailRules
  public let profile: ProfileRules
  /// The rules for passwords; nil if the policy does not enable passwords.
  public let password: PasswordRules?
  public let consent: ConsentRules
  /// Where the app's own server receives events.
  public let webhooks: [Webhook]
  /// Origins whose pages may call functions over HTTP (Fetch standard, "CORS protocol"); `*` for any.
  public let corsOrigins: [String]
  /// The app's own texts of messages, by language and code.
  public let messages: JSON
  public let session: SessionRules
  public let retention: RetentionRules
  public let revealAccounts: Bool
  private let limits: JSON

  public func limit(_ name: Limit.Name) -> Limit {
    let limit = limits[name.rawValue]
    return Limit(
      max: limit?["max"]?.integer ?? 0, window: .seconds(limit?["seconds"]?.integer ?? 0),
      block: .seconds(limit?["blockSeconds"]?.integer ?? 0))
  }

  /// The name of an enabled sign-in method; nil for other names, which an anonymous caller may have made up.
  public func known(_ provider: String?) -> String? {
    provider.flatMap { $0 == "password" || providers[$0] != nil ? $0 : nil }
  }

  public struct App: Sendable {
    public let name: String
    public let tagline: String?
    public let urlScheme: String
    public let appStoreURL: String?
    public let playStoreURL: String?
    public let supportEmail: String?
    public let bundleIDs: [String]
    /// The iOS apps that may open this server's links, each as team id, dot and bundle id.
    public let appleAppIDs: [String]
    public let androidApps: [AndroidApp]
    /// Languages with templates and messages; the first is the default.
    public let locales: [String]

    public struct AndroidApp: Sendable {
      public let package: String
      /// SHA-256 of each signing certificate, in hexadecimal with colons.
      public let fingerprints: [String]
    }

    /// The variables of templates.
    public var json: JSON {
      .object([
        "name": JSON(name), "tagline": tagline.map(JSON.string), "urlScheme": JSON(urlScheme),
        "appStoreURL": appStoreURL.map(JSON.string), "playStoreURL": playStoreURL.map(JSON.string),
        "supportEmail": supportEmail.map(JSON.string),
      ])
    }
  }

  public struct Roles: Sendable {
    public let inviter: String
    public let invitee: String
    /// Roles that a person may take without an invitation.
    public let signUp: [String]
    /// The role of a stored account that has none.
    public let legacy: String?
  }

  public struct Webhook: Sendable {
    public let url: String
    /// The event types that it receives; nil for all.
    public let events: [String]?
  }

  public struct InvitationRules: Sendable {
    public enum EmailMatch: String, Sendable { case strict, relay, any }
    public let days: Int
    public let emailMatch: EmailMatch
    public let remindDaysBefore: [Int]
    /// Whether an inviter may add a note to a mail.
    public let allowNote: Bool
  }

  public struct EmailRules: Sendable {
    /// In ASCII, like the domains of addresses that they are compared with.
    public let allowedDomains: [String]?
    public let verificationRequired: Bool

    public func allows(_ email: EmailAddress) -> Bool {
      allowedDomains?.contains(email.asciiDomain) ?? true
    }
  }

  public struct SessionRules: Sendable {
    public let access: Duration
    public let idle: Duration
    public let absolute: Duration
    public let maxPerAccount: Int
  }

  /// How long records are kept after their use.
  public struct RetentionRules: Sendable {
    /// Since the entry.
    public let audit: Duration
    /// Since the session's end. A device counts as known for the same time.
    public let session: Duration
    /// Since the mail's final state. A bounce can be matched to its mail for the same time.
    public let mail: Duration
  }

  public enum Presence: String, Sendable { case required, optional }
}

/// An identity provider that signs ID tokens (OpenID Connect Core 1.0).
public struct Provider: Sendable {
  public let name: String
  /// The values of `iss` that this provider uses; the first one is stored.
  public let issuers: [String]
  /// The values of `aud` that are this app. Tokens for other audiences are refused.
  public let audiences: [String]
  public let keys: Keys
  public let nonceRequired: Bool
  public let nonceForm: NonceForm
  /// Whether all issuers are names of the same issuer, with one set of subjects.
  public let issuersAreAliases: Bool
  /// Whether emails are verified even if the token does not say so.
  public let trustsEmail: Bool

  /// How the token contains the nonce that the app sends with it.
  public enum NonceForm: String, Sendable {
    /// As SHA-256 in lower-case hexadecimal.
    case sha256
    /// Unchanged.
    case plain
  }

  public enum Keys: Sendable {
    /// A key set (RFC 7517, section 5) in the policy itself.
    case inline(JSON)
    /// The URL of a key set.
    case url(String)
    /// The key set at the `jwks_uri` of the issuer's discovery document (OpenID Connect Discovery 1.0, section 4).
    case discovered
  }
}

/// A rate limit: at most `max` events per `window`, per key.
public struct Limit: Sendable, Equatable {
  public let max: Int
  public let window: Duration
  /// How long a key is refused after it reached the limit, counted from that time; zero for no longer than the
  /// window.
  public let block: Duration

  public init(max: Int, window: Duration, block: Duration = .zero) {
    self.max = max
    self.window = window
    self.block = block
  }

  public enum Name: String, CaseIterable, Sendable {
    case signIn, signInAccount, verifyEmail, verifyEmailPause, resetPassword, signUp, invite, inviteRecipient, guardian
  }
}

extension Policy {
  /// Reads a policy that has passed its schema, with defaults filled in.
  public init(_ json: JSON) throws(Problem) {
    func integer(_ section: String, _ name: String) -> Int { json[section]?[name]?.integer ?? 0 }
    func strings(_ value: JSON?) -> [String]? { value?.array?.compactMap(\.string) }
    app = App(
      name: json["app"]?["name"]?.string ?? "", tagline: json["app"]?["tagline"]?.string,
      urlScheme: json["app"]?["urlScheme"]?.string ?? "",
      appStoreURL: json["app"]?["appStoreURL"]?.string, playStoreURL: json["app"]?["playStoreURL"]?.string,
      supportEmail: json["app"]?["supportEmail"]?.string, bundleIDs: strings(json["app"]?["bundleIDs"]) ?? [],
      appleAppIDs: strings(json["app"]?["appleAppIDs"]) ?? [],
      androidApps: (json["app"]?["androidApps"]?.array ?? []).map {
        App.AndroidApp(package: $0["package"]?.string ?? "", fingerprints: strings($0["fingerprints"]) ?? [])
      },
      locales: strings(json["app"]?["locales"]) ?? [])
    roles = Roles(
      inviter: json["roles"]?["inviter"]?.string ?? "", invitee: json["roles"]?["invitee"]?.string ?? "",
      signUp: strings(json["roles"]?["signUp"]) ?? [], legacy: json["roles"]?["legacy"]?.string)
    invitation = InvitationRules(
      days: integer("invitation", "days"),
      emailMatch: InvitationRules.EmailMatch(rawValue: json["invitation"]?["emailMatch"]?.string ?? "") ?? .strict,
      remindDaysBefore: (json["invitation"]?["remindDaysBefore"]?.array ?? []).compactMap(\.integer).sorted(),
      allowNote: json["invitation"]?["allowNote"]?.bool ?? false)
    email = EmailRules(
      allowedDomains: try strings(json["email"]?["allowedDomains"])?.map(Self.domain),
      verificationRequired: json["email"]?["verification"] == "required")
    profile = try ProfileRules(json["profile"])
    password = (json["providers"]?["password"]).map(PasswordRules.init)
    consent = ConsentRules(json["consent"])
    messages = json["messages"] ?? [:]
    webhooks = (json["webhooks"]?.array ?? []).map {
      Webhook(url: $0["url"]?.string ?? "", events: strings($0["events"]))
    }
    corsOrigins = strings(json["cors"]?["origins"]) ?? []
    session = SessionRules(
      access: .minutes(integer("session", "accessMinutes")), idle: .days(integer("session", "idleDays")),
      absolute: .days(integer("session", "absoluteDays")), maxPerAccount: integer("session", "maxPerAccount"))
    retention = RetentionRules(
      audit: .days(integer("retention", "auditDays")), session: .days(integer("retention", "sessionDays")),
      mail: .days(integer("retention", "mailDays")))
    revealAccounts = json["revealAccounts"]?.bool ?? false
    limits = json["limits"] ?? [:]
    providers = try Self.providers(json, app: app)
  }

  private static func domain(_ text: String) throws(Problem) -> String {
    guard let ascii = DomainName.ascii(text.lowercased().nfc), DomainName.isHostName(ascii) else {
      throw .misconfigured("POLICY_FILE", "/email/allowedDomains: \"\(text)\" is not a domain such as example.com")
    }
    return ascii
  }

  private static func providers(_ json: JSON, app: App) throws(Problem) -> [String: Provider] {
    var providers: [String: Provider] = [:]
    for (name, settings) in json["providers"]?.members?.pairs ?? [] where name != "password" {
      providers[name] = try Provider(name: name, settings: settings, app: app)
    }
    return providers
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
    guard !issuers.isEmpty else { throw missing("issuer", "a provider without a preset needs its issuer") }
    self.issuers = issuers
    audiences = settings["audiences"]?.array?.compactMap(\.string) ?? preset.audiences
    nonceRequired = settings["nonce"] == "required"
    nonceForm = settings["nonceForm"]?.string.flatMap(NonceForm.init) ?? preset.nonceForm
    issuersAreAliases = settings["issuer"] == nil
    trustsEmail = settings["trustEmail"]?.bool ?? false
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

    /// Google: developers.google.com/identity/openid-connect. Apple: "Verifying a user" of Sign in with Apple.
    /// Firebase: "Verify ID Tokens". Supabase: "JWT Signing Keys".
    init(name: String, settings: JSON, app: Policy.App) throws(Problem) {
      switch name {
      case "google":
        issuers = ["https://accounts.google.com", "accounts.google.com"]
        jwksURL = "https://www.googleapis.com/oauth2/v3/certs"
      case "apple":
        issuers = ["https://appleid.apple.com", "https://account.apple.com"]
        jwksURL = "https://appleid.apple.com/auth/keys"
        audiences = app.bundleIDs
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
      default: break
      }
    }
  }
}
