// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// An app exchanges its refresh token for the next tokens of the session.
///
/// Tokens rotate (RFC 9700, section 4.14.2). The previous token is accepted for the policy's
/// `session.refreshGraceSeconds` and gets the same successor, for an app that lost the answer. An older token shows
/// that a token was stolen, and ends the session for both holders.
package enum RefreshSession: Function {
  package static let name = "refresh-session"

  package struct Event {
    let refreshToken: String
    let device: Device?
  }

  package struct Output: FunctionOutput {
    let session: SessionTokens

    package var json: JSON { ["session": session.json] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(refreshToken: try data.text("refreshToken"), device: try data.optionalDevice("device"))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    var token: RefreshToken?
    return try environment.decide(
      call,
      prefetch: .refresh(event.refreshToken),
      onRefusal: { (decision, problem) throws(Problem) in
        guard let end = problem.sessionEnd, let action = Self.endings[end], let token else { return }
        try endFamily(of: token, as: end, action, decision)
      }
    ) { (decision) throws(Problem) in
      let keys = try decision.sessions.tokenKeys()
      token = try RefreshToken(event.refreshToken, keys.refresh, decision.secret)
      guard let token, let found = try decision.tables.sessions.find(id: token.sessionID),
        token.isOfSessionsBefore.map({ found.createdAt < $0 }) ?? true, found.cookieHash == nil,
        let account = try decision.tables.accounts.find(ofSession: found.id)
      else {
        throw Problem(.sessionRevoked, "the refresh token is not one of this service, or its session no longer exists")
      }
      guard !found.awaitsFactor || call.terms.sessions.mayAwaitFactor else {
        throw .factorRequired(of: account, "the session waits for the second factor")
      }
      if account.closedFor == .age { throw .closedForAge }
      try requireDevice(event.device, of: found, environment)
      let session = try decide(token, found, at: decision.now, policy: decision.policy.session)
      try account.requireActive(at: decision.now)
      try decision.policy.requireKnownRole(of: account)

      var used = session
      used.address = call.origin.address ?? found.address
      used.country = found.country ?? call.origin.country
      try decision.tables.sessions.recordRefresh(of: used)
      try decision.sessions.setPushToken(of: event.device, in: used)
      return Output(session: try decision.sessions.tokens(of: used, account, with: keys))
    }
  }

  /// The session after the token is used.
  static func decide(
    _ token: RefreshToken, _ session: Session, at now: Timestamp, policy: Policy.SessionRules
  ) throws(Problem) -> Session {
    try session.requireActive(at: now)
    var used = session
    used.lastUsedAt = max(now, session.lastUsedAt)
    used.idleEndsAt = min(used.lastUsedAt + policy.idle, session.endsAt)
    switch session.generation - token.generation {
    case 0:
      used.generation += 1
      used.rotatedAt = now
    case 1 where now < session.rotatedAt + policy.refreshGrace: break
    default: throw .sessionRevoked(.tokenReused)
    }
    return used
  }

  /// - Throws: `auth/session-revoked` if the policy binds sessions to their device, and this is another one or none.
  private static func requireDevice(
    _ device: Device?, of session: Session, _ environment: Environment
  ) throws(Problem) {
    try session.requireActive(at: environment.now)
    guard environment.policy.session.bindsDevice, let bound = session.device, device?.id != bound.id else { return }
    throw .sessionRevoked(.otherDevice)
  }

  /// The reasons for which a refresh ends the session, with their entries in the audit log.
  private static let endings: [Session.End: AuditAction] = [
    .tokenReused: .sessionTokenReused, .otherDevice: .sessionOtherDevice,
  ]

  private static func endFamily(
    of token: RefreshToken, as end: Session.End, _ action: AuditAction, _ decision: Decision
  ) throws(Problem) {
    guard let session = try decision.tables.sessions.find(id: token.sessionID),
      try decision.tables.sessions.revoke(session.id, as: end, at: decision.now)
    else { return }
    try decision.audit(action, account: session.accountID, subject: session.id)
  }
}

extension Prefetch {
  fileprivate static func refresh(_ token: String) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      let session = RefreshToken.unverifiedSession(of: token)
      _ = try decision.tables.sessions.find(id: session)
      _ = try decision.tables.accounts.find(ofSession: session)
      _ = try decision.tables.hashKeys.tokenKeys()
    }
  }
}
