// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Domain

/// A private key with which this service signs JSON Web Tokens for another service (RFC 7515).
package struct VendorKey {
  /// The signature algorithm (RFC 7518, section 3.1).
  package enum Algorithm: String, Sendable {
    case es256 = "ES256"
    case rs256 = "RS256"
  }

  private enum Material {
    case p256(P256.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)
  }

  private let material: Material
  private let algorithm: Algorithm

  /// Nil if the text is not a private key for the algorithm.
  /// - Parameter pem: PKCS #8 in PEM (RFC 7468). Line breaks may be written as `\n`, as some tools write variables.
  package init?(pem: String, _ algorithm: Algorithm) {
    let text = pem.replacing("\\n", with: "\n")
    switch algorithm {
    case .es256:
      guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else { return nil }
      material = .p256(key)
    case .rs256:
      guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: text) else { return nil }
      material = .rsa(key)
    }
    self.algorithm = algorithm
  }

  /// The compact form of a signed token.
  package func signed(_ claims: JSON, keyID: String?) throws(Problem) -> String {
    let header: JSON = .object([
      "alg": .string(algorithm.rawValue), "typ": "JWT", "kid": keyID.map(JSON.string),
    ])
    do {
      switch material {
      case .p256(let key): return try key.token(header, claims)
      case .rsa(let key):
        let signed = "\(header.line.base64URL).\(claims.line.base64URL)"
        let digest = SHA256.hash(data: Array(signed.utf8))
        let signature = try key.signature(for: digest, padding: .insecurePKCS1v1_5)
        return "\(signed).\(Array(signature.rawRepresentation).base64URL)"
      }
    } catch { throw .bug("signing a token failed: \(error)") }
  }
}

extension P256.Signing.PrivateKey {
  /// A compact JWS with ES256 (RFC 7515, section 7.1; RFC 7518, section 3.4).
  func token(_ header: JSON, _ claims: JSON) throws -> String {
    let signed = "\(header.line.base64URL).\(claims.line.base64URL)"
    return "\(signed).\(Array(try signature(for: Array(signed.utf8)).rawRepresentation).base64URL)"
  }
}
