// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Configuration
@testable import Domain

@Suite("The policy") struct PolicyTests {
  private func policy(_ json: JSON) throws -> (policy: Policy, pointers: [String]) {
    let (normal, fields) = Catalogue.schema(["$ref": "#/$defs/policy"]).normalise(json)
    return (try Policy(normal), fields.map(\.pointer))
  }

  @Test func `an empty policy is one of the built-in app`() throws {
    let (policy, pointers) = try policy([:])
    #expect(pointers.isEmpty)
    #expect(policy.app.name == "PFA" && policy.app.urlScheme == "pfa" && policy.app.bundleIDs.isEmpty)
    #expect(policy.app.locales == ["en", "de", "es"])
  }

  @Test func `by default inviters sign up, with Apple or Google, and a display name is required`() throws {
    let policy = try policy([:]).policy
    #expect(policy.roles.inviter == "admin" && policy.roles.invitee == "client")
    #expect(policy.roles.signUp == ["admin"])
    #expect(policy.roles.legacy == nil)
    #expect(policy.providers.keys.sorted() == ["apple", "google"])
    #expect(policy.email.allowedDomains == nil && !policy.email.verificationRequired)
    #expect(policy.profile.displayName == .required && !policy.revealAccounts)
  }

  @Test func `by default an invitation is valid for 30 days, to its address or a private relay's`() throws {
    let policy = try policy([:]).policy
    #expect(policy.invitation.days == 30 && policy.invitation.emailMatch == .relay)
    #expect(policy.invitation.remindDaysBefore.isEmpty)
  }

  @Test func `by default a session ends after 30 days without use, and after 90 days`() throws {
    let policy = try policy([:]).policy
    #expect(policy.session.access == .minutes(60) && policy.session.idle == .days(30))
    #expect(policy.session.absolute == .days(90) && policy.session.maxPerAccount == 5)
  }

