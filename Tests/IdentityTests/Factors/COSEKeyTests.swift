// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Testing

@testable import Identity

@Suite("COSE keys") struct COSEKeyTests {
  private static let point = Array(PasskeyFixture.key.publicKey.rawRepresentation)
  private static let (x, y): (CBOR, CBOR) = (.bytes(Array(point.prefix(32))), .bytes(Array(point.suffix(32))))
  private static let modulus = [0xC1] + [UInt8](repeating: 0x55, count: 255)
  private static let e: CBOR = .bytes([1, 0, 1])

  struct Refused: Sendable {
    let name: String
    let refusal: WebAuthnRefusal
    let key: CBOR

    init(_ name: String, _ refusal: WebAuthnRefusal, _ key: CBOR) {
      (self.name, self.refusal, self.key) = (name, refusal, key)
    }
  }

  private static func es256(_ alg: Int = -7, kty: Int = 2, crv: Int = 1, x: CBOR = x, y: CBOR = y) -> CBOR {
    .map([CBOR(1): CBOR(kty), CBOR(3): CBOR(alg), CBOR(-1): CBOR(crv), CBOR(-2): x, CBOR(-3): y])
  }

  private static func edDSA(_ x: [UInt8], kty: Int = 1, crv: Int = 6) -> CBOR {
    .map([CBOR(1): CBOR(kty), CBOR(3): CBOR(-8), CBOR(-1): CBOR(crv), CBOR(-2): .bytes(x)])
  }

  private static func rs256(_ n: [UInt8] = modulus, _ e: CBOR = e, kty: Int = 3) -> CBOR {
    .map([CBOR(1): CBOR(kty), CBOR(3): CBOR(-257), CBOR(-1): .bytes(n), CBOR(-2): e])
  }

  static let elliptic: [Refused] = [
    Refused("no map", .keyNotCBOR, .array([])),
    Refused("a key that is a text", .keyNotCBOR, .map([CBOR(1): CBOR(2), .text("alg"): CBOR(-7)])),
    Refused(
      "no algorithm", .unsupportedAlgorithm, .map([CBOR(1): CBOR(2), CBOR(-1): CBOR(1), CBOR(-2): x, CBOR(-3): y])),
    Refused("ES384", .unsupportedAlgorithm, es256(-35)), Refused("PS256", .unsupportedAlgorithm, es256(-37)),
    Refused("ES256K", .unsupportedAlgorithm, es256(-47)), Refused("RS1", .unsupportedAlgorithm, es256(-65535)),
    Refused("HS256", .unsupportedAlgorithm, es256(5)), Refused("algorithm 0", .unsupportedAlgorithm, es256(0)),
    Refused("an algorithm that is a text", .unsupportedAlgorithm, .map([CBOR(1): CBOR(2), CBOR(3): .text("ES256")])),
    Refused("ES256 of type OKP", .otherKeyType, es256(kty: 1)),
    Refused("ES256 of type RSA", .otherKeyType, es256(kty: 3)),
    Refused("ES256 on P-384", .otherKeyType, es256(crv: 2)), Refused("ES256 on Ed25519", .otherKeyType, es256(crv: 6)),
    Refused("EdDSA of type EC2", .otherKeyType, edDSA([UInt8](repeating: 9, count: 32), kty: 2)),
    Refused("EdDSA on Ed448", .otherKeyType, edDSA([UInt8](repeating: 9, count: 57), crv: 7)),
    Refused("EdDSA on X25519", .otherKeyType, edDSA([UInt8](repeating: 9, count: 32), crv: 4)),
    Refused("a compressed point", .invalidKeyParameters, es256(y: .bool(true))),
    Refused("a short x", .invalidKeyParameters, es256(x: .bytes([UInt8](repeating: 1, count: 31)))),
    Refused("a long y", .invalidKeyParameters, es256(y: .bytes([UInt8](repeating: 0, count: 33)))),
    Refused(
      "an optional parameter", .invalidKeyParameters,
      .map([
        CBOR(1): CBOR(2), CBOR(2): .bytes([1]), CBOR(3): CBOR(-7), CBOR(-1): CBOR(1), CBOR(-2): x, CBOR(-3): y,
      ])),
    Refused(
      "a private key", .invalidKeyParameters,
      .map([
        CBOR(1): CBOR(2), CBOR(3): CBOR(-7), CBOR(-1): CBOR(1), CBOR(-2): x, CBOR(-3): y, CBOR(-4): x,
      ])),
    Refused("a point off P-256", .invalidPoint, es256(y: x)),
    Refused("the point 0, 0", .invalidPoint, es256(x: zeros, y: zeros)),
    Refused("coordinates beyond the field", .invalidPoint, es256(x: .bytes([UInt8](repeating: 255, count: 32)))),
  ]

  private static let zeros = CBOR.bytes([UInt8](repeating: 0, count: 32))

