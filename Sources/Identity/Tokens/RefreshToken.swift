// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain

/// A refresh token: the session's id, its generation, and a MAC over both with a hash key of the database. The
/// generation is the number of times that the session's token was replaced.
///
/// The database stores only the generation. A lower generation proves that the token was replaced, at any time
/// before. The token whose answer a client lost can be created again.
package struct RefreshToken: Equatable, Sendable {
  package var sessionID: String
  package var generation: Int
  /// The token is valid only for sessions that started before this time; nil for all sessions. Releases before schema 2
  /// made the MAC with `SECRET_KEY` itself, and later sessions have no such tokens.
  package var isOfSessionsBefore: Timestamp?

  package init(sessionID: String, generation: Int) {
    self.sessionID = sessionID
    self.generation = generation
  }

  /// The token that the client gets: session id, generation and MAC, separated by dots.
  package func text(_ key: HashKey) -> String {
    "\(signed).\(authenticationCode(of: Array(signed.utf8), key: key.key).base64URL)"
  }

  /// The session that a token names. The MAC is not verified.
  package static func unverifiedSession(of text: String) -> String { String(text.prefix { $0 != "." }) }

  /// Parses and verifies a token; nil if it is invalid.
  /// - Parameters:
  ///   - key: nil if no key has been created yet.
  ///   - secret: for tokens of releases before schema 2.
  package init?(_ text: String, _ key: HashKey?, _ secret: SecretKey) throws(Problem) {
    let parts = partsOfToken(text)
    guard parts.count == 3, let generation = Int(parts[1]), String(generation) == parts[1] else { return nil }
    self.init(sessionID: String(parts[0]), generation: generation)
    if let key, constantTimeEqual(self.text(key), text) { return }
    let codes = try secret.fingerprints(Array(signed.utf8), for: .refreshTokens)
    guard codes.contains(where: { constantTimeEqual($0, parts[2]) }) else { return nil }
    isOfSessionsBefore = key?.createdAt
  }

  private var signed: String { "\(sessionID).\(generation)" }
}
