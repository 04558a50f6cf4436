// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import TestSupport
import Testing

@Suite("The secret key") struct SecretKeyTests {
  private let one = [UInt8](repeating: 1, count: 32)
  private let two = [UInt8](repeating: 2, count: 32)

  private func key(_ current: [UInt8], previous: [UInt8]? = nil) -> SecretKey {
    SecretKey { () throws(Problem) in SecretKey.Loaded(current: current, previous: previous) }
  }

  @Test(
    "An encrypted text is decrypted", arguments: ["", "a", "é😀", String(repeating: "x", count: 100_000), "\u{0}\n"])
  func roundTrip(_ text: String) throws {
    let sealed = try key(one).seal(text, for: .answers, at: "place")
    #expect(try key(one).open(sealed, for: .answers, at: "place") == text)
  }

  @Test func `a value names its key, and is encrypted again with the new one`() throws {
    let sealed = try key(one).seal("text", for: .answers, at: "p")
    #expect(try key(one, previous: two).sealing(of: sealed, for: .answers, at: "p") == .current)
    #expect(try key(two).sealing(of: sealed, for: .answers, at: "p") == .unknown)
    guard case .previous(let resealed) = try key(two, previous: one).sealing(of: sealed, for: .answers, at: "p") else {
      Issue.record("the key before does not open it")
      return
    }
    #expect(try key(two).open(resealed, for: .answers, at: "p") == "text")
  }

  @Test func `a key that was replaced is read again`() throws {
    var current = one
    let secret = SecretKey { () throws(Problem) in SecretKey.Loaded(current: current, previous: nil) }
    _ = try secret.seal("first", for: .answers, at: "p")
    current = two
    #expect(try secret.open(try key(two).seal("text", for: .answers, at: "p"), for: .answers, at: "p") == "text")
  }

  @Test func `another purpose, place or key does not decrypt it`() throws {
    let sealed = try key(one).seal("text", for: .mailValues, at: "m1")
    #expect(code { try key(one).open(sealed, for: .answers, at: "m1") } == .misconfigured)
    #expect(code { try key(one).open(sealed, for: .mailValues, at: "m2") } == .misconfigured)
    #expect(code { try key(one).open(sealed, for: .mailValues, at: "") } == .misconfigured)
    #expect(code { try key(two).open(sealed, for: .mailValues, at: "m1") } == .misconfigured)
  }

  @Test func `every purpose has its own key`() throws {
    let purposes: [SecretKey.Purpose] = [
      .mailValues, .answers, .unsubscribe, .signingKeys, .eventFingerprints, .hashKeys,
    ]
    for purpose in purposes {
      let sealed = try key(one).seal("text", for: purpose, at: "p")
      for other in purposes {
        #expect((code { try key(one).open(sealed, for: other, at: "p") } == nil) == (purpose == other))
      }
    }
    #expect(Set(try purposes.map { try key(one).fingerprints([1], for: $0) }).count == purposes.count)
  }

  @Test func `the previous key still decrypts, and the new one encrypts`() throws {
    let sealed = try key(one).seal("text", for: .answers, at: "p")
    let changed = key(two, previous: one)
    #expect(try changed.open(sealed, for: .answers, at: "p") == "text")
    let again = try changed.seal("text", for: .answers, at: "p")
    #expect(try key(two).open(again, for: .answers, at: "p") == "text")
    #expect(code { try key(one).open(again, for: .answers, at: "p") } == .misconfigured)
  }

  @Test func `encrypting twice gives two texts, neither of which shows the plaintext`() throws {
    let sealed = try (0..<50).map { _ in try key(one).seal("secret text", for: .answers, at: "p") }
    #expect(Set(sealed).count == 50)
    #expect(sealed.allSatisfy { !$0.contains("secret") && !$0.contains("c2VjcmV0") })
  }

  @Test func `a changed ciphertext is not decrypted`() throws {
    let sealed = try #require(bytes(base64: try key(one).seal("text", for: .answers, at: "p")))
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(code { try key(one).open(changed.base64URL, for: .answers, at: "p") } == .misconfigured)
    }
    for count in [0, 1, 12, 27, 28, sealed.count - 1] {
      #expect(code { try key(one).open(Array(sealed.prefix(count)).base64URL, for: .answers, at: "p") } != nil)
    }
  }

  @Test func `the error names the variable and quotes neither text nor key`() throws {
    let sealed = try key(one).seal("text", for: .answers, at: "p")
    let problem = #expect(throws: Problem.self) { try key(two).open(sealed, for: .answers, at: "p") }
    #expect(problem?.detail.hasPrefix("SECRET_KEY: ") == true)
    #expect(problem?.detail.contains(sealed) == false)
  }

  @Test func `a fingerprint is equal only for equal bytes and one key`() throws {
    let print = try key(one).fingerprints([1, 2], for: .eventFingerprints)
    #expect(try key(one).fingerprints([1, 2], for: .eventFingerprints) == print)
    #expect(try key(one).fingerprints([1, 3], for: .eventFingerprints) != print)
    #expect(try key(two).fingerprints([1, 2], for: .eventFingerprints) != print)
    #expect(bytes(base64: print[0])?.count == 32)
  }

  @Test func `the key is loaded when it is first used, and once`() throws {
    var count = 0
    let secret = SecretKey { () throws(Problem) in
      count += 1
      return SecretKey.Loaded(current: one, previous: nil)
    }
    #expect(count == 0)
    for _ in 0..<3 { _ = try secret.seal("a", for: .answers, at: "p") }
    #expect(count == 1)
  }

  @Test func `a key that cannot be loaded is reported, and loaded again next time`() throws {
    var isThere = false
    let secret = SecretKey { () throws(Problem) in
      guard isThere else { throw .misconfigured("SECRET_KEY", "is unset") }
      return SecretKey.Loaded(current: one, previous: nil)
    }
    #expect(code { try secret.seal("a", for: .answers, at: "p") } == .misconfigured)
    isThere = true
    _ = try secret.seal("a", for: .answers, at: "p")
  }
}