  @Test func `the default limits are those of the documentation`() throws {
    let policy = try policy([:]).policy
    #expect(
      Dictionary(uniqueKeysWithValues: Limit.Name.allCases.map { ($0, policy.limit($0)) }) == [
        .signIn: Limit(max: 5, window: .minutes(15)), .signInAccount: Limit(max: 5, window: .minutes(15)),
        .verifyEmail: Limit(max: 3, window: .hours(1)), .verifyEmailPause: Limit(max: 1, window: .seconds(60)),
        .resetPassword: Limit(max: 3, window: .hours(1)), .signUp: Limit(max: 3, window: .hours(1)),
        .invite: Limit(max: 200, window: .hours(1)), .inviteRecipient: Limit(max: 3, window: .hours(1)),
        .guardian: Limit(max: 3, window: .hours(24)), .mailRequests: Limit(max: 20, window: .hours(1)),
        .shortCode: Limit(max: 10, window: .minutes(15)), .shortCodeAll: Limit(max: 1000, window: .hours(1)),
        .joinNotice: Limit(max: 20, window: .hours(24)), .inviteTeam: Limit(max: 2000, window: .hours(1)),
        .requestInvitation: Limit(max: 1, window: .hours(24)),
        .all: Limit(max: 600, window: .seconds(60)), .serviceKey: Limit(max: 6000, window: .seconds(60)),
      ])
  }

  @Test func `the built-in policy has the schema's defaults, and the app's links, texts and messages`() throws {
    let schema = Catalogue.schema(["$ref": "#/$defs/policy"])
    let builtIn = schema.normalise(try FunctionsFile.file("templates/policies/pfa.json"))
    let defaults = schema.normalise([:]).value
    #expect(builtIn.fields.isEmpty)
    for (name, value) in builtIn.value.members?.pairs ?? [] where !["app", "texts", "messages"].contains(name) {
      #expect(defaults[name] == value)
    }
    for (name, value) in defaults["app"]?.members?.pairs ?? [] { #expect(builtIn.value["app"]?[name] == value) }
  }

  @Test("The policy of every app can be used", arguments: try FunctionsFile.files(in: "templates/policies"))
  func seeds(_ file: String) throws {
    let (policy, pointers) = try policy(try FunctionsFile.file("templates/policies/\(file)"))
    #expect(pointers.isEmpty)
    #expect(policy.roles.inviter != policy.roles.invitee)
    #expect(policy.providers.values.allSatisfy { !$0.issuers.isEmpty })
  }

  @Test func `an unknown key or an invalid value is named by its pointer`() throws {
    let json: JSON = [
      "app": ["nmae": "X"], "invitation": ["days": 366, "emailMatch": "some"], "limits": ["signIn": ["max": 5]],
      "session": ["idleDays": "30"], "revealAccounts": 1, "other": true,
    ]
    let schema = Catalogue.schema(["$ref": "#/$defs/policy"])
    #expect(
      Set(schema.normalise(json).fields.map(\.pointer)) == [
        "/app/nmae", "/invitation/days", "/invitation/emailMatch", "/limits/signIn/seconds", "/session/idleDays",
        "/revealAccounts", "/other",
      ])
  }

  /// Each kind of provider, with what its preset leaves to the policy.
  private func providers() throws -> [String: Provider] {
    let json: JSON = [
      "app": ["bundleIDs": ["de.pfa.app"]],
      "providers": [
        "google": ["audiences": ["g"], "nonce": "required"], "apple": [:], "firebase": ["projectID": "pfa-1"],
        "supabase": ["url": "https://x.supabase.co/"], "corp": ["issuer": ["https://id.corp", "https://old.corp"]],
      ],
    ]
    return try policy(json).policy.providers
  }

  @Test func `a provider's preset applies unless the policy overrides it`() throws {
    let providers = try providers()
    #expect(providers["google"]?.issuers == ["https://accounts.google.com", "accounts.google.com"])
    #expect(providers["google"]?.audiences == ["g"] && providers["google"]?.nonceRequired == true)
    #expect(providers["apple"]?.audiences == ["de.pfa.app"] && providers["apple"]?.nonceRequired == false)
    #expect(providers["apple"]?.nonceForm == .sha256 && providers["google"]?.nonceForm == .plain)
  }

  @Test func `the issuer of Firebase and of Supabase follows from the project`() throws {
    let providers = try providers()
    #expect(providers["firebase"]?.issuers == ["https://securetoken.google.com/pfa-1"])
    #expect(providers["firebase"]?.audiences == ["pfa-1"])
    #expect(providers["supabase"]?.issuers == ["https://x.supabase.co/auth/v1"])
    #expect(providers["supabase"]?.audiences == ["authenticated"])
  }

  @Test func `an issuer without a preset is discovered, and may have several names`() throws {
    let providers = try providers()
    #expect(providers["corp"]?.nonceForm == .plain)
    #expect(providers["corp"]?.issuers == ["https://id.corp", "https://old.corp"])
    guard case .discovered = providers["corp"]?.keys else {
      Issue.record("a provider without a key set finds it by discovery")
      return
    }
  }

  @Test("The policy decides the form of nonces", arguments: ["apple", "google"])
  func nonceForm(_ name: String) throws {
    for form in [Provider.NonceForm.sha256, .plain] {
      let providers = try policy(["providers": [name: ["nonceForm": .string(form.rawValue)]]]).policy.providers
      #expect(providers[name]?.nonceForm == form)
    }
  }

  @Test(
    "A provider without an issuer is an error of the policy, which names what is missing",
    arguments: [("corp", "issuer"), ("firebase", "projectID"), ("supabase", "url")])
  func missingIssuer(_ name: String, _ missing: String) {
    let problem = #expect(throws: Problem.self) { try policy(["providers": .object([name: [:]])]) }
    #expect(problem?.code == .misconfigured)
    #expect(problem?.detail.contains("/providers/\(name)/\(missing)") == true)
  }

  @Test func `addresses are allowed by domain, in any case`() throws {
    let rules = try policy(["email": ["allowedDomains": ["KSU.edu"]]]).policy.email
    #expect(rules.allows(EmailAddress("a@ksu.EDU")!))
    #expect(!rules.allows(EmailAddress("a@ksu.edu.evil.de")!))
    #expect(!rules.allows(EmailAddress("a@notksu.edu")!))
    #expect(try policy([:]).policy.email.allows(EmailAddress("a@b.de")!))
  }

  @Test func `the next reminder is the nearest one in the future`() throws {
    #expect(
      try policy(["invitation": ["remindDaysBefore": [7, 1, 3]]]).policy.invitation.remindDaysBefore == [1, 3, 7])
  }
}
