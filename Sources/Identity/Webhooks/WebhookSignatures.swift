// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Domain
import SwiftASN1

// The signatures of webhooks, other than Standard Webhooks.

extension Timestamp {
  /// Whether a request that was sent at `second` is recent. The sender's clock may be ahead.
  package func admits(_ second: Int, past: Duration, ahead: Duration = .minutes(5)) -> Bool {
    second >= wholeSeconds - past.secondsRoundedUp && second <= wholeSeconds + ahead.secondsRoundedUp
  }
}

/// A public key for ECDSA over P-256 with SHA-256.
package struct ECDSAKey {
  private let key: P256.Signing.PublicKey

  /// Parses base64 of a SubjectPublicKeyInfo; nil if it is invalid.
  package init?(base64 text: String) {
    guard let der = bytes(base64: text), let key = try? P256.Signing.PublicKey(derRepresentation: der) else {
      return nil
    }
    self.key = key
  }

  /// - Parameter signature: base64 of its DER encoding.
  package func verifies(_ signature: String, of message: [UInt8]) -> Bool {
    guard let der = bytes(base64: signature),
      let signature = try? P256.Signing.ECDSASignature(derRepresentation: der)
    else { return false }
    return key.isValidSignature(signature, for: message)
  }
}

/// HMAC-SHA256 (RFC 2104) in lower-case hexadecimal.
package func hexadecimalHMAC(of message: String, key: String) -> String {
  authenticationCode(of: Array(message.utf8), key: SymmetricKey(data: Array(key.utf8))).hexadecimal
}

/// A certificate with which Amazon SNS signs messages.
package struct SNSCertificate {
  private let key: _RSA.Signing.PublicKey

  /// - Parameter pem: an X.509 certificate of an RSA key of at least 2048 bits; otherwise the result is nil.
  init?(pem: String) {
    guard let document = try? PEMDocument(pemString: pem), document.discriminator == "CERTIFICATE",
      let certified = try? Self.publicKey(ofCertificate: document.derBytes),
      let key = try? _RSA.Signing.PublicKey(derRepresentation: certified)
    else { return nil }
    self.key = key
  }

  /// The SubjectPublicKeyInfo of a certificate (RFC 5280, section 4.1): the seventh field of the TBSCertificate, if
  /// that begins with a version, as all do except those of version 1.
  private static func publicKey(ofCertificate der: [UInt8]) throws -> [UInt8] {
    try DER.sequence(try DER.parse(der), identifier: .sequence) { parts in
      let certified = parts.next()
      while parts.next() != nil {}
      guard let certified, case .constructed(let fields) = certified.content else {
        throw ASN1Error.unexpectedFieldType(.null)
      }
      let numbered = Array(fields)
      guard numbered.count >= 7 else { throw ASN1Error.unexpectedFieldType(.null) }
      return Array(numbered[6].encodedBytes)
    }
  }

  /// - Parameters:
  ///   - version: the message's `SignatureVersion`: 1 (the default of topics) is RSA with SHA-1, 2 is RSA with SHA-256.
  package func verifies(_ signature: String, version: String, of message: String) -> Bool {
    guard let raw = bytes(base64: signature) else { return false }
    let signature = _RSA.Signing.RSASignature(rawRepresentation: raw)
    let message = Array(message.utf8)
    switch version {
    case "1":
      return key.isValidSignature(signature, for: Insecure.SHA1.hash(data: message), padding: .insecurePKCS1v1_5)
    case "2": return key.isValidSignature(signature, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
    default: return false
    }
  }
}
