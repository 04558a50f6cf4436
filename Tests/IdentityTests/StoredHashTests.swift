// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Identity

/// Hashes that the systems' own libraries made: werkzeug 3.1, Django 5.2 and passlib 1.7, of the password
/// "correct horse"; and Keycloak's with Python's hashlib, 64 bytes long as Keycloak's are.
@Suite("Password hashes of other systems") struct StoredHashTests {
  private let passwords = PasswordHasher(parameters: .init(memoryKiB: 64, iterations: 1, parallelism: 1)) {
    [UInt8](repeating: 1, count: $0)
  }

  static let hashes: [(hash: String, cost: String)] = [
    (
      "scrypt:1024:8:1$9LCzI9bwJxbtDDns$5788ea993998077c31d4cf5ea6441cd9a638b2520dccf592222d840c5a6ac20e8c77b8810bde5d07"
        + "32452b1c976e75f289a7775c736433ea0d2b5befc2600905", "scrypt:1024:8:1"
    ),
    (
      "pbkdf2:sha256:1000$z3R20AM42S8es5rp$f34f788b7f4adb1f2e5c78160ddeb8b8c3d42b5369f6c4f064bf1aaecc51834a",
      "pbkdf2-sha256:1000"
    ),
    ("pbkdf2:sha1:1000$i0K0NhjKT9ccr0t6$d90ddbbaeb55116c7a57b317cdf117b1f8a4f3d8", "pbkdf2-sha1:1000"),
    (
      "pbkdf2:sha512:1000$9aWXIeu8EwkfVgym$ac2ce2760b7ad4acb6ca119789f6b79f7c6354e6a669cd2a3fd9f343d8edea6e21faa322cab85"
        + "e03c3541a7bc6ab8b8b2d10a1d48fc1d3e6068aa8eeb59ea2ad", "pbkdf2-sha512:1000"
    ),
    ("pbkdf2_sha256$1000$saltysalt$ogyELkenhssjo9YzB+hLx2dedTg0guGJUM+KVU08H9I=", "pbkdf2-sha256:1000"),
    ("pbkdf2_sha1$1000$saltysalt$IJr7AsPnoFOPxPTaJU4itBYEaz4=", "pbkdf2-sha1:1000"),
    (
      "argon2$argon2id$v=19$m=512,t=2,p=2$V0tzZ09mbVNiaU1Xczd4Tlp3dGVOQw$5QTrhEJfg5C4mB+J6TXc+7OOCVrKVVv+TdAic5rXKzk",
      "argon2id:512:2:2"
    ),
    ("bcrypt_sha256$$2b$04$hLANabTU1ZJ4sUUBeZUZf.fW6XqpQnMaEShJBoFJK9emuiCsxk0W6", "bcrypt:4"),
    ("bcrypt$$2b$04$cIBAw6o4DzjUhnxRmmZw..CfPW3ycIfVGlp20ssu2UvmdprA9gUqe", "bcrypt:4"),
    (
      "scrypt$1024$pq0boTqghzndxw3WJCBuZM$8$5$pKLs3IWEwe9ROE4yEnjIMBrvMLvXQ5XUIb8jyeDHnil1rHP1ha6+ZHsIbf0kVvdrsAT0BVzmJSS"
        + "EYxg5pDaGFw==", "scrypt:1024:8:5"
    ),
    (
      "$pbkdf2-sha256$1000$mnMOgRDC2JsTAgAg5HxvbQ$GAAp.zPV4ZM7tzj09Ogf9BmcRrd3bPXV1vt4p59wic4",
      "pbkdf2-sha256:1000"
    ),
    (
      "$pbkdf2-sha512$1000$NOYcI8SYs9YaY4xRitHa2w$AqgCqd4XGzJy6QKLRHhGWaVxitMMzMMLckOcB2oLpVz2w.NvTZlMZ.bWl4yhLKiFKn6md"
        + "gZeq8f0NbqbND8zpA", "pbkdf2-sha512:1000"
    ),
    ("$pbkdf2$1000$Mqb0HsN4j3GOUSplzLmX0g$M4G5Jx0osc/pFAz3..JlLIBqrkU", "pbkdf2-sha1:1000"),
    ("$scrypt$ln=10,r=8,p=1$JkTo3RsDIISQEsK4lxKitA$zOLzu0MOH4EWaRYl/e4P8S8jJiB5d09W653g7I9EpuU", "scrypt:1024:8:1"),
    ("$argon2i$v=19$m=64,t=1,p=4$h7CWspYSYizl3PtfizHGWA$pORIPWMGzQeDbzC53CEzszLOMiJ7sKzlTcF4sVy0+x8", "argon2i:64:1:4"),
    ("$argon2d$v=19$m=64,t=1,p=4$2JvzvncuhRBC6N37PweAkA$Y6/46UF42Dj9joN1lywsfpVuq1bVApdjOnDdSK1N5w8", "argon2d:64:1:4"),
    (
      "$pbkdf2-sha256$i=27500$MDEyMzQ1Njc4OWFiY2RlZg$H5R9LZ0QvKxHLm1Lg0IeQXdtUAa+9gf2NeOZns+WHBTpnlaWE/+JwnJ/2OXEjNPW5Eus"
        + "P1xxGLqEqjWDbIcGlg", "pbkdf2-sha256:27500"
    ),
  ]