  static let modular: [Refused] = [
    Refused("RS256 of type EC2", .otherKeyType, rs256(kty: 2)),
    Refused("a modulus with a leading zero", .invalidKeyParameters, rs256([0] + modulus)),
    Refused("an exponent with a leading zero", .invalidKeyParameters, rs256(modulus, .bytes([0, 1, 0, 1]))),
    Refused("an exponent that is an integer", .invalidKeyParameters, rs256(modulus, CBOR(65537))),
    Refused("2047 bits", .invalidRSAKey, rs256([0x41] + modulus.dropFirst())),
    Refused("1024 bits", .invalidRSAKey, rs256(Array(modulus.prefix(128)))),
    Refused("8200 bits", .invalidRSAKey, rs256([0xC1] + [UInt8](repeating: 0x55, count: 1024))),
    Refused("no modulus", .invalidRSAKey, rs256([])),
    Refused("no exponent", .invalidRSAKey, rs256(modulus, .bytes([]))),
    Refused("an even modulus", .invalidRSAKey, rs256(modulus.dropLast() + [0x54])),
    Refused("exponent 1", .invalidRSAKey, rs256(modulus, .bytes([1]))),
    Refused("an even exponent", .invalidRSAKey, rs256(modulus, .bytes([1, 0, 0]))),
    Refused("an exponent of 5 bytes", .invalidRSAKey, rs256(modulus, .bytes([1, 0, 0, 0, 1]))),
  ]

  @Test("Other keys are refused by name", arguments: elliptic + modular) func refused(_ key: Refused) {
    #expect(throws: key.refusal, "\(key.name)") { try COSEKey(key.key) }
    #expect(throws: key.refusal, "\(key.name)") { try COSEKey(encoded: key.key.encoded) }
  }

  @Test func `bytes that are no canonical CBOR are refused`() {
    #expect(throws: WebAuthnRefusal.keyNotCBOR) { try COSEKey(encoded: []) }
    #expect(throws: WebAuthnRefusal.keyNotCBOR) { try COSEKey(encoded: Self.es256().encoded + [0]) }
    #expect(throws: Never.self) { try COSEKey(encoded: Self.es256().encoded) }
    #expect(throws: Never.self) { try COSEKey(encoded: Self.rs256().encoded) }
    #expect(throws: Never.self) { try COSEKey(Self.rs256(Self.modulus, .bytes([3]))) }
    #expect(throws: Never.self) { try COSEKey(Self.rs256(Self.modulus, .bytes([0xFF, 0xFF, 0xFF, 0xFF]))) }
    #expect(throws: Never.self) { try COSEKey(Self.rs256([0xC1] + [UInt8](repeating: 0x55, count: 1023))) }
  }

  @Test func `a signature of ES256 is in DER`() throws {
    let key = try COSEKey(Self.es256())
    let signature = try PasskeyFixture.key.signature(for: [1, 2, 3])
    #expect(key.algorithm == .es256)
    #expect(key.verifies(Array(signature.derRepresentation), of: [1, 2, 3]))
    #expect(!key.verifies(Array(signature.derRepresentation), of: [1, 2, 4]))
    #expect(!key.verifies(Array(signature.derRepresentation) + [0], of: [1, 2, 3]))
    #expect(!key.verifies(Array(signature.rawRepresentation), of: [1, 2, 3]))
    #expect(!key.verifies([], of: [1, 2, 3]))
  }

  @Test(arguments: 0..<30) func `each public key of Ed25519 is accepted and verifies`(_ seed: UInt8) throws {
    let secret = try Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: seed, count: 32))
    let key = try COSEKey(Self.edDSA(Array(secret.publicKey.rawRepresentation)))
    #expect(key.algorithm == .edDSA)
    #expect(key.verifies(Array(try secret.signature(for: [seed])), of: [seed]))
    #expect(!key.verifies(Array(try secret.signature(for: [seed])), of: [seed, 0]))
  }

  @Test(
    "Points of Ed25519 that are of small order, not on the curve or not canonical are refused",
    arguments: [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0000000000000000000000000000000000000000000000000000000000000080",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000080",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
      // Not on the curve.
      "0200000000000000000000000000000000000000000000000000000000000000",
    ])
  func points(_ digits: String) {
    #expect(throws: WebAuthnRefusal.invalidPoint) { try COSEKey(Self.edDSA(bytes(hexadecimal: digits))) }
  }

  @Test func `RS256 is PKCS 1 with SHA-256`() throws {
    let fixture = try #require(PasskeyFixture.cases.first { $0.algorithm == "RS256" })
    let passkey = try PasskeyFixture.relyingParty.register(
      fixture.registration.credential, challenge: fixture.registration.challenge)
    let key = try COSEKey(encoded: passkey.publicKey)
    #expect(key.algorithm == .rs256)
    #expect(!key.verifies([UInt8](repeating: 1, count: 256), of: []))
    #expect(!key.verifies([], of: []))
  }
}
