// SPDX-License-Identifier: Apache-2.0

/// The cookie of a browser's session: the session's id and a random secret. The database has only the hash of the
/// secret. Every sign-in makes a new one.
package struct SessionCookie {
  package let sessionID: String
  package let secret: String

  package init(sessionID: String, secret: String) {
    self.sessionID = sessionID
    self.secret = secret
  }

  /// Nil if the text is not such a cookie.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(sessionID: String(parts[0]), secret: String(parts[1]))
  }

  package var text: String { "\(sessionID).\(secret)" }
}
