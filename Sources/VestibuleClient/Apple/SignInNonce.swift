// SPDX-License-Identifier: Apache-2.0

// Type-checked by scripts/check-apple, because the kit is built and tested on Linux.
#if canImport(CryptoKit)
  import CryptoKit
  import Foundation

  /// A random value that ties an ID token to one sign-in. The provider gets its hash and puts it into the token; the
  /// server gets the value itself.
  public struct SignInNonce: Hashable, Sendable {
    /// For ``Identity/nonce``.
    public let value: String

    /// Makes a new nonce, of 32 random bytes.
    public init() {
      var random = SystemRandomNumberGenerator()
      value = (0..<32).map { _ in Self.hexadecimal(UInt8.random(in: 0...255, using: &random)) }.joined()
    }

    /// For the provider's request: the SHA-256 of the value, in hexadecimal.
    public var hash: String { SHA256.hash(data: Data(value.utf8)).map(Self.hexadecimal).joined() }

    private static func hexadecimal(_ byte: UInt8) -> String {
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
  }
#endif
