// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Domain

/// A private key with which this service signs JSON Web Tokens for another service (RFC 7515).
package struct ServiceKey {
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
    let signed = "\(header.line.base64URL).\(claims.line.base64URL)"
    do {
      let signature =
        switch material {
        case .p256(let key): Array(try key.signature(for: Array(signed.utf8)).rawRepresentation)
        case .rsa(let key):
          Array(
            try key.signature(for: SHA256.hash(data: Array(signed.utf8)), padding: .insecurePKCS1v1_5)
              .rawRepresentation)
        }
      return "\(signed).\(signature.base64URL)"
    } catch { throw .bug("signing a token failed: \(error)") }
  }
}
