// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import TestSupport
import Testing

@testable import Identity

@Suite("Hash keys") struct HashKeyTests {
  private static let now = Timestamp(milliseconds: 1_795_268_220_000)
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store("test.db")
  }

  private func keys(_ current: UInt8 = 1, previous: UInt8? = nil) -> HashKeys {
    let secret = SecretKey { () throws(Problem) in
      SecretKey.Loaded(
        current: [UInt8](repeating: current, count: 32), previous: previous.map { [UInt8](repeating: $0, count: 32) })
    }
    return HashKeys(secret: secret, random: { count in (0..<count).map { _ in .random(in: 0...255) } }, now: Self.now)
  }

  private func hash(_ text: String, _ keys: HashKeys) throws -> String {
    try store.write { (transaction) throws(Problem) in try keys.hash(text, in: transaction) }
  }

  private func find(_ text: String, _ keys: HashKeys) throws -> String? {
    try store.read { (transaction) throws(Problem) in try keys.hashForLookup(text, in: transaction) }
  }

  @Test func `no row matches before the first write`() throws {
    let keys = keys()
    #expect(try find("a", keys) == nil)
    let written = try hash("a", keys)
    #expect(try find("a", keys) == written)
    #expect(try find("a", self.keys()) == written)
    #expect(try find("b", keys) != written)
  }

  @Test func `a key created in a failed transaction is not used`() throws {
    let keys = keys()
    var lost = ""
    #expect(
      code {
        try store.write { (transaction) throws(Problem) in
          lost = try keys.hash("a", in: transaction)
          throw .bug("the rest failed")
        }
      } == .internalError)
    #expect(try find("a", keys) == nil)
    let written = try hash("a", keys)
    #expect(written != lost)
    #expect(try find("a", self.keys()) == written)
  }

  @Test func `hashes survive a change of the secret key, and the old key decrypts nothing after re-encryption`()
    throws
  {
    let before = try hash("a", keys(1))
    let token = try store.write { (transaction) throws(Problem) in
      try keys(1).unsubscribeToken(of: "kim@example.com", in: transaction)
    }
    #expect(try find("a", keys(2, previous: 1)) == before)
    for count in [2, 0] {
      #expect(
        try store.write { (transaction) throws(Problem) in try keys(2, previous: 1).reseal(in: transaction) } == count)
    }
    #expect(try find("a", keys(2)) == before)
    #expect(code { try find("a", keys(1)) } == .misconfigured)
    #expect(
      try store.read { (transaction) throws(Problem) in try keys(2).address(ofUnsubscribeToken: token, in: transaction)
      }
        == "kim@example.com")
  }

  @Test func `an unsubscribe token is valid in its own database only, also from before schema 2`() throws {
    let token = try store.write { (transaction) throws(Problem) in
      try keys().unsubscribeToken(of: "kim@example.com", in: transaction)
    }
    let other = folder.store("other.db")
    for text in [token, "", "x", String(token.dropLast())] {
      #expect(
        try other.read { (transaction) throws(Problem) in try keys().address(ofUnsubscribeToken: text, in: transaction)
        } == nil)
    }
    let old = try SecretKey { () throws(Problem) in
      SecretKey.Loaded(current: [UInt8](repeating: 1, count: 32), previous: nil)
    }.seal("kim@example.com", for: .unsubscribe, at: "unsubscribe")
    #expect(
      try store.read { (transaction) throws(Problem) in
        try keys(2, previous: 1).address(ofUnsubscribeToken: old, in: transaction)
      }
        == "kim@example.com")
  }

  @Test func `a compromised key is replaced`() throws {
    func refresh() throws -> String {
      try store.write { (transaction) throws(Problem) in
        RefreshToken(sessionID: "s", generation: 1).text(
          try keys().keyCreatingIfNeeded(.refreshTokens, in: transaction))
      }
    }
    let (before, hash) = (try refresh(), try hash("a", keys()))
    #expect(try refresh() == before)
    try store.write { (transaction) throws(Problem) in try keys().replace(.refreshTokens, at: Self.now, in: transaction)
    }
    #expect(try refresh() != before)
    #expect(try self.hash("a", keys()) == hash)
  }
}
