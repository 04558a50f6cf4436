// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Glibc
import Identity
import Logging
import Storage

/// Creates the courier of an executable that sends mail.
package typealias CourierMaker = (
  _ settings: Settings, _ policy: Policy, _ secret: SecretKey, _ messages: Messages, _ now: Timestamp
) -> any Courier

/// Creates what renders the pages of an executable that answers programs and browsers.
package typealias PageRendering = (_ settings: PageSettings) -> PageMaker

extension PageSettings {
  package init(_ settings: Settings) {
    self.init(
      templateFolders: { () throws(Problem) in try settings.templatesDirectories },
      formsByName: { () throws(Problem) in try settings.flag("FORMS_BY_NAME") }, publicURL: settings.publicURL)
  }
}

extension Environment {
  /// The production environment.
  /// - Parameters:
  ///   - store: the open store of the previous event in this process.
  ///   - log: the log of the event.
  static func live(
    _ settings: Settings, policy: Policy, store: Store?, messages: Messages, deadline: Deadline, traceparent: String?,
    log: Logger?, courier: CourierMaker?, page: PageMaker?
  ) throws(Problem) -> Environment {
    let store =
      if let store { store } else {
        try Store.at(settings.database, legacyRole: policy.roles.legacy, deadline: deadline)
      }
    return try live(
      settings, policy: policy, store: store, messages: messages, deadline: deadline, traceparent: traceparent,
      log: log, courier: courier, page: page)
  }

  /// The production environment of an operator's command. Without a `deadline`, it waits at most `timeout` for each
  /// lock only.
  /// - Parameters:
  ///   - isTrial: whether it works on a temporary copy of the database.
  ///   - needsDatabase: whether the database must exist. Otherwise a wrong path would create an empty database.
  ///   - needsKey: whether the command uses the secret key, which must then be that of the database.
  /// - Throws: `service/misconfigured`.
  package static func forOperator(
    _ settings: Settings, isTrial: Bool = false, needsDatabase: Bool = false, needsKey: Bool = true,
    timeout: Duration = .seconds(30), deadline: Deadline = Deadline(in: .days(365))
  ) throws(Problem) -> Environment {
    let policy = try settings.policy()
    let database = try settings.database
    if needsDatabase { try database.requireFile() }
    let store = Store.at(
      database, isTrial: isTrial, legacyRole: policy.roles.legacy, deadline: deadline, timeout: timeout)
    if needsDatabase, try !store.hasTables() {
      throw .misconfigured("DATABASE_URL", "the database has no tables of Vestibule")
    }
    return try live(
      settings, policy: policy, store: store, messages: settings.messages(wording: policy.messages),
      deadline: deadline, traceparent: nil, log: nil, courier: nil, page: nil, needsKey: needsKey)
  }

  private static func live(
    _ settings: Settings, policy: Policy, store: Store, messages: Messages, deadline: Deadline, traceparent: String?,
    log: Logger?, courier: CourierMaker?, page: PageMaker?, needsKey: Bool = true
  ) throws(Problem) -> Environment {
    let now = currentTime()
    let secret = settings.secret()
    if needsKey {
      try settings.requireSecretKey()
      store.keyCheck = secret.check(at: now)
    }
    store.showsTeams = policy.hasTeams
    let issuerClient = IssuerClient(
      store: store, now: now, deadline: deadline, traceparent: traceparent,
      allowInsecure: try settings.flag("ALLOW_INSECURE"))
    let ids = IDSource()
    return Environment(
      policy: policy,
      clock: EventClock(
        eventTime: now, deadline: deadline, time: currentTime,
        sleep: { usleep(UInt32(clamping: $0.wholeMilliseconds * 1000)) }),
      random: randomBytes, newID: { ids.next() }, store: store, secret: secret,
      authentication: try authentication(settings, policy, secret, issuerClient, at: now, by: deadline),
      webhookKeys: WebhookKeys(now: now, certificates: SNSCertificates(issuerClient), values: settings.secrets),
      messages: messages,
      catalogue: FunctionCatalogue(
        schema: { Catalogue.schema(["$ref": .string("#/$defs/\($0)")]) },
        entry: { function in
          let entry = Catalogue.entry(of: function)
          return (AccessRule(entry), Catalogue.schema(entry["event"] ?? [:]))
        }),
      publicURL: settings.publicURL, timeZone: TimeZoneFiles.rules,
      courier: courier?(settings, policy, secret, messages, now),
      traceparent: traceparent, page: page,
      requirePerson: { (token, function, environment) throws(Problem) in
        try BotCheck(settings: settings, log: log).requirePerson(token, calling: function, environment)
      })
  }

  private static func authentication(
    _ settings: Settings, _ policy: Policy, _ secret: SecretKey, _ issuerClient: IssuerClient, at now: Timestamp,
    by deadline: Deadline
  ) throws(Problem) -> Authentication {
    let hash = policy.password?.argon2 ?? .standard
    return Authentication(
      idTokens: IDTokenVerifier(providers: policy.providers, keySets: KeySets(issuerClient), now: now),
      codeFlow: CodeFlow(issuerClient) { () throws(Problem) in try settings.secrets("CLIENT_SECRETS") },
      accessTokens: AccessTokens(
        issuer: try settings["PUBLIC_URL"] ?? "urn:vestibule", secret: secret, random: randomBytes, now: now,
        lifetime: policy.session.access),
      passwordHasher: PasswordHasher(parameters: hash, random: randomBytes, deadline: deadline) { () throws(Problem) in
        try settings.hashingSlots(memoryOfHash: hash.memoryKiB << 10, by: deadline)
      },
      isCommonPassword: settings.isCommonPassword)
  }
}
