// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import TestSupport
import Testing

@testable import Functions

@Suite("The account of an identity") struct AccountMatchTests {
  @Test func `an unknown identity has no account`() throws {
    #expect(try AccountMatch().resolution(for: .fixture(), at: .t0) == nil)
  }

  @Test("An identity keeps its account when the addresses change", arguments: [true, false])
  func bySubject(_ verified: Bool) throws {
    let account = Account.fixture("a", email: "other@example.com", verified: verified)
    let found = try AccountMatch(bySubject: account).resolution(for: .fixture(email: nil, verified: false), at: .t0)
    #expect(found?.account == account)
    #expect(found?.isNewIdentity == false)
  }

  @Test func `the identity's own account comes before that of its address`() throws {
    let match = AccountMatch(bySubject: .fixture("own"), byEmail: .fixture("other"))
    #expect(try match.resolution(for: .fixture(), at: .t0)?.account.id == "own")
  }

  @Test(
    "An address links an identity to an account only if both sides have proven it",
    arguments: [true, false], [true, false])
  func byEmail(_ identityIsVerified: Bool, _ accountIsVerified: Bool) throws {
    let match = AccountMatch(byEmail: .fixture("a", verified: accountIsVerified))
    let identity = Identity.fixture(verified: identityIsVerified)
    if identityIsVerified && accountIsVerified {
      let found = try match.resolution(for: identity, at: .t0)
      #expect(found?.account.id == "a")
      #expect(found?.isNewIdentity == true)
    } else {
      #expect(try match.resolution(for: identity, at: .t0) == nil)
    }
  }

  @Test func `an address that is proven later becomes the account's, unless another has it by then`() throws {
    let unproven = Account.fixture("a", verified: false)
    let proven = try #require(try AccountMatch(bySubject: unproven).resolution(for: .fixture(), at: .t0))
    #expect(proven.proof != nil && proven.account.emailVerified)
    let late = try #require(
      try AccountMatch(bySubject: unproven, byEmail: .fixture("b")).resolution(for: .fixture(), at: .t0))
    #expect(late.account.id == "a" && late.proof == nil && !late.account.emailVerified)
    let still = try #require(try AccountMatch(bySubject: unproven).resolution(for: .fixture(verified: false), at: .t0))
    #expect(still.proof == nil && !still.account.emailVerified)
    let other = try #require(
      try AccountMatch(bySubject: unproven).resolution(for: .fixture(email: "x@example.com"), at: .t0))
    #expect(other.proof == nil && !other.account.emailVerified)
  }

  @Test func `a disabled account is reported only to a person who has proven the address`() throws {
    let disabled = Account.fixture("a", status: .disabled)
    #expect(code { try AccountMatch(bySubject: disabled).resolution(for: .fixture(), at: .t0) } == .userDisabled)
    #expect(code { try AccountMatch(byEmail: disabled).resolution(for: .fixture(), at: .t0) } == .userDisabled)
    let unproven = Identity.fixture(verified: false)
    #expect(try AccountMatch(byEmail: disabled).resolution(for: unproven, at: .t0) == nil)
  }

  @Test func `the database is asked for the subject first and for the address second`() throws {
    let folder = try TemporaryFolder()
    let store = folder.store("test.db")
    let environment = Environment.test(store: store)
    try store.write { (transaction) throws(Problem) in
      try transaction.accounts.insert(.fixture("one", email: "one@example.com"))
      try transaction.accounts.insert(.fixture("kim"))
      try transaction.identities.insert(.fixture(subject: "1"), of: "one", at: .t0)
    }
    func match(_ identity: Identity) throws -> AccountMatch {
      try environment.read(.fixture()) { (decision) throws(Problem) in try decision.identities.match(identity) }
    }
    #expect(try match(.fixture(subject: "1")).bySubject?.id == "one")
    #expect(try match(.fixture(subject: "2")).byEmail?.id == "kim")
    #expect(try match(.fixture(email: "KIM@EXAMPLE.COM", subject: "2")).byEmail?.id == "kim")
    #expect(
      try match(.fixture(verified: false, subject: "2")) == AccountMatch(), "an unverified address matches no account")
    #expect(try match(.fixture(email: nil, subject: "2")) == AccountMatch())
    #expect(try match(.fixture(email: "nobody@example.com", subject: "2")) == AccountMatch())
  }

  @Test(
    "A new account gets the first available name",
    arguments: [
      ("Kim Lee", "Client", "kim@b.de", "Kim Lee"), (nil, "Client", "kim@b.de", "Client"),
      (nil, nil, "kim@b.de", ""),
      (nil, nil, "x1@privaterelay.appleid.com", ""), (nil, nil, nil, ""),
    ] as [(String?, String?, String?, String)])
  func displayName(_ own: String?, _ given: String?, _ email: String?, _ expected: String) throws {
    let applicant = Applicant(
      .fixture(email: email, displayName: own), entry: .given(role: "client"), displayName: given, locale: "de")
    let account = try Policy.fixture().admit(applicant, id: "a1", omission: .allowed, now: .t0)
    #expect(account.displayName == expected)
    #expect(account.id == "a1" && account.role == "client" && account.locale == "de" && account.createdAt == .t0)
    #expect(account.status == .active && account.lastSignInAt == nil)
  }

  @Test(
    "A new account's address is of a domain that the policy allows",
    arguments: [
      ("a@ksu.edu", nil), ("a@KSU.EDU", nil), ("a@example.com", .emailDomainNotAllowed),
      ("a@mail.ksu.edu", .emailDomainNotAllowed), (nil, .emailDomainNotAllowed),
    ] as [(String?, ErrorCode?)])
  func domains(_ email: String?, _ expected: ErrorCode?) {
    let policy = Policy.fixture(["email": ["allowedDomains": ["ksu.edu"]]])
    let applicant = Applicant(.fixture(email: email), entry: .given(role: "client"))
    #expect(code { _ = try policy.admit(applicant, id: "a1", omission: .allowed, now: .t0) } == expected)
  }
}
