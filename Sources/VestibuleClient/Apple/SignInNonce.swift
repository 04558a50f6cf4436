// SPDX-License-Identifier: Apache-2.0

/// A random value that ties an ID token to one sign-in. The provider gets its hash and puts it into the token; the
/// server gets the value itself.
public struct SignInNonce: Hashable, Sendable {
  /// For ``Identity/nonce``.
  public let value: String

  /// Makes a new nonce, of 32 random bytes.
  public init() {
    var random = SystemRandomNumberGenerator()
    value = Self.hexadecimal((0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

// Type-checked by scripts/check-apple, because the kit is built and tested on Linux.
#if canImport(CryptoKit)
  import CryptoKit
  import Foundation

  extension SignInNonce {
    /// For the provider's request: the SHA-256 of the value, in hexadecimal.
    public var hash: String { Self.hexadecimal(SHA256.hash(data: Data(value.utf8))) }
  }
#endif
