// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Testing

@Suite("Password hashes from elsewhere") struct PasswordHashTests {
  private static let bcrypt = "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW"

  @Test(
    "bcrypt and Argon2id hashes are verified",
    arguments: [
      bcrypt, "$2a$04" + bcrypt.dropFirst(6), "$2x$12" + bcrypt.dropFirst(6), "$2y$31" + bcrypt.dropFirst(6),
      "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ])
  func known(_ hash: String) { #expect(PasswordHasher.canVerify(hash)) }

  @Test(
    "Other hashes are refused",
    arguments: [
      "", PasswordHasher.unknown, "apple_oauth", bcrypt + "a", String(bcrypt.dropLast()),
      "$2z$12" + bcrypt.dropFirst(6),
      "$2b$03" + bcrypt.dropFirst(6), "$2b$32" + bcrypt.dropFirst(6), "$2b$+4" + bcrypt.dropFirst(6),
      "$2b$12$" + String(repeating: "!", count: 53), "$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA",
      "$argon2id$v=19$m=64,t=1,p=1$AAAA$AAAAAAAA", "$argon2id$v=19$m=7,t=1,p=1$AAAAAAAAAAAAAAAA$AAAAAAAA",
      "$argon2id$v=19$t=1,m=64,p=1$AAAAAAAAAAAAAAAA$AAAAAAAA", "$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAA=$AAAAAAAA",
      "$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAA$AAAAAAAA$", "$argon2id$v=16$m=64,t=1,p=1$AAAA$AAAA",
      "$argon2id$v=19$m=64,t=1$AAAA$AAAA", "scrypt:32768:8:1$salt$hash",
      "pbkdf2:sha256:600000$salt$hash",
    ])
  func unknown(_ hash: String) { #expect(!PasswordHasher.canVerify(hash)) }

  @Test(
    "Memory, rounds, threads and total work of a hash are limited",
    arguments: [
      ("$2b$16" + bcrypt.dropFirst(6), false), ("$2a$17" + bcrypt.dropFirst(6), true),
      ("$2y$31" + bcrypt.dropFirst(6), true), (argon2("m=19456,t=2,p=1"), false), (argon2("m=262144,t=16,p=4"), false),
      (argon2("m=262145,t=1,p=1"), true), (argon2("m=262144,t=17,p=1"), true), (argon2("m=4096,t=1001,p=1"), true),
      (argon2("m=4096,t=1000,p=64"), false), (argon2("m=4096,t=1,p=65"), true),
      (argon2("m=9223372036854775807,t=9223372036854775807,p=1"), true), (argon2("m=8,t=4294967295,p=1"), true),
    ])
  func bounds(_ hash: String, isTooCostly: Bool) {
    #expect(PasswordHasher.canVerify(hash))
    #expect(PasswordHasher.isTooCostly(hash) == isTooCostly)
  }

  private static func argon2(_ parameters: String) -> String {
    "$argon2id$v=19$\(parameters)$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  }

  @Test(
    "A hash that is too expensive or unknown takes the usual time and never matches",
    arguments: [
      "$2b$31" + bcrypt.dropFirst(6), argon2("m=4194304,t=1,p=1"), argon2("m=64,t=4294967295,p=1"),
      "$6$rounds=999999999$saltsalt$" + String(repeating: "a", count: 86),
    ])
  func tooCostly(_ hash: String) throws {
    let passwords = PasswordHasher(parameters: .init(memoryKiB: 64, iterations: 1, parallelism: 1)) {
      [UInt8](repeating: 1, count: $0)
    }
    let start = ContinuousClock.now
    #expect(try !passwords.verify("x", against: hash))
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test("The policy's own parameters are never too expensive")
  func ofThePolicy() throws {
    let rules = Policy.PasswordRules.Argon2(memoryKiB: 270_000, iterations: 1, parallelism: 1)
    let passwords = PasswordHasher(parameters: rules) { [UInt8](repeating: 1, count: $0) }
    let hash = try passwords.hash("correct horse")
    #expect(PasswordHasher.isTooCostly(hash))
    #expect(try passwords.verify("correct horse", against: hash))
  }

  @Test("The placeholder of an unknown password never matches")
  func placeholder() throws {
    let passwords = PasswordHasher(parameters: .init(memoryKiB: 64, iterations: 1, parallelism: 1)) {
      [UInt8](repeating: 1, count: $0)
    }
    for password in ["", "!", "password"] { #expect(try !passwords.verify(password, against: PasswordHasher.unknown)) }
  }
}
