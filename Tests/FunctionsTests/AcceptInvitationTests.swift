import Domain
import TestSupport
import Testing

@testable import Functions

@Suite("Accepting an invitation") struct AcceptInvitationTests {
  private static let made = Account.fixture("new")

  private func decide(
    _ invitation: Invitation = .fixture(), _ identity: Identity = .fixture(), _ match: AccountMatch = AccountMatch(),
    emailMatch: String = "relay", now: Timestamp = .t0
  ) throws -> AccountResolution {
    let policy = Policy.fixture(["invitation": ["days": 30, "emailMatch": .string(emailMatch)]])
    return try AcceptInvitation.decide(invitation, identity, match, policy, now: now) { () throws(Problem) in
      Self.made
    }
  }

  @Test func `whoever is new gets an account`() throws {
    let decision = try decide()
    #expect(decision == .init(account: Self.made, isNewAccount: true, isNewIdentity: true))
  }

  @Test func `whoever has an account keeps it`() throws {
    let account = Account.fixture("a")
    #expect(
      try decide(Self.match(account)) == .init(account: account, isNewAccount: false, isNewIdentity: false))
    #expect(
      try decide(.fixture(), .fixture(), AccountMatch(byEmail: account))
        == .init(account: account, isNewAccount: false, isNewIdentity: true))
  }

  private static func match(_ account: Account) -> AccountMatch { AccountMatch(bySubject: account) }
  private func decide(_ match: AccountMatch) throws -> AccountResolution {
    try decide(.fixture(), .fixture(), match)
  }

  @Test("Another role than the invitee's cannot accept", arguments: ["admin", "trainer", "", "Client"])
  func roleMismatch(_ role: String) {
    let problem = #expect(throws: Problem.self) { try decide(Self.match(.fixture("a", role: role))) }
    #expect(problem?.code == .roleMismatch)
    #expect(problem?.values["role"] == role)
  }

  @Test(
    "Only a pending invitation can be accepted",
    arguments: [
      (.pending, nil), (.accepted, .invitationAlreadyAccepted), (.revoked, .invitationRevoked),
      (.expired, .invitationExpired),
    ] as [(Invitation.Status, ErrorCode?)])
  func status(_ status: Invitation.Status, _ expected: ErrorCode?) {
    #expect(code { try decide(.fixture(status: status)) } == expected)
  }

  @Test func `an invitation expires at its moment, sweep or not`() throws {
    let end = Timestamp.t0 + .days(30)
    _ = try decide(now: end - .milliseconds(1))
    #expect(code { try decide(now: end) } == .invitationExpired)
    #expect(code { try decide(.fixture(status: .accepted), now: end) } == .invitationAlreadyAccepted)
    #expect(code { try decide(.fixture(status: .revoked), now: end) } == .invitationRevoked)
  }

  @Test(
    "Whose email may accept is the policy's to say",
    arguments: [
      ("strict", "kim@example.com", true, nil), ("strict", "KIM@EXAMPLE.COM", true, nil),
      ("strict", "kim@example.com", false, .invitationEmailMismatch),
      ("strict", "lee@example.com", true, .invitationEmailMismatch),
      ("strict", "x@privaterelay.appleid.com", true, .invitationEmailMismatch),
      ("strict", nil, true, .invitationEmailMismatch), ("relay", "kim@example.com", true, nil),
      ("relay", "kim@example.com", false, .invitationEmailMismatch),
      ("relay", "lee@example.com", true, .invitationEmailMismatch), ("relay", "x@privaterelay.appleid.com", true, nil),
      ("relay", "x@privaterelay.appleid.com", false, .invitationEmailMismatch),
      ("relay", "x@privaterelay.appleid.com.evil.de", true, .invitationEmailMismatch),
      ("relay", nil, false, .invitationEmailMismatch), ("any", "lee@example.com", true, nil),
      ("any", "lee@example.com", false, nil), ("any", nil, false, nil),
    ] as [(String, String?, Bool, ErrorCode?)])
  func emailMatch(_ rule: String, _ email: String?, _ verified: Bool, _ expected: ErrorCode?) {
    let identity = Identity.fixture(email: email, verified: verified)
    #expect(code { try decide(.fixture(), identity, emailMatch: rule) } == expected)
    #expect(
      code { try decide(.fixture(allowOtherEmail: true), identity, emailMatch: rule) } == nil,
      "an inviter may allow any other email")
  }

  @Test func `an unverified address ties nobody to an account, where any email may accept too`() throws {
    let match = AccountMatch(byEmail: .fixture("a"))
    #expect(try decide(.fixture(), .fixture(verified: false), match, emailMatch: "any").isNewAccount)
    let unverified = AccountMatch(byEmail: .fixture("a", verified: false))
    #expect(try decide(.fixture(), .fixture(), unverified).isNewAccount)
    #expect(code { try decide(Self.match(.fixture("a", status: .disabled))) } == .userDisabled)
  }

  @Test func `what is wrong with the invitation is said before what is wrong with the person`() {
    let stranger = Identity.fixture(email: "lee@example.com")
    let admin = Self.match(.fixture("a", role: "admin"))
    #expect(code { try decide(.fixture(status: .revoked), stranger, admin) } == .invitationRevoked)
    #expect(code { try decide(.fixture(), stranger, admin) } == .invitationEmailMismatch)
  }

  @Test func `no account is made for who may not have one`() {
    let policy = Policy.fixture()
    #expect(
      code {
        try AcceptInvitation.decide(.fixture(), .fixture(), AccountMatch(), policy, now: .t0) { () throws(Problem) in
          throw Problem(.emailDomainNotAllowed, "no")
        }
      } == .emailDomainNotAllowed)
    _ = code {
      try AcceptInvitation.decide(.fixture(status: .revoked), .fixture(), AccountMatch(), policy, now: .t0) {
        () throws(Problem) in
        Issue.record("an account was made")
        return Self.made
      }
    }
  }
}
