import Domain
import TestSupport
import Testing

@testable import Functions

@Suite("Signing in") struct SignInTests {
  private func decide(
    _ match: AccountMatch, _ identity: Identity = .fixture(), as role: String? = nil, signUp: [String] = ["admin"],
    revealAccounts: Bool = false
  ) throws -> AccountResolution {
    let policy = Policy.fixture([
      "roles": ["inviter": "admin", "invitee": "client", "signUp": JSON(signUp)],
      "revealAccounts": .bool(revealAccounts),
    ])
    return try SignIn.decide(match, identity, as: role, policy) { (role) throws(Problem) in .fixture("new", role: role)
    }
  }

  @Test("Whoever has an account signs in to it", arguments: [nil, "client"] as [String?])
  func existing(_ role: String?) throws {
    let account = Account.fixture("a")
    #expect(
      try decide(AccountMatch(bySubject: account), as: role)
        == .init(account: account, isNewAccount: false, isNewIdentity: false))
    #expect(
      try decide(AccountMatch(byEmail: account), as: role)
        == .init(account: account, isNewAccount: false, isNewIdentity: true))
  }

  @Test func `an account of another role is said to be of that role`() {
    let problem = #expect(throws: Problem.self) { try decide(AccountMatch(bySubject: .fixture("a")), as: "admin") }
    #expect(problem?.code == .roleMismatch)
    #expect(problem?.values == ["role": "client"])
  }

  @Test func `an address that one side has not proven signs nobody in to the other's account`() throws {
    let match = AccountMatch(byEmail: .fixture("a"))
    #expect(try decide(match, .fixture(verified: false), as: "admin").isNewAccount)
    #expect(try decide(AccountMatch(byEmail: .fixture("a", verified: false)), as: "admin").isNewAccount)
    #expect(code { try decide(AccountMatch(bySubject: .fixture("a", status: .disabled))) } == .userDisabled)
  }

  @Test(
    "Whoever is new signs up in a role that the policy allows",
    arguments: [
      (nil, ["admin"], "admin"), ("admin", ["admin"], "admin"), ("member", ["admin", "member"], "member"),
    ] as [(String?, [String], String)])
  func signUp(_ role: String?, _ allowed: [String], _ expected: String) throws {
    let decision = try decide(AccountMatch(), as: role, signUp: allowed)
    #expect(
      decision == .init(account: .fixture("new", role: expected), isNewAccount: true, isNewIdentity: true))
  }

  @Test(
    "Whoever is new and may not sign up is not told whether there is an account",
    arguments: [("client", ["admin"]), (nil, []), ("admin", []), ("Admin", ["admin"]), ("client", ["a", "b"])]
      as [(String?, [String])])
  func noSignUp(_ role: String?, _ allowed: [String]) {
    #expect(code { try decide(AccountMatch(), as: role, signUp: allowed) } == .invalidCredential)
    #expect(
      code { try decide(AccountMatch(), as: role, signUp: allowed, revealAccounts: true) } == .userNotFound)
  }

  @Test func `of several roles to sign up in, one has to be said`() {
    #expect(code { try decide(AccountMatch(), signUp: ["admin", "member"]) } == .invalidRole)
  }
}
