// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain

/// The client secret of Sign in with Apple: a JSON Web Token that the key of `APPLE_PRIVATE_KEY` signs ("Creating a
/// client secret").
package struct AppleClientSecret {
  private let key: P256.Signing.PrivateKey
  private let client: AppleClient

  /// Apple accepts up to six months. Each request has its own.
  private static let lifetime = Duration.minutes(5)

  /// Nil if the text is not the content of a `.p8` file: a PKCS #8 key for P-256 in PEM (RFC 7468, section 10).
  /// - Parameter pem: its line breaks may also be written as `\n`, because some runners have variables of one line only.
  package init?(pem: String, _ client: AppleClient) {
    let lines = pem.split(separator: "\\n").flatMap { $0.split(whereSeparator: \.isNewline) }.map { String($0).trimmed }
    guard lines.first == "-----BEGIN PRIVATE KEY-----", lines.last == "-----END PRIVATE KEY-----",
      let der = bytes(base64: lines.dropFirst().dropLast().joined()),
      let key = try? P256.Signing.PrivateKey(derRepresentation: der)
    else { return nil }
    self.key = key
    self.client = client
  }

  /// The client secret of one client id.
  package func text(for clientID: String, at now: Timestamp) throws(Problem) -> String {
    let header: JSON = ["alg": "ES256", "kid": .string(client.keyID)]
    let claims: JSON = [
      "iss": .string(client.teamID), "iat": JSON(now.wholeSeconds), "exp": JSON((now + Self.lifetime).wholeSeconds),
      "aud": "https://appleid.apple.com", "sub": .string(clientID),
    ]
    do { return try key.token(header, claims) } catch { throw .bug("signing a client secret failed: \(error)") }
  }
}

extension P256.Signing.PrivateKey {
  /// A compact JWS with ES256 (RFC 7515, section 7.1; RFC 7518, section 3.4).
  func token(_ header: JSON, _ claims: JSON) throws -> String {
    let signed = "\(header.line.base64URL).\(claims.line.base64URL)"
    return "\(signed).\(Array(try signature(for: Array(signed.utf8)).rawRepresentation).base64URL)"
  }
}
