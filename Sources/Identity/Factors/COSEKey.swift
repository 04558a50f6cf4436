// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The public key of a credential (RFC 9052, section 7). WebAuthn, section 5.8.5, restricts it: the algorithm is named,
/// other optional parameters are absent, and points are not compressed.
package struct COSEKey: Sendable {
  /// The algorithms of the COSE registry that are accepted, most wanted first.
  package enum Algorithm: Int, CaseIterable, Sendable {
    /// ECDSA over P-256 with SHA-256; a signature is in DER.
    case es256 = -7
    /// Ed25519.
    case edDSA = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256, for keys of 2048 to 8192 bits.
    case rs256 = -257
  }

  private enum Material: Sendable {
    case p256(P256.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
    case rsa(RSAKey)
  }

  /// The only algorithm of this key.
  package let algorithm: Algorithm
  private let material: Material

  /// - Parameter encoded: the key in CBOR, as authenticator data contains it.
  /// - Throws: `keyNotCBOR`, and what `init(_:)` throws.
  package init(encoded: [UInt8]) throws(WebAuthnRefusal) {
    guard let value = try? CBOR(parsing: encoded) else { throw .keyNotCBOR }
    try self.init(value)
  }

  /// - Throws: `keyNotCBOR` if the value is not a map, `unsupportedAlgorithm`, `otherKeyType`, `invalidKeyParameters`,
  ///   `invalidPoint`, or `invalidRSAKey`.
  package init(_ value: CBOR) throws(WebAuthnRefusal) {
    guard let parameters = value.entries, parameters.pairs.allSatisfy({ $0.key.integer != nil }) else {
      throw .keyNotCBOR
    }
    guard let algorithm = parameters[Label.algorithm]?.integer.flatMap(Algorithm.init) else {
      throw .unsupportedAlgorithm
    }
    self.algorithm = algorithm
    switch algorithm {
    case .es256: material = .p256(try Self.p256(parameters))
    case .edDSA: material = .ed25519(try Self.ed25519(parameters))
    case .rs256: material = .rsa(try Self.rsa(parameters))
    }
  }

  /// RFC 9053, section 7.1.1.
  private static func p256(_ parameters: CBOR.Map) throws(WebAuthnRefusal) -> P256.Signing.PublicKey {
    guard parameters[Label.type] == CBOR(2), parameters[Label.curve] == CBOR(1) else { throw .otherKeyType }
    guard parameters.pairs.count == 5, let x = parameters[Label.x]?.byteString, x.count == 32,
      let y = parameters[Label.y]?.byteString, y.count == 32
    else { throw .invalidKeyParameters }
    guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y) else { throw .invalidPoint }
    return key
  }

  /// RFC 9053, section 7.2.
  private static func ed25519(_ parameters: CBOR.Map) throws(WebAuthnRefusal) -> Curve25519.Signing.PublicKey {
    guard parameters[Label.type] == CBOR(1), parameters[Label.curve] == CBOR(6) else { throw .otherKeyType }
    guard parameters.pairs.count == 4, let x = parameters[Label.x]?.byteString, x.count == 32 else {
      throw .invalidKeyParameters
    }
    guard isPointOfEd25519(x), let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x) else {
      throw .invalidPoint
    }
    return key
  }

  /// RFC 8230, section 4. The numbers have no leading zero bytes.
  private static func rsa(_ parameters: CBOR.Map) throws(WebAuthnRefusal) -> RSAKey {
    guard parameters[Label.type] == CBOR(3) else { throw .otherKeyType }
    guard parameters.pairs.count == 4, let modulus = parameters[Label.modulus]?.byteString,
      let exponent = parameters[Label.exponent]?.byteString, modulus.first != 0, exponent.first != 0
    else { throw .invalidKeyParameters }
    guard let key = RSAKey(modulus: modulus, exponent: exponent) else { throw .invalidRSAKey }
    return key
  }

  /// - Parameter signature: in DER for ES256, otherwise as the algorithm defines it (WebAuthn, section 6.5.5).
  /// - Returns: false for an invalid signature.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    switch material {
    case .p256(let key):
      guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
      return key.isValidSignature(signature, for: message)
    case .ed25519(let key): return key.isValidSignature(signature, for: message)
    case .rsa(let key): return key.verifies(signature, of: message)
    }
  }
}

/// The labels of parameters. Those below 0 depend on the key's type.
private enum Label {
  static let type = CBOR(1)
  static let algorithm = CBOR(3)
  static let curve = CBOR(-1)
  static let x = CBOR(-2)
  static let y = CBOR(-3)
  static let modulus = CBOR(-1)
  static let exponent = CBOR(-2)
}
