// SPDX-License-Identifier: Apache-2.0

import Domain
import TestSupport
import Testing

@testable import Functions

@Suite("Admission") struct AdmissionTests {
  private func applicant(_ change: (inout Applicant) -> Void = { _ in }) -> Applicant {
    var applicant = Applicant(
      entry: .signUp(role: "admin"), method: SignInMethod("google"), email: EmailAddress("kim@example.com"),
      emailVerified: true,
      displayName: "Kim")
    change(&applicant)
    return applicant
  }

  private func admit(
    _ applicant: Applicant, _ policy: JSON = [:], _ omission: Omission = .refused, now: Timestamp = .t0
  ) throws(Problem) -> Account {
    try Policy.fixture(policy).admit(applicant, id: "new", omission: omission, now: now)
  }

  @Test(
    "A new account has a role that the policy allows",
    arguments: [
      (nil, ["admin"], "admin"), ("admin", ["admin"], "admin"), ("member", ["admin", "member"], "member"),
    ] as [(String?, [String], String)])
  func role(_ role: String?, _ allowed: [String], _ expected: String) throws {
    let policy: JSON = ["roles": ["inviter": "admin", "invitee": "client", "signUp": JSON(allowed)]]
    #expect(try admit(applicant { $0.entry = .signUp(role: role) }, policy).role == expected)
  }

  @Test(
    "A role without sign-up is named",
    arguments: [("client", ["admin"]), (nil, []), ("admin", []), ("Admin", ["admin"]), (nil, ["a", "b"])]
      as [(String?, [String])])
  func wrongRole(_ role: String?, _ allowed: [String]) {
    let policy: JSON = ["roles": ["inviter": "admin", "invitee": "client", "signUp": JSON(allowed)]]
    #expect(code { _ = try admit(applicant { $0.entry = .signUp(role: role) }, policy) } == .invalidRole)
    #expect(code { _ = try admit(applicant { $0.entry = .given(role: "client") }, policy) } == nil)
  }

  private static let everything: JSON = [
    "roles": ["inviter": "admin", "invitee": "client", "signUp": ["admin"]],
    "email": ["allowedDomains": ["ksu.edu"]],
    "profile": [
      "displayName": "required", "phone": "required", "fields": ["year": ["type": "integer", "x-required": true]],
    ],
    "consent": ["version": "2", "minimumAge": 13, "parentalUnder": 18],
  ]

  @Test func `the first rule that is broken gives the code, and every one has its field`() throws {
    let nobody = applicant {
      $0.entry = .signUp(role: "king")
      $0.displayName = nil
      $0.phone = "1"
      $0.profile = ["year": "first"]
      $0.statement = StatedConsent(birthDate: BirthDate("2030-01-01"), version: "1")
    }
    let problem = #expect(throws: Problem.self) { try admit(nobody, Self.everything) }
    #expect(problem?.code == .invalidRole)
    #expect(
      problem?.fields.map(\.pointer) == [
        "/role", "/email", "/displayName", "/phone", "/profile/year", "/birthDate", "/consent/version",
      ])
  }

  @Test func `an absent value is refused if the way in requires everything, and missing otherwise`() throws {
    let bare = applicant {
      $0.email = EmailAddress("kim@ksu.edu")
      $0.displayName = nil
    }
    let problem = #expect(throws: Problem.self) { try admit(bare, Self.everything) }
    #expect(problem?.code == .invalidDisplayName)
    #expect(
      problem?.fields.map(\.pointer) == ["/displayName", "/phone", "/profile/year", "/birthDate", "/consent/version"])
    let account = try admit(bare, Self.everything, .allowed)
    let accountState = Policy.fixture(Self.everything).accountState(of: account, on: .t0)
    #expect(accountState.state == .incomplete)
    #expect(accountState.missing.map(\.name) == ["displayName", "phone", "birthDate", "consent", "profile/year"])
  }

  /// The day is 2026-11-21.
  @Test(
    "An age is reached on the birthday",
    arguments: [
      ("2008-11-21", nil, nil), ("2008-11-22", nil, .parentalConsentRequired), ("2008-11-22", "mum@example.com", nil),
      ("2008-11-22", "KIM@example.com", .parentalConsentRequired),
      ("2008-11-22", "Kim+mum@EXAMPLE.com", .parentalConsentRequired),
      ("2013-11-21", "mum@example.com", nil), ("2013-11-22", "mum@example.com", .underageUser),
      ("2026-11-22", nil, .eventInvalid), ("1896-11-21", nil, nil), ("1895-11-21", nil, .eventInvalid),
      (nil, nil, .eventInvalid),
    ] as [(String?, String?, ErrorCode?)])
  func age(_ born: String?, _ guardian: String?, _ expected: ErrorCode?) {
    let somebody = applicant {
      $0.statement = StatedConsent(
        birthDate: born.flatMap(BirthDate.init), version: "2", guardianEmail: guardian.flatMap(EmailAddress.init))
    }
    let policy: JSON = ["consent": ["version": "2", "minimumAge": 13, "parentalUnder": 18]]
    #expect(code { _ = try admit(somebody, policy) } == expected)
  }

  @Test func `the current terms must be accepted`() {
    let policy: JSON = ["consent": ["version": "2"]]
    for omission in [Omission.refused, .allowed] {
      #expect(
        code { _ = try admit(applicant { $0.statement = StatedConsent(version: "1") }, policy, omission) }
          == .consentRequired)
    }
    #expect(code { _ = try admit(applicant(), policy) } == .consentRequired)
    #expect(code { _ = try admit(applicant(), policy, .allowed) } == nil)
  }

  @Test func `a guardian is asked again for new terms, but not for an adult`() throws {
    let rules: (String) -> Policy = { .fixture(["consent": ["version": .string($0), "parentalUnder": 18]]) }
    var child = try rules("1").admit(
      applicant {
        $0.statement = StatedConsent(
          birthDate: BirthDate("2010-01-01"), version: "1", guardianEmail: EmailAddress("mum@example.com"))
      }, id: "new", omission: .refused, now: .t0)
    #expect(rules("1").accountState(of: child, on: .t0).state == .guardianPending)
    child.consent.guardian = .agreed
    #expect(rules("1").accountState(of: child, on: .t0).state == .signedIn)
    #expect(rules("2").accountState(of: child, on: .t0).missing == [.consent])
    #expect(rules("2").apply(StatedConsent(version: "2"), to: &child, ownAddresses: [], on: .t0) == [])
    #expect(rules("2").accountState(of: child, on: .t0).state == .guardianPending)
    #expect(rules("2").accountState(of: child, on: .t0 + .days(800)).state == .signedIn)
  }

  @Test func `a known birth date cannot be changed`() throws {
    var account = Account.fixture("a")
    account.birthDate = BirthDate("2010-01-01")
    let broken = Policy.fixture().apply(
      StatedConsent(birthDate: BirthDate("1990-01-01")), to: &account, ownAddresses: [], on: .t0)
    #expect(broken.map(\.pointer) == ["/birthDate"] && account.birthDate?.text == "2010-01-01")
  }
}
