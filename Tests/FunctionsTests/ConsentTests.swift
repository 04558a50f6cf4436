import Domain
import TestSupport
import Testing

@testable import Functions

@Suite("Consent and age") struct ConsentTests {
  private let policy: JSON = ["consent": ["version": "2", "minimumAge": 13, "parentalUnder": 18]]

  private func check(
    born: String?, version: String? = "2", guardian: String? = nil, on now: Timestamp = .t0
  ) throws {
    let consent = GivenConsent(
      version: version, guardianEmail: guardian.flatMap(EmailAddress.init), birthDate: born)
    try consent.require(Policy.fixture(policy).consent, for: EmailAddress("kim@example.com"), on: now)
  }

  /// The day is 2026-11-21.
  @Test(
    arguments: [
      ("2008-11-21", nil, nil), ("2008-11-22", nil, .parentalConsentRequired), ("2008-11-22", "mum@example.com", nil),
      ("2008-11-22", "KIM@example.com", .parentalConsentRequired),
      ("2013-11-21", "mum@example.com", nil), ("2013-11-22", "mum@example.com", .underageUser),
      ("2026-11-22", nil, .eventInvalid), (nil, nil, .eventInvalid),
    ] as [(String?, String?, ErrorCode?)])
  func `a birthday counts from its day on`(_ born: String?, _ guardian: String?, _ expected: ErrorCode?) {
    #expect(code { try check(born: born, guardian: guardian) } == expected)
  }

  @Test func `the terms that hold now have to be agreed to`() {
    #expect(code { try check(born: "1990-01-01", version: "1") } == .consentRequired)
    #expect(code { try check(born: "1990-01-01", version: nil) } == .consentRequired)
  }

  @Test func `a policy without rules asks for nothing`() throws {
    let nothing = GivenConsent(version: nil, guardianEmail: nil, birthDate: nil)
    try nothing.require(Policy.fixture().consent, for: nil, on: .t0)
  }
}
