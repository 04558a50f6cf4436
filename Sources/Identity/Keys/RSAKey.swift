// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras

/// An RSA public key of 2048 to 8192 bits for RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, section 8.2).
struct RSAKey: Sendable {
  private let key: _RSA.Signing.PublicKey

  /// Nil if the key is of another size, if its exponent is longer than 4 bytes, or if the numbers are not those of an
  /// RSA key, such as an even one. Large keys and exponents make a verification slow.
  /// - Parameters:
  ///   - modulus: the number n, big-endian.
  ///   - exponent: the number e, big-endian.
  init?(modulus: [UInt8], exponent: [UInt8]) {
    guard exponent.drop(while: { $0 == 0 }).count <= 4,
      let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent), key.keySizeInBits <= 8192
    else { return nil }
    self.key = key
  }

  /// - Returns: false for an invalid signature.
  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    key.isValidSignature(
      _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message),
      padding: .insecurePKCS1v1_5)
  }
}
