// SPDX-License-Identifier: Apache-2.0

/// The settings of one app, from the policy file. Its schema, with every default, is `$defs/policy` of
/// functions.json.
package struct Policy: Sendable {
  package var app: App
  /// The rules for the data of accounts, which the client kit shares (`VestibuleRules`).
  package let accounts: AccountRules
  /// The enabled identity providers, by name.
  package let providers: [String: Provider]
  package let invitation: InvitationRules
  /// Whether people may sign in with a code that is mailed to them.
  package let hasSignInCodes: Bool
  /// Where the app's own server receives events.
  package let webhooks: [Webhook]
  /// The rules for push messages; nil if the policy has none.
  package let push: PushRules?
  /// Origins whose pages may call functions over HTTP (Fetch standard, "CORS protocol"); `*` for any.
  package let corsOrigins: [String]
  /// The app's own texts of messages, by language and code. What it calls a role has the code `role/` and its name.
  package let messages: JSON
  /// The app's own headlines and subtexts of pages, by language and page, what the app is (`app`), and its rules
  /// for passwords (`password`).
  package let texts: JSON
  package let session: SessionRules
  package let accessToken: AccessTokenRules
  package let retention: RetentionRules
  package let factors: FactorRules
  package let deletion: DeletionRules
  package let members: MemberRules
  /// Whether inviters can share their clients in teams.
  package let hasTeams: Bool
  /// Whether clients of Supabase Auth are answered.
  package let hasSupabase: Bool
  /// The check for bots; nil if there is none.
  package let botCheck: BotCheckRules?
  package let revealAccounts: Bool
  /// Whether new accounts that an identity creates count for the limit `signUp`.
  package let limitsProviderSignUps: Bool
  private let limits: JSON

  /// `aud` of access tokens.
  package var audience: String { accessToken.audience ?? app.name }
  /// What `aud` may be: also the name of the app, because `accessToken.audience` can be new.
  package var audiences: [String] { [audience, app.name] + (hasSupabase ? [Self.supabaseAudience] : []) }

  /// The rate limit of that name in the policy's `limits`.
  package func limit(_ name: Limit.Name) -> Limit {
    let limit = limits[name.rawValue]
    return Limit(
      max: limit?["max"]?.integer ?? 0, window: .seconds(limit?["seconds"]?.integer ?? 0),
      block: .seconds(limit?["blockSeconds"]?.integer ?? 0))
  }

  /// What the app is, in a language; nil if the policy does not say it.
  package func aboutApp(in language: LanguageTag) -> String? {
    let own = language.chain.lazy.compactMap { texts[$0]?["app"]?["about"]?.string }.first
    return own?.filled(with: ["app": app.name])
  }

  /// The identity providers with which people can sign in, by name.
  package var enabledProviders: [Provider] { providers.values.filter(\.isEnabled).sorted { $0.name < $1.name } }

  /// The method, if people can sign in with it; nil for names that an anonymous caller may have made up.
  package func known(_ method: SignInMethod?) -> SignInMethod? {
    method.flatMap { SignInMethod.own.contains($0) || providers[$0.name] != nil ? $0 : nil }
  }

  /// An entry of the policy's `webhooks`: a URL that receives events.
  package struct Webhook: Sendable {
    package let url: String
    /// The event types that it receives; nil for all.
    package let events: [String]?
  }

  /// The policy's `session`: lifetimes of sessions and tokens.
  package struct SessionRules: Sendable {
    package let access: Duration
    package let idle: Duration
    package let absolute: Duration
    package let maxPerAccount: Int
    /// How old the last authentication may be for actions with which a person who finds an unlocked phone could take
    /// over the account.
    package let recent: Duration
    /// Whether only the device of a session may refresh it.
    package let bindsDevice: Bool
    /// How long the refresh token before the current one is accepted.
    package let refreshGrace: Duration
  }

  /// The policy's `retention`: how long records are kept after their use.
  package struct RetentionRules: Sendable {
    /// Since the entry.
    package let audit: Duration
    /// Since the session's end. A device counts as known for the same time.
    package let session: Duration
    /// Since the mail's final state. A bounce can be matched to its mail for the same time.
    package let mail: Duration
  }

  /// The policy's `deletion`: how long a deletion can be undone, and what inviters keep.
  package struct DeletionRules: Sendable {
    /// What happens to the inviters' records of a person.
    package enum ClientRecords: String, Sendable { case anonymise, keep }
    /// How long the person can restore the account; zero if it is erased at once.
    package let grace: Duration
    package let clientRecords: ClientRecords
  }
}

