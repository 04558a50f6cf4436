// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage
import TestSupport
import Testing

@testable import Functions

@Suite("Second factors") struct FactorTests {
  private let policy = Policy.fixture(["factors": ["totp": true, "requiredFor": ["admin"]]])

  @Test("A role that needs a factor is complete with one", arguments: ["admin", "client"], [0, 1, 10])
  func requiredFactors(role: String, count: Int) {
    var account = Account.fixture("a", role: role)
    account.factors = count
    let state = policy.accountState(of: account, on: .t0).state
    #expect(state == (role == "admin" && count == 0 ? .factorRequired : .signedIn))
  }

  @Test func `every other state comes before a missing factor`() {
    let policy = Policy.fixture(["factors": ["totp": true, "requiredFor": ["client"]], "consent": ["version": "1"]])
    #expect(policy.accountState(of: .fixture("a"), on: .t0).state == .incomplete)
  }

  @Test func `a role needs no factor where none is on`() {
    #expect(throws: Problem.self) { try Policy(["factors": ["requiredFor": ["admin"]]]) }
  }

  @Test(
    "The origin of a page is at the relying party's domain or below it",
    arguments: [
      ("https://example.com", true), ("https://app.example.com:8443", true), ("android:apk-key-hash:x", true),
      ("https://notexample.com", false), ("https://example.com.evil.org", false), ("http://localhost", false),
    ])
  func origins(origin: String, isAccepted: Bool) {
    let policy = try? Policy(["factors": ["passkey": ["rpID": "example.com", "origins": [.string(origin)]]]])
    #expect((policy?.factors.passkey?.origins == [origin]) == isAccepted)
  }

  @Test func `an identity is read from a challenge as it was written`() throws {
    var identity = Identity.fixture()
    (identity.hasPrivateEmail, identity.transferSubject) = (true, "001.t")
    identity.singleUse = SingleUseToken(hash: "h", expiresAt: .t0)
    #expect(try Identity(stored: Fields(identity.stored)) == identity)
    let least = Identity(provider: "p", issuer: "i", subject: "s", email: nil, emailVerified: false)
    #expect(try Identity(stored: Fields(least.stored)) == least)
  }

  @Test func `the event of a sign-in is read from a challenge as it was written`() throws {
    let data = Fields([
      "identity": Identity.fixture().stored, "tokenPlace": "/identity/idToken", "as": "admin",
      "birthDate": "2001-02-28", "consent": ["version": "2", "guardianEmail": "mum@example.com"],
      "device": ["id": "d", "platform": "ios", "name": "n"],
    ])
    let event = try SignIn.Verified(data)
    #expect(event.role == "admin" && event.device == Device(id: "d", platform: "ios", name: "n"))
    #expect(try SignIn.Verified(Fields(event.json)).json == event.json)
    #expect(event.json == data.all)
  }

  @Test func `the first proof of an address ends the factors`() throws {
    var account = Account.fixture("a", verified: false)
    account.factors = 2
    let resolution = try AccountMatch(bySubject: account).resolution(for: .fixture(), at: .t0)
    #expect(resolution?.proof != nil && resolution?.account.factors == 0)
  }

  @Test func `reauthentication needs the factor of an account that has one, and takes no recovery code`() throws {
    let folder = try TemporaryFolder()
    let totp = TOTP(secret: [UInt8](repeating: 7, count: 20))
    let environment = Environment.test(policy: policy, store: folder.store(), secret: .fixture)
    var account = Account.fixture("a")
    account.factors = 1
    var factor = Factor(
      id: "f", accountID: "a", type: .totp, name: nil, createdAt: .t0, expiresAt: .t0, sealedSecret: nil)
    factor.sealedSecret = try SecretKey.fixture.seal(totp.secret.base64URL, for: .factors, at: "f")
    let stored = factor
    try environment.store.write { (transaction) throws(Problem) in
      try transaction.accounts.insert(account)
      try transaction.factors.insert(stored)
      var confirmed = stored
      confirmed.confirmedAt = .t0
      try transaction.factors.update(confirmed)
    }
    func pass(_ response: PresentedFactor.Response?, _ account: Account = account) throws -> PassedFactor? {
      let presented = response.map { PresentedFactor(factorID: nil, response: $0, pointer: "/factor") }
      return try environment.read(.fixture()) { (decision) throws(Problem) in
        try decision.factors.verifyAgain(presented, of: account)
      }
    }
    let right = try #require(TOTP.step(at: .t0).map(totp.code))
    let wrong = right == "000000" ? "000001" : "000000"
    #expect(code { _ = try pass(nil) } == .factorRequired)
    #expect(code { _ = try pass(.recoveryCode("00000-00000")) } == .eventInvalid)
    #expect(code { _ = try pass(.code(wrong)) } == .codeInvalid)
    guard case .factor(let used, nil) = try pass(.code(right)) else { throw Problem.bug("no factor was passed") }
    #expect(used.lastStep == TOTP.step(at: .t0) && used.lastUsedAt == .t0)
    #expect(try pass(nil, .fixture("b")) == nil)
  }
}