  @Test(arguments: hashes)
  func `a password matches the hash that another system made of it, and no other password does`(
    _ hash: String, _ cost: String
  ) throws {
    #expect(try passwords.verify("correct horse", against: hash))
    #expect(try !passwords.verify("correct horsf", against: hash))
    #expect(try !passwords.verify("", against: hash))
    #expect(!PasswordHasher.isTooCostly(hash))
    #expect(PasswordHasher.importedCost(of: hash) == cost)
    #expect(PasswordCost(text: cost)?.text == cost)
  }

  /// Without its first part, a hash of Django is the bcrypt hash that it contains.
  @Test(arguments: hashes.filter { !$0.hash.hasPrefix("bcrypt") })
  func `a hash with one part missing or too much is none`(_ hash: String, _ cost: String) {
    let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
    for index in parts.indices {
      var rest = parts
      rest.remove(at: index)
      #expect(!PasswordHasher.canVerify(rest.joined(separator: "$")), "\(rest)")
    }
    #expect(!PasswordHasher.canVerify(hash + "$"))
  }

  @Test(arguments: [
    "scrypt:1000:8:1$salt$00112233445566778899aabbccddeeff", "scrypt:1024:0:1$salt$00112233445566778899aabbccddeeff",
    "scrypt:-2:8:1$salt$00112233445566778899aabbccddeeff", "scrypt:1024:8$salt$00112233445566778899aabbccddeeff",
    "scrypt:1024:8:1$salt$0011", "scrypt:1024:8:1$$00112233445566778899aabbccddeeff",
    "scrypt:1024:8:1$salt$00112233445566778899aabbccddeefg", "scrypt:1024:8:1$salt$00112233445566778899aabbccddeef",
    "pbkdf2:md5:1000$salt$00112233445566778899aabbccddeeff", "pbkdf2:sha256:0$salt$00112233445566778899aabbccddeeff",
    "pbkdf2:sha256:99999999999999999999$salt$00112233445566778899aabbccddeeff",
    "pbkdf2_md5$1000$salt$ABEiM0RVZneImaq7zN3u/w==", "md5$salt$00112233445566778899aabbccddeeff",
    "$scrypt$ln=99,r=8,p=1$AAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "$scrypt$ln=10,r=8$AAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "sha256$salt$00112233445566778899aabbccddeeff", "bcrypt_sha256$$2b$04$short", "argon2$", "$$$", "$", "$$",
  ])
  func `another text is no hash`(_ text: String) { #expect(!PasswordHasher.canVerify(text)) }

  @Test(
    arguments: [
      ("scrypt:131072:8:1", false), ("scrypt:131072:9:1", true), ("scrypt:262144:8:1", true),
      ("scrypt:1048576:1:1", nil),
      ("scrypt:131072:8:8", false), ("scrypt:131072:8:9", true), ("pbkdf2:sha512:5000000", false),
      ("pbkdf2:sha256:5000001", true), ("pbkdf2:sha1:9223372036854775807", true), ("scrypt:1099511627776:8:1", true),
    ] as [(String, Bool?)])
  func `the memory and the work of a hash are limited`(_ method: String, _ isTooCostly: Bool?) {
    let hash = "\(method)$salt$00112233445566778899aabbccddeeff"
    #expect((PasswordHasher.canVerify(hash) ? PasswordHasher.isTooCostly(hash) : nil) == isTooCostly)
  }
}

@Suite("Firebase's password hashes") struct FirebaseKeyTests {
  /// The parameters and the account that github.com/firebase/scrypt has as its example.
  static let config = """
    hash_config {
      algorithm: SCRYPT,
      base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
      base64_salt_separator: Bw==,
      rounds: 8,
      mem_cost: 14,
    }
    """
  private let passwords = PasswordHasher(parameters: .init(memoryKiB: 64, iterations: 1, parallelism: 1)) {
    [UInt8](repeating: 1, count: $0)
  }

