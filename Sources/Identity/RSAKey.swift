// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras

/// An RSA public key of 2048 to 8192 bits for RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, section 8.2).
struct RSAKey: Sendable {
  private let key: _RSA.Signing.PublicKey

  /// Nil if the key is of another size, or if its exponent is even, less than 3 or longer than 4 bytes. Large keys and
  /// exponents make a verification slow.
  /// - Parameters:
  ///   - modulus: the number n, big-endian.
  ///   - exponent: the number e, big-endian.
  init?(modulus: [UInt8], exponent: [UInt8]) {
    let exponent = Array(exponent.drop { $0 == 0 })
    guard modulus.drop(while: { $0 == 0 }).count <= 1024, modulus.last.map({ $0 & 1 == 1 }) ?? false,
      (1...4).contains(exponent.count), exponent[exponent.count - 1] & 1 == 1, exponent != [1],
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
