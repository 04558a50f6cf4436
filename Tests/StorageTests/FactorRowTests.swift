// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import Testing

@testable import TestSupport

@Suite("Rows of factors") struct FactorRowTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
    try store.write { (transaction) throws(Problem) in try transaction.accounts.insert(.fixture("a")) }
  }

  private func factor(_ id: String, _ type: Factor.Kind = .totp) -> Factor {
    Factor(
      id: id, accountID: "a", type: type, name: "n", createdAt: .t0, expiresAt: .t0 + .minutes(10), sealedSecret: "s")
  }

  @Test func `a factor is read back before and after it is confirmed and used`() throws {
    var passkey = factor("p", .passkey)
    try store.write { (transaction) throws(Problem) in try transaction.factors.insert(passkey) }
    let found = { () throws in
      try store.read { (transaction) throws(Problem) in try transaction.factors.all(of: "a", now: .t0) }
    }
    #expect(try found() == [passkey])
    passkey.confirmedAt = .t0
    passkey.lastUsedAt = .t0 + .seconds(1)
    (passkey.sealedSecret, passkey.lastStep) = (nil, 7)
    passkey.credential = FactorCredential(
      id: "c", publicKey: "k", counter: Int(UInt32.max), isBackupEligible: true, isBackedUp: false, aaguid: "g",
      transports: ["internal", "hybrid"])
    try store.write { (transaction) throws(Problem) in try transaction.factors.update(passkey) }
    #expect(try found() == [passkey])
    #expect(
      try store.read { (transaction) throws(Problem) in try transaction.factors.find(credentialID: "c") } == passkey)
  }

  @Test func `an account counts its confirmed factors`() throws {
    func count() throws -> Int? {
      try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a")?.factors }
    }
    #expect(try count() == 0)
    try store.write { (transaction) throws(Problem) in
      for id in ["f", "g", "h"] {
        var factor = factor(id)
        try transaction.factors.insert(factor)
        factor.confirmedAt = id == "h" ? nil : .t0
        try transaction.factors.update(factor)
      }
      try transaction.factors.storeCount(of: "a")
    }
    #expect(try count() == 2)
    try store.write { (transaction) throws(Problem) in try transaction.factors.removeAll(of: "a") }
    #expect(try count() == 0)
  }

  @Test func `a factor that was not confirmed in time is gone, and one that was stays`() throws {
    try store.write { (transaction) throws(Problem) in
      for id in ["late", "confirmed"] { try transaction.factors.insert(factor(id)) }
      var confirmed = factor("confirmed")
      confirmed.confirmedAt = .t0
      try transaction.factors.update(confirmed)
    }
    let end = Timestamp.t0 + .minutes(10)
    try store.write { (transaction) throws(Problem) in
      #expect(try transaction.factors.all(of: "a", now: end - .milliseconds(1)).count == 2)
      #expect(try transaction.factors.all(of: "a", now: end).map(\.id) == ["confirmed"])
      #expect(try transaction.factors.deleteUnconfirmed(before: end - .milliseconds(1), limit: 10) == 0)
      #expect(try transaction.factors.deleteUnconfirmed(before: end, limit: 10) == 1)
    }
  }

  @Test func `a challenge is read back, and loses its tries`() throws {
    var challenge = Challenge(
      selector: "s", purpose: .factor, accountID: "a", function: "sign-in", sealedEvent: "e", triesLeft: 5,
      createdAt: .t0, expiresAt: .t0 + .minutes(10))
    try store.write { (transaction) throws(Problem) in
      try transaction.challenges.insert(challenge)
      #expect(try transaction.challenges.find(selector: "s") == challenge)
      try transaction.challenges.countWrongTry(ofChallenge: "s")
      challenge.triesLeft = 4
      #expect(try transaction.challenges.find(selector: "s") == challenge)
      try transaction.challenges.remove("s")
      #expect(try transaction.challenges.find(selector: "s") == nil)
    }
  }

  @Test func `a recovery code is removed once, and new ones replace all`() throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.recoveryCodes.replace(of: "a", by: ["1", "2"])
      try transaction.recoveryCodes.remove("1", of: "a")
      #expect(try transaction.recoveryCodes.all(of: "a") == ["2"])
      try transaction.recoveryCodes.replace(of: "a", by: ["3", "4"])
      #expect(try transaction.recoveryCodes.all(of: "a").sorted() == ["3", "4"])
    }
  }
}
