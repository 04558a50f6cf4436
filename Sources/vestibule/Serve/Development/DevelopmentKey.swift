// SPDX-License-Identifier: Apache-2.0

import Configuration
import CryptoExtras
import Domain
import Identity

/// The key of `development.pem`, with which scripts/id-token signs ID tokens.
struct DevelopmentKey {
  /// As a JSON Web Key (RFC 7517).
  let json: JSON

  /// Reads the key, or creates it.
  init(in folder: DataFolder) throws(Failure) {
    let file = "\(folder.path)/development.pem"
    do {
      if let text = try? readFile(file) {
        json = try Self.json(of: _RSA.Signing.PrivateKey(pemRepresentation: String(decoding: text, as: UTF8.self)))
      } else {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        try createFile(file, Array(key.pemRepresentation.utf8))
        json = try Self.json(of: key)
      }
    } catch {
      throw .misconfigured("\(file) cannot be written, or is not an RSA key")
    }
  }

  private static func json(of key: _RSA.Signing.PrivateKey) throws -> JSON {
    let numbers = try key.publicKey.getKeyPrimitives()
    return [
      "kty": "RSA", "kid": "development", "use": "sig", "alg": "RS256",
      "n": .string([UInt8](numbers.modulus).base64URL), "e": .string([UInt8](numbers.publicExponent).base64URL),
    ]
  }
}
