// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import TestSupport
import Testing

@testable import Identity

@Suite("Access tokens") struct AccessTokenTests {
  private static let now = Timestamp(milliseconds: 1_795_268_220_000)
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store("test.db")
  }

  private func tokens(
    at now: Timestamp = Self.now, key: UInt8 = 1, random: ((Int) -> [UInt8])? = nil
  ) -> AccessTokens {
    let random = random ?? { count in [UInt8](repeating: key, count: count) }
    let secret = SecretKey { () throws(Problem) in
      SecretKey.Loaded(current: [UInt8](repeating: key, count: 32), previous: nil)
    }
    return AccessTokens(issuer: "https://pfa.example", secret: secret, random: random, now: now, lifetime: .minutes(60))
  }

  private func claims(audience: String = "PFA", expiresAt: Timestamp = Self.now + .minutes(60)) -> AccessToken {
    AccessToken(
      issuer: "https://pfa.example", audience: audience, subject: "account", sessionID: "session", generation: 2,
      role: "client", issuedAt: Self.now, expiresAt: expiresAt)
  }

  private func signed(_ claims: AccessToken? = nil, in store: Store? = nil, key: UInt8 = 1) throws -> String {
    try (store ?? self.store).write { (transaction) throws(Problem) in
      try tokens(key: key).sign(claims ?? self.claims(), with: transaction.signingKeys.newest(), in: transaction)
    }
  }

  private func read(_ text: String, at now: Timestamp = Self.now, audience: String = "PFA") throws -> String {
    try store.read { (transaction) throws(Problem) in
      let (account, session, generation) = try tokens(at: now).read(text, audiences: [audience], in: transaction)
      return "\(session) \(generation) of \(account)"
    }
  }

  @Test func `a signed token is read back`() throws {
    #expect(try read(try signed()) == "session 2 of account")
    let part = try #require(try signed().split(separator: ".").dropFirst().first)
    #expect(
      try JSON(parsing: try #require(bytes(base64: part))) == [
        "iss": "https://pfa.example", "aud": "PFA", "sub": "account", "sid": "session", "gen": 2,
        "role": "client", "iat": 1_795_268_220, "exp": 1_795_271_820,
      ])
  }

  @Test func `its header has at+jwt, ES256 and a key of the database`() throws {
    let part = try #require(try signed().split(separator: ".").first)
    let header = try JSON(parsing: try #require(bytes(base64: part)))
    #expect(header["alg"] == "ES256" && header["typ"] == "at+jwt")
    let id = try #require(header["kid"]?.string)
    let stored = try #require(
      try store.read { (transaction) throws(Problem) in try transaction.signingKeys.find(id: id) })
    #expect(stored.publicKey["kty"] == "EC" && stored.publicKey["crv"] == "P-256" && stored.publicKey["d"] == nil)
    #expect(bytes(base64: stored.publicKey["x"]?.string ?? "")?.count == 32)
  }

  @Test func `one key is created and signs from then on`() throws {
    for _ in 0..<3 { _ = try read(try signed()) }
    let ids = Set(try (0..<3).map { _ in try SignedToken(try signed()).keyID })
    #expect(ids.count == 1)
  }

  @Test func `a token is valid until its second, and expired from then on`() throws {
    let token = try signed()
    #expect(try read(token, at: Self.now + .minutes(60) - .milliseconds(1)) == "session 2 of account")
    #expect(code { try read(token, at: Self.now + .minutes(60)) } == .tokenExpired)
    #expect(code { try read(token, at: Self.now + .days(1000)) } == .tokenExpired)
  }

  @Test func `a token for another app is refused`() throws {
    #expect(code { try read(try signed(claims(audience: "Psst"))) } == .unauthenticated)
    #expect(code { try read(try signed(), audience: "Psst") } == .unauthenticated)
  }

  @Test func `a token that another database's key signed is refused, under the same key id too`() throws {
    _ = try signed()
    let foreign = try signed(in: folder.store("other.db"))
    #expect(try SignedToken(foreign).keyID == SignedToken(try signed()).keyID)
    #expect(code { try read(foreign) } == .unauthenticated)
    #expect(code { try read(try signed(in: folder.store("third.db"), key: 3)) } == .unauthenticated)
  }

  @Test func `a token of which any character was changed is refused`() throws {
    let token = Array(try signed().utf8)
    for index in token.indices where index != token.count - 1 {
      var changed = token
      changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let text = String(decoding: changed, as: UTF8.self)
      #expect(code { try read(text) } == .unauthenticated, "character \(index)")
    }
  }

  @Test func `changed claims are refused`() throws {
    var parts = try signed().split(separator: ".").map(String.init)
    let claims = try JSON(parsing: try #require(bytes(base64: parts[1])))
    parts[1] = claims.merging(["sub": "admin"]).line.base64URL
    #expect(code { try read(parts.joined(separator: ".")) } == .unauthenticated)
  }

  @Test(
    "A header that asks for another algorithm is refused",
    arguments: [
      ["alg": "none"], ["alg": "None"], ["alg": "HS256"], ["alg": "RS256"], ["alg": "ES384"], ["alg": .null],
      ["alg": "ES256", "crit": ["exp"]], [:],
    ] as [JSON])
  func otherAlgorithms(_ header: JSON) throws {
    let parts = try signed().split(separator: ".").map(String.init)
    let id = try #require(try SignedToken(parts.joined(separator: ".")).keyID)
    let forged = header.merging(["kid": .string(id)]).line.base64URL
    for signature in [parts[2], ""] {
      #expect(code { try read([forged, parts[1], signature].joined(separator: ".")) } == .unauthenticated)
    }
  }

  @Test(
    "An invalid token is refused",
    arguments: ["", ".", "..", "...", "a.b", "a.b.c", "e30.e30.", "e30.e30.AAAA", "Bearer x", "é.é.é", "W10.e30.AA"])
  func noToken(_ text: String) { #expect(code { try read(text) } == .unauthenticated) }

  @Test func `additional parts make a token invalid`() throws {
    let token = try signed()
    for text in [token + ".", token + ".AAAA", "." + token, token + "\n", " " + token] {
      #expect(code { try read(text) } == .unauthenticated, "\(text.suffix(6).debugDescription)")
    }
  }

  @Test func `a token has no padding (RFC 7515, section 2), and so only one form`() throws {
    let padded = try signed() + "=="
    #expect(code { try read(padded) } == .unauthenticated)
  }

  @Test func `keys rotate with overlap: they are published before they sign, and as long as their tokens are valid`()
    throws
  {
    func keyID(_ token: String) throws -> String? {
      try JSON(parsing: try #require(bytes(base64: token.split(separator: ".")[0])))["kid"]?.string
    }
    func sign(at now: Timestamp) throws -> String? {
      try keyID(
        try store.write { (transaction) throws(Problem) in
          try tokens(at: now) { count in (0..<count).map { _ in .random(in: 0...255) } }
            .sign(claims(expiresAt: now + .hours(1)), with: transaction.signingKeys.newest(), in: transaction)
        })
    }
    func published(at now: Timestamp) throws -> Int {
      try store.read { (transaction) throws(Problem) in try tokens(at: now).published(in: transaction) }.count
    }
    let start = Self.now
    let first = try sign(at: start)
    #expect(try sign(at: start + .days(29)) == first)
    #expect(try published(at: start + .days(29)) == 1)
    #expect(try sign(at: start + .days(30)) == first)
    #expect(try published(at: start + .days(30)) == 2)
    #expect(try sign(at: start + .days(31) - .milliseconds(1)) == first)
    #expect(try sign(at: start + .days(31)) != first)
    #expect(try published(at: start + .days(32) - .milliseconds(1)) == 2)
    #expect(try published(at: start + .days(32)) == 1)
  }

  @Test func `a new key signs at once after a rotation, and the old one verifies its valid tokens`() throws {
    func kid(_ token: String) throws -> String? { try SignedToken(token).keyID }
    func published(at now: Timestamp) throws -> Set<String?> {
      Set(
        try store.read { (transaction) throws(Problem) in
          try tokens(at: now).published(in: transaction).map { $0["kid"]?.string }
        })
    }
    func rotate(compromised: Bool) throws {
      try store.write { (transaction) throws(Problem) in
        try tokens(random: { count in (0..<count).map { _ in .random(in: 0...255) } })
          .replaceKeys(areCompromised: compromised, at: Self.now, in: transaction)
      }
    }
    let old = try signed(claims(expiresAt: Self.now + .hours(5)))
    try rotate(compromised: false)
    let new = try signed(claims(expiresAt: Self.now + .hours(5)))
    #expect(try kid(new) != kid(old))
    #expect(try published(at: Self.now) == [kid(old), kid(new)])
    #expect(try read(old, at: Self.now + .minutes(60) - .milliseconds(1)) == "session 2 of account")
    #expect(code { try read(old, at: Self.now + .minutes(60)) } == .unauthenticated)
    #expect(try published(at: Self.now + .minutes(60)) == [kid(new)])
    let sealed = try store.read { (transaction) throws(Problem) in try transaction.sealed.sealedSigningKeys() }
    #expect(sealed.count == 1, "the private half of the old one is gone")

    try rotate(compromised: true)
    #expect(code { try read(new) } == .unauthenticated)
    #expect(try published(at: Self.now).count == 1)
  }

  @Test func `a signing key that cannot be decrypted is a wrong setting`() throws {
    _ = try signed()
    #expect(code { try signed(key: 2) } == .misconfigured)
  }

  @Test func `the private key is not readable in the database`() throws {
    _ = try signed()
    let stored = try #require(
      try store.read { (transaction) throws(Problem) in try transaction.signingKeys.newest() }.first)
    #expect(bytes(base64: stored.sealedPrivateKey)?.count == 12 + 43 + 16)
  }
}