  @Test func `the published example is verified with its key, and with no other or none`() throws {
    let key = try FirebaseKey(hashConfig: Self.config)
    let hash = key.storedHash(
      "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
      salt: "42xEC+ixf3L2lw==")
    #expect(PasswordHasher.canVerify(hash) && PasswordHasher.importedCost(of: hash) == "scrypt:16384:8:1")
    #expect(try passwords.verify("user1password", against: hash, .init(firebaseKey: key)))
    #expect(try !passwords.verify("user2password", against: hash, .init(firebaseKey: key)))
    #expect(try !passwords.verify("user1password", against: hash))
    let other = try FirebaseKey(hashConfig: Self.config.replacing("base64_signer_key: j", with: "base64_signer_key: k"))
    #expect(other.id != key.id)
    #expect(try !passwords.verify("user1password", against: hash, .init(firebaseKey: other)))
    #expect(!hash.contains("jxspr8"))
  }

  @Test func `the parameters may be written in one line, and with quotes`() throws {
    let line = Self.config.split(whereSeparator: \.isNewline).joined(separator: " ")
      .replacing("Bw==", with: "\"Bw==\"")
    #expect(try FirebaseKey(hashConfig: line) == FirebaseKey(hashConfig: Self.config))
  }

  @Test(arguments: [
    ("SCRYPT", "HMAC_SHA256"), ("jxspr8", "!"), ("rounds: 8", "rounds: 0"), ("rounds: 8,", ""),
    ("mem_cost: 14", "mem_cost: x"),
    ("Bw==", "B!"), ("hash_config {", ""),
  ])
  func `incomplete parameters are refused`(_ part: String, _ other: String) {
    #expect(throws: FirebaseKey.Failure.self) { try FirebaseKey(hashConfig: Self.config.replacing(part, with: other)) }
  }
}

@Suite("The work of a wrong password") struct PasswordPaddingTests {
  private static let own = PasswordCost.argon2(.argon2id, .init(memoryKiB: 19_456, iterations: 2, parallelism: 1))
  private static let other = PasswordCost.argon2(.argon2id, .init(memoryKiB: 7168, iterations: 5, parallelism: 1))
  private static let scrypt = PasswordCost.scrypt(n: 16_384, r: 8, p: 1)
  private static let imported: [PasswordCost] = [
    .bcrypt(10), .bcrypt(12), .pbkdf2(.sha256, iterations: 260_000), .pbkdf2(.sha256, iterations: 600_000),
    .pbkdf2(.sha512, iterations: 210_000), other, scrypt, own,
  ]

  /// Sums of each algorithm: rounds of bcrypt, iterations of PBKDF2, and computations of the others.
  private func sums(_ costs: [PasswordCost]) -> [String: Int] {
    var sums: [String: Int] = [:]
    for cost in costs {
      switch cost {
      case .bcrypt(let rounds): sums["bcrypt", default: 0] += 1 << rounds
      case .pbkdf2(let digest, let iterations): sums[digest.rawValue, default: 0] += iterations
      case .argon2, .scrypt: sums[cost.text, default: 0] += 1
      }
    }
    return sums
  }

  @Test func `it is the same for every imported hash, for an own one, and for an unknown address`() {
    let all = sums(PasswordCost.padding(own: Self.own, imported: Self.imported, after: nil))
    let costliest: [PasswordCost] = [
      Self.own, Self.other, Self.scrypt, .bcrypt(12), .pbkdf2(.sha256, iterations: 600_000),
      .pbkdf2(.sha512, iterations: 210_000),
    ]
    #expect(all == sums(costliest))
    for done in Self.imported + [Self.own] {
      #expect(
        sums([done] + PasswordCost.padding(own: Self.own, imported: Self.imported, after: done)) == all, "\(done)")
    }
  }

  @Test func `without imported hashes nothing is added, whatever the cost of an own hash was`() {
    #expect(PasswordCost.padding(own: Self.own, imported: [], after: nil) == [Self.own])
    for done in [Self.own, Self.other] {
      #expect(PasswordCost.padding(own: Self.own, imported: [], after: done).isEmpty)
    }
  }

  @Test func `it is bounded, and costs beyond the bound are not added`() {
    let imported: [PasswordCost] = [
      .bcrypt(16), .bcrypt(10), .pbkdf2(.sha256, iterations: 5_000_000), .pbkdf2(.sha512, iterations: 600_000),
    ]
    let rest = PasswordCost.padding(own: Self.own, imported: imported, after: nil)
    #expect(sums(rest) == sums([Self.own, .bcrypt(10), .pbkdf2(.sha256, iterations: 5_000_000), imported[3]]))
    #expect(PasswordCost.padding(own: Self.own, imported: [.bcrypt(16)], after: Self.own) == [.bcrypt(16)])
  }

  @Test func `an excessive cost adds nothing`() {
    let imported: [PasswordCost] = [.bcrypt(31), .pbkdf2(.sha1, iterations: .max), .scrypt(n: 1 << 40, r: 8, p: 1)]
    #expect(PasswordCost.padding(own: Self.own, imported: imported, after: Self.own).isEmpty)
  }
}