/// An entry of the policy's `limits`: at most `max` events per `window`, per key.
package struct Limit: Sendable, Equatable {
  package let max: Int
  package let window: Duration
  /// How long a key is refused after it reached the limit, counted from that time; zero for no longer than the
  /// window.
  package let block: Duration

  package init(max: Int, window: Duration, block: Duration = .zero) {
    self.max = max
    self.window = window
    self.block = block
  }

  /// The name of a limit, as in the policy's `limits`.
  package enum Name: String, CaseIterable, Sendable {
    case signIn, signInAccount, verifyEmail, verifyEmailPause, resetPassword, signUp, invite, inviteRecipient, guardian
    case mailRequests, requestInvitation, shortCode, shortCodeAll, joinNotice, inviteTeam, serviceKey
    case all = "public"
  }
}

extension Policy {
  /// The audience of access tokens for clients of Supabase Auth.
  package static let supabaseAudience = "authenticated"
}

extension Policy {
  /// Reads a policy that has passed its schema, with defaults filled in.
  package init(_ json: JSON) throws(Problem) {
    func integer(_ section: String, _ name: String) -> Int { json[section]?[name]?.integer ?? 0 }
    func strings(_ value: JSON?) -> [String]? { value?.array?.compactMap(\.string) }
    app = App(json["app"] ?? [:])
    do throws(PolicyFault) {
      accounts = try AccountRules(json)
    } catch {
      throw .misconfigured("POLICY_FILE", error.detail)
    }
    invitation = try InvitationRules(json["invitation"], accounts.roles)
    hasSignInCodes = json["providers"]?["email"] != nil
    messages = Self.messages(json["messages"] ?? [:], json["roleDescriptions"] ?? [:])
    texts = try Self.texts(json["texts"] ?? [:])
    webhooks = (json["webhooks"]?.array ?? []).map {
      Webhook(url: $0["url"]?.string ?? "", events: strings($0["events"]))
    }
    push = PushRules(json["push"])
    corsOrigins = strings(json["cors"]?["origins"]) ?? []
    session = SessionRules(
      access: .minutes(integer("session", "accessMinutes")), idle: .days(integer("session", "idleDays")),
      absolute: .days(integer("session", "absoluteDays")), maxPerAccount: integer("session", "maxPerAccount"),
      recent: .minutes(integer("session", "recentMinutes")),
      bindsDevice: json["session"]?["bindDevice"]?.bool ?? false,
      refreshGrace: .seconds(integer("session", "refreshGraceSeconds")))
    accessToken = try AccessTokenRules(json["accessToken"], accounts.profile)
    retention = RetentionRules(
      audit: .days(integer("retention", "auditDays")), session: .days(integer("retention", "sessionDays")),
      mail: .days(integer("retention", "mailDays")))
    factors = try FactorRules(json["factors"], accounts.roles)
    deletion = DeletionRules(
      grace: .days(integer("deletion", "graceDays")),
      clientRecords: DeletionRules.ClientRecords(rawValue: json["deletion"]?["clientRecords"]?.string ?? "")
        ?? .anonymise)
    hasTeams = json["teams"]?.string == "on"
    hasSupabase = json["supabase"] != nil
    members = MemberRules(json["members"], roles: accounts.roles)
    botCheck = try json["botCheck"].map(BotCheckRules.init)
    revealAccounts = json["revealAccounts"]?.bool ?? false
    limits = json["limits"] ?? [:]
    limitsProviderSignUps = json["limitProviderSignUps"]?.bool ?? false
    providers = try Self.providers(json, app: app)
  }

  private static func messages(_ messages: JSON, _ roles: JSON) -> JSON {
    var all = messages.members ?? JSON.Members()
    for (language, names) in roles.members?.pairs ?? [] {
      let coded = JSON.Members((names.members?.pairs ?? []).map { ("role/\($0.name)", $0.value) })
      all[language] = (all[language] ?? [:]).merging(.object(coded))
    }
    return .object(all)
  }

  /// What the own texts of a page may name besides the app.
  private static let namesOfTexts = [
    "invite": ["inviter"], "join": ["inviter"], "accept": ["inviter"], "next": ["email"],
    "reset-password": ["email"],
  ]

  /// The app's own texts of pages, without names that would leave a gap.
  private static func texts(_ texts: JSON) throws(Problem) -> JSON {
    for (language, pages) in texts.members?.pairs ?? [] {
      for (page, own) in pages.members?.pairs ?? [] {
        let known = ["app"] + (namesOfTexts[page] ?? [])
        for (name, text) in own.members?.pairs ?? [] {
          for case .name(let used) in text.string?.placeholderParts ?? [] where !known.contains(used) {
            throw .misconfigured(
              "POLICY_FILE",
              "/texts/\(language)/\(page)/\(name): {\(used)} is unknown here; this text can have "
                + known.map { "{\($0)}" }.joined(separator: " and "))
          }
        }
      }
    }
    return texts
  }

  private static func providers(_ json: JSON, app: App) throws(Problem) -> [String: Provider] {
    var providers: [String: Provider] = [:]
    for (name, settings) in json["providers"]?.members?.pairs ?? [] where !SignInMethod.own.contains(SignInMethod(name))
    {
      providers[name] = try Provider(name: name, settings: settings, app: app)
    }
    return providers
  }
}
