// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain

/// A JSON Web Token that is not verified yet (RFC 7515, RFC 7519).
struct SignedToken: Sendable {
  /// The signed bytes: the first two parts and the dot between them.
  private let signed: [UInt8]
  private let signature: [UInt8]
  /// Parsed strictly, like an event: other parsers could read a repeated claim differently.
  private let claims: JSON
  let algorithm: VerificationKey.Algorithm
  let keyID: String?

  enum Failure: Error {
    case malformed(String)
    /// The signature matches none of the keys.
    case notSigned
  }

  /// - Throws: `malformed` if the text is not a compact JWS with an accepted algorithm. The key, not the header's
  ///   `alg`, decides which algorithm is used.
  init(_ text: String) throws(Failure) {
    let parts = partsOfToken(text)
    guard !text.utf8.contains(where: isOnlyInBase64) else { throw .malformed("it is not base64url") }
    guard parts.count == 3, let header = bytes(base64: parts[0]), let payload = bytes(base64: parts[1]),
      let signature = bytes(base64: parts[2])
    else {
      throw .malformed("it is not three parts of base64url")
    }
    guard let fields = try? JSON(parsing: header), let claims = try? JSON(parsing: payload), claims.members != nil
    else {
      throw .malformed("its header or its claims are not strict JSON")
    }
    guard let algorithm = VerificationKey.Algorithm(rawValue: fields["alg"]?.string ?? "") else {
      throw .malformed("its algorithm is not RS256 or ES256")
    }
    guard fields.members?["crit"] == nil else { throw .malformed("it requires an unknown extension") }
    // RFC 7515, section 4.1.4. A key id of another type, including null, would otherwise be ignored.
    guard fields.members?["kid"] == nil || fields["kid"]?.string != nil else {
      throw .malformed("its key id is not a text")
    }
    signed = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
    self.signature = signature
    self.claims = claims
    self.algorithm = algorithm
    keyID = fields["kid"]?.string
  }

  /// SHA-256 of the signed bytes, in hexadecimal. The signature is left out, because an ECDSA signature can be
  /// converted to another valid one.
  var hash: String { Array(SHA256.hash(data: signed)).hexadecimal }

  /// The claims, which anybody may have written.
  var unverifiedClaims: JSON { claims }

  /// The claims, if one of the keys verifies the signature.
  func claims(signedBy keys: [VerificationKey]) throws(Failure) -> JSON {
    for key in keys where key.algorithm == algorithm && key.verifies(signature, of: signed) { return claims }
    throw .notSigned
  }
}

/// One public key of a key set that can verify signatures (RFC 7517, RFC 7518 section 6).
struct VerificationKey: Sendable {
  enum Algorithm: String {
    case rs256 = "RS256"
    case es256 = "ES256"
  }

  /// The parameters of the key in base64url. The key is created when it is needed.
  private enum Material: Sendable {
    case rsa(modulus: String, exponent: String)
    case p256(x: String, y: String)
  }

  let id: String?
  private let material: Material

  /// The only algorithm of this key. A token cannot choose another one.
  var algorithm: Algorithm { if case .rsa = material { .rs256 } else { .es256 } }

  /// Nil for a key of another type or use, which a set may contain too.
  init?(jwk: JSON) {
    guard jwk["use"] == nil || jwk["use"] == "sig" else { return nil }
    guard jwk["key_ops"]?.array?.contains("verify") ?? true else { return nil }
    id = jwk["kid"]?.string
    let named = jwk["alg"]?.string
    switch jwk["kty"]?.string {
    case "RSA" where named == nil || named == Algorithm.rs256.rawValue:
      guard let modulus = jwk["n"]?.string, let exponent = jwk["e"]?.string else { return nil }
      material = .rsa(modulus: modulus, exponent: exponent)
    case "EC" where jwk["crv"] == "P-256" && (named == nil || named == Algorithm.es256.rawValue):
      guard let x = jwk["x"]?.string, let y = jwk["y"]?.string else { return nil }
      material = .p256(x: x, y: y)
    default: return nil
    }
  }

  /// The usable keys of a key set.
  static func all(in keySet: JSON) -> [VerificationKey] {
    (keySet["keys"]?.array ?? []).compactMap(VerificationKey.init)
  }

  /// RSASSA-PKCS1-v1_5 or ECDSA over P-256, each with SHA-256 (RFC 7518, sections 3.3 and 3.4). False for an invalid
  /// key, and for RSA keys that `RSAKey` refuses.
  fileprivate func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    switch material {
    case .rsa(let modulus, let exponent):
      guard let modulus = bytes(base64: modulus), let exponent = bytes(base64: exponent),
        let key = RSAKey(modulus: modulus, exponent: exponent)
      else { return false }
      return key.verifies(signature, of: message)
    case .p256(let x, let y):
      guard let x = bytes(base64: x), let y = bytes(base64: y), x.count == 32, y.count == 32,
        let key = try? P256.Signing.PublicKey(rawRepresentation: x + y),
        let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: message)
    }
  }
}
