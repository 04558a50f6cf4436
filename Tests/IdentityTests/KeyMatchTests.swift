// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import TestSupport
import Testing

@testable import Storage

@Suite("The secret key of a database") struct KeyMatchTests {
  private let folder: TemporaryFolder
  private let one = [UInt8](repeating: 1, count: 32)
  private let two = [UInt8](repeating: 2, count: 32)
  private let now = Timestamp(milliseconds: 0)

  init() throws { folder = try TemporaryFolder() }

  private func secret(_ current: [UInt8]?, previous: [UInt8]? = nil) -> SecretKey {
    SecretKey(
      load: { () throws(Problem) in SecretKey.Loaded(current: current, previous: previous, file: "the file") },
      create: { () throws(Problem) in throw .bug("a key was created") })
  }

  /// A store as a process with these keys opens it.
  private func store(_ current: [UInt8]?, previous: [UInt8]? = nil) -> Store {
    let store = folder.store()
    let secret = secret(current, previous: previous)
    store.keyCheck = secret.check(at: now)
    return store
  }

  private func opens(_ current: [UInt8]?, previous: [UInt8]? = nil) -> Bool {
    code { try store(current, previous: previous).read { (_) throws(Problem) in } } == nil
  }

  private func keyCount() throws -> Int {
    try folder.store().read { (transaction) throws(Problem) in try transaction.secretKeys.fingerprints().count }
  }

  @Test func `the first key is the key of the database, and another one opens nothing`() throws {
    #expect(opens(one))
    #expect(try keyCount() == 1)
    for _ in 0..<2 { #expect(code { try store(two).read { (_) throws(Problem) in } } == .misconfigured) }
    #expect(code { try store(two).write { (_) throws(Problem) in } } == .misconfigured)
    #expect(opens(one))
    #expect(try keyCount() == 1)
  }

  @Test func `a new key is accepted with the previous one, and the old one until it is removed`() throws {
    #expect(opens(one))
    #expect(opens(two, previous: one))
    #expect(opens(two) && opens(one) && opens(one, previous: two))
    #expect(try keyCount() == 2)
    try store(two).write { (transaction) throws(Problem) in try secret(two).removeOtherFingerprints(in: transaction) }
    #expect(opens(two) && !opens(one))
    #expect(opens(one, previous: two), "it still encrypts with the old key, and can decrypt everything")
  }

  @Test func `a missing key is not created if the database has another`() throws {
    #expect(opens(one))
    let problem = #expect(throws: Problem.self) { try store(nil).read { (_) throws(Problem) in } }
    #expect(problem?.code == .misconfigured)
    #expect(problem?.detail.contains("the file") == true)
    #expect(code { try store(nil, previous: one).read { (_) throws(Problem) in } } == .internalError, "it is created")
  }

  @Test("A database without fingerprints belongs to the key that decrypts it", arguments: ["hash keys", "answers"])
  func upgraded(_ content: String) throws {
    try folder.store().write { (transaction) throws(Problem) in
      if content == "hash keys" {
        let sealed = try secret(one).seal("k", for: .hashKeys, at: "n")
        try transaction.hashKeys.insertIfNew(StoredHashKey(name: "n", sealedKey: sealed, createdAt: now))
      } else {
        let key = EventKey(function: "f", caller: "", source: "s", id: "1")
        let sealed = try secret(one).seal("a", for: .answers, at: key.place)
        try transaction.seenEvents.remember(key, SeenEvent(sealedAnswer: sealed), until: now)
      }
    }
    #expect(!opens(two) && !opens(nil))
    #expect(try keyCount() == 0)
    #expect(opens(one) && !opens(two))
  }

  @Test func `a fingerprint tells nothing about the key`() throws {
    #expect(opens(one))
    let print = try #require(
      try folder.store().read { (transaction) throws(Problem) in try transaction.secretKeys.fingerprints() }.first)
    #expect(bytes(base64: print)?.count == 16)
    #expect(print != one.base64URL.prefix(22))
  }
}
