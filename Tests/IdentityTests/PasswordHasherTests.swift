// SPDX-License-Identifier: Apache-2.0

import Domain
import TestSupport
import Testing

@testable import Identity

@Suite("Passwords") struct PasswordHasherTests {
  private func passwords(_ memoryKiB: Int = 7168, _ iterations: Int = 1) -> PasswordHasher {
    PasswordHasher(parameters: .init(memoryKiB: memoryKiB, iterations: iterations, parallelism: 1)) { count in
      (0..<count).map { _ in UInt8.random(in: 0...255) }
    }
  }

  @Test func `a password is compared with its hash, which contains its parameters`() throws {
    let hash = try passwords().hash("correct horse")
    #expect(hash.hasPrefix("$argon2id$v=19$m=7168,t=1,p=1$"))
    #expect(try passwords().verify("correct horse", against: hash))
    #expect(try !passwords().verify("correct horsf", against: hash))
    #expect(try passwords().hash("correct horse") != hash)
  }

  @Test func `without a hash no password matches`() throws {
    #expect(try !passwords().verify("", against: nil))
    #expect(try !passwords().verify("x", against: nil))
  }

  @Test func `a hash is outdated if the policy has higher parameters, and never if it has lower ones`() throws {
    let hash = try passwords(8192, 2).hash("x")
    #expect(!passwords(8192, 2).isOutdated(hash) && !passwords(7168, 1).isOutdated(hash))
    #expect(passwords(9216, 2).isOutdated(hash) && passwords(8192, 3).isOutdated(hash))
  }

  /// Vectors of OpenBSD's bcrypt, as Openwall's crypt_blowfish publishes them.
  @Test(arguments: [
    ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "U*U"),
    ("$2b$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK", "U*U*"),
  ])
  func `an imported bcrypt hash still works, and is outdated`(_ hash: String, _ password: String) throws {
    #expect(try passwords().verify(password, against: hash))
    #expect(try !passwords().verify(password + "x", against: hash))
    #expect(passwords().isOutdated(hash))
  }

  @Test(arguments: ["", "$2b$", "plain", "$argon2id$v=19$m=1,t=1,p=1$x", "*0"])
  func `an invalid hash never matches`(_ hash: String) {
    #expect((try? passwords().verify("x", against: hash)) != true)
  }
}
