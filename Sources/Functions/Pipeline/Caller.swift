// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What opens an account to a caller. An app has a session by its access token, and a browser by its cookie; a backend
/// has a service key. This file finds who is behind each of them.
package enum CallerCredential: Sendable {
  case session(Session)
  case key(ServiceKey)

  package var session: Session? { if case .session(let session) = self { session } else { nil } }
  package var key: ServiceKey? { if case .key(let key) = self { key } else { nil } }

  /// Requires that the person signed in or reauthenticated a short time ago. A service key is always refused.
  /// - Throws: `auth/requires-recent-login`.
  func requireRecentSignIn(
    of account: Account, _ rules: Policy.SessionRules, at now: Timestamp
  ) throws(Problem) {
    guard let session else { throw Problem(.requiresRecentLogin, "a service key cannot do this") }
    try session.requireRecent(of: account, rules, at: now)
  }
}

/// The account that calls a function, and what opens it.
package struct Caller: Sendable {
  package let account: Account
  package let credential: CallerCredential
  /// Whether the access token was replaced by a newer one. Such a caller may only repeat the event that replaced it.
  package let hasReplacedToken: Bool

  package init(account: Account, _ credential: CallerCredential, hasReplacedToken: Bool = false) {
    (self.account, self.credential, self.hasReplacedToken) = (account, credential, hasReplacedToken)
  }

  package var session: Session? { credential.session }

  /// Requires that the session has not ended. A disabled account gets `auth/user-disabled` from the rule of the
  /// function, although its session has ended too.
  /// - Throws: `auth/session-expired`, `auth/session-revoked`.
  package func requireLiveSession(at now: Timestamp) throws(Problem) {
    guard let session, account.status == .active || account.isErased(at: now) else { return }
    try session.requireActive(at: now)
  }
}

extension Environment {
  /// The caller behind what `Authorization: Bearer` has: an access token, or a service key.
  func caller(bearing text: String, _ transaction: Transaction) throws(Problem) -> Caller {
    guard text.hasPrefix(ServiceKey.prefix) else { return try caller(ofAccessToken: text, transaction) }
    guard let hash = try hashKeys.hashForLookup(ServiceKey.hashedText(of: text), in: transaction),
      let key = try transaction.serviceKeys.find(secretHash: hash)
    else { throw .unusableKey }
    return try caller(of: key, transaction)
  }

  private func caller(ofAccessToken token: String, _ transaction: Transaction) throws(Problem) -> Caller {
    if let session = authentication.accessTokens.unverifiedSession(of: token) {
      transaction.sessions.prefetchWithAccount(id: session)
    }
    let bearer = try authentication.accessTokens.read(token, audiences: policy.audiences, in: transaction)
    guard let session = try transaction.sessions.find(id: bearer.sessionID), session.accountID == bearer.accountID,
      session.cookieHash == nil, let account = try transaction.accounts.find(ofSession: session.id)
    else { throw .sessionRevoked(.signedOut) }
    let hasReplacedToken = bearer.generation != session.accessGeneration
    let caller = Caller(account: account, .session(session), hasReplacedToken: hasReplacedToken)
    try caller.requireLiveSession(at: now)
    return caller
  }

  /// The caller behind the cookie of a browser; nil if it opens nothing. The session may have ended.
  package func caller(of cookie: SessionCookie) throws(Problem) -> Caller? {
    try store.readAtOnce { (transaction) throws(Problem) in
      transaction.sessions.prefetchWithAccount(id: cookie.sessionID)
      guard let session = try transaction.sessions.find(id: cookie.sessionID), let hash = session.cookieHash,
        constantTimeEqual(hashed(cookie.secret), hash),
        let account = try transaction.accounts.find(ofSession: session.id)
      else { return nil }
      return Caller(account: account, .session(session))
    }
  }

  /// The account for which a key acts. A team's key acts as the owner who has been in the team longest.
  /// - Throws: `auth/unauthenticated`.
  private func caller(of key: ServiceKey, _ transaction: Transaction) throws(Problem) -> Caller {
    let account: Account? =
      switch key.holder {
      case .inviter(let id): try transaction.accounts.find(id: id)
      case .team(let id): policy.hasTeams ? try transaction.teams.contact(of: id, for: "") : nil
      }
    guard key.state(at: now) == .active, let account, account.status == .active else { throw .unusableKey }
    return Caller(account: account, .key(key))
  }

  /// The caller as it is now: while a decision waited, the session or the key may have ended, and the account may have
  /// changed.
  func current(_ credential: CallerCredential, _ transaction: Transaction) throws(Problem) -> Caller {
    switch credential {
    case .session(let session):
      guard let current = try transaction.sessions.find(id: session.id),
        let account = try transaction.accounts.find(ofSession: session.id)
      else { throw .sessionRevoked(.signedOut) }
      try current.requireActive(at: now)
      guard current.accessGeneration == session.accessGeneration else { throw .tokenReplaced }
      return Caller(account: account, .session(current))
    case .key(let key):
      guard let current = try transaction.serviceKeys.find(id: key.id), current.secretHash == key.secretHash else {
        throw .unusableKey
      }
      return try caller(of: current, transaction)
    }
  }
}

extension ServiceKey {
  /// The text of which the keyed hash is stored.
  fileprivate static func hashedText(of secret: String) -> String { "service-key\n\(secret)" }
}

extension Decision {
  /// A new secret of a service key, and the keyed hash that is stored of it.
  package func newKeySecret() throws(Problem) -> (text: String, hash: String) {
    let text = ServiceKey.prefix + environment.random(32).base64URL
    return (text, try keyedHash(ServiceKey.hashedText(of: text)))
  }
}

extension Problem {
  /// The access token was issued before the person reauthenticated.
  package static var tokenReplaced: Problem {
    Problem(.tokenExpired, "the person has reauthenticated, which replaced this access token")
  }

  /// The refusal gives no reason, so that callers cannot learn which keys existed.
  static var unusableKey: Problem {
    Problem(
      .unauthenticated,
      "the service key is unknown, was rotated or revoked, has expired, or its inviter or team can no longer act")
  }
}
