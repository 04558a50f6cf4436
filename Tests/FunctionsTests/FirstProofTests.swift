// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage
import TestSupport
import Testing

@testable import Functions

@Suite("The first proof of an address") struct FirstProofTests {
  private static let now = Timestamp.t0 + .hours(1)

  private static var filled: Account {
    var account = Account.fixture("a", verified: false)
    (account.photoURL, account.phone, account.locale) = ("https://example.com/a.png", "+4930123456", "de")
    (account.profile, account.username, account.externalID) = (["sport": "golf"], "kim", "7")
    account.birthDate = BirthDate("2010-01-01")
    account.consent = Consent(
      version: "1", agreedAt: .t0, guardian: .pending, guardianEmail: EmailAddress("mum@example.com"), guardianAt: .t0)
    return account
  }

  @Test(
    "the account in the answer is the one that is stored",
    arguments: [
      FirstProofRules.Proof.codeAlone, .password, .identity(issuer: "https://accounts.google.com", subject: "1"),
    ])
  func sameAccount(_ proof: FirstProofRules.Proof) throws {
    let folder = try TemporaryFolder()
    let store = folder.store("test.db")
    let expected = Self.filled.proven(by: proof, at: Self.now)
    let stored = try store.write { (transaction) throws(Problem) -> Account? in
      try transaction.accounts.insert(Self.filled)
      try transaction.accounts.update(Self.filled, at: .t0)
      try transaction.identities.insert(.fixture(), of: "a", at: .t0)
      _ = try transaction.firstProofs.apply(to: "a", by: proof, at: Self.now)
      if let email = expected.email { try transaction.accounts.markVerified(email, of: "a", at: Self.now) }
      return try transaction.accounts.find(id: "a")
    }
    var found = try #require(stored)
    found.updatedAt = expected.updatedAt
    #expect(found == expected)
  }
}
