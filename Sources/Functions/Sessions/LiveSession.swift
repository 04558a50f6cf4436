// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Session {
  /// - Throws: `auth/session-revoked` with the reason, or `auth/session-expired`.
  package func requireActive(at now: Timestamp) throws(Problem) {
    guard revokedAt == nil else { throw .sessionRevoked(end ?? .signedOut) }
    guard min(idleEndsAt, endsAt) > now else { throw idleEndsAt < endsAt ? .sessionIdle : .sessionTooOld }
  }

  /// Requires that the person has authenticated recently enough, as the policy says.
  /// - Throws: `auth/requires-recent-login`.
  package func requireRecent(of account: Account, _ rules: Policy.SessionRules, at now: Timestamp) throws(Problem) {
    try requireFactor(of: account)
    guard authenticatedAt + rules.recent > now else {
      let minutes = rules.recent.secondsRoundedUp / 60
      throw Problem(
        .requiresRecentLogin,
        "a sign-in within the last \(minutes) minutes is required; sign in again or reauthenticate")
    }
  }

  /// Requires that a session has passed the second factor, if the account has one: a session may be older than the
  /// factor.
  /// - Throws: `auth/factor-required`.
  func requireFactor(of account: Account) throws(Problem) {
    guard account.factors == 0 || factorAt != nil else {
      throw .factorRequired(of: account, "the session began before the second factor; reauthenticate with it")
    }
  }
}

extension Problem {
  /// The session was not used for `session.idleDays`.
  fileprivate static var sessionIdle: Problem {
    Problem(.sessionExpired, "the session has expired: it was not used for too long")
  }

  /// The session began `session.absoluteDays` ago, however often it was used.
  fileprivate static var sessionTooOld: Problem {
    Problem(
      .sessionExpired, "the session has expired: it has reached its maximum age, which use does not extend",
      message: Message("absolute"))
  }

  static func sessionRevoked(_ end: Session.End) -> Problem {
    Problem(.sessionRevoked, "the session was ended: \(end.rawValue)", message: Message(end.rawValue))
  }

  /// Why the session was ended, of an `auth/session-revoked`; nil for other problems.
  var sessionEnd: Session.End? { code == .sessionRevoked ? message.variant.flatMap(Session.End.init) : nil }
}
