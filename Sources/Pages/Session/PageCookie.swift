// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

/// The cookies of pages (RFC 6265).
enum PageCookie: String {
  /// The session of a signed-in person.
  case session
  /// A random text to which the forms of a person who is not signed in are bound.
  case form
  /// A sign-in at a provider that has begun.
  case provider

  /// `__Host-` makes browsers refuse a cookie that another host or plain HTTP has set. With plain HTTP, which only
  /// development uses, it is not possible.
  func name(_ publicURL: String) -> String { Self.isSecure(publicURL) ? "__Host-\(rawValue)" : rawValue }

  /// A `Set-Cookie` header.
  /// - Parameter lifetime: nil until the browser is closed; zero to remove the cookie.
  func header(_ value: String, _ publicURL: String, lifetime: Duration?) -> String {
    let age = lifetime.map { "; Max-Age=\($0.secondsRoundedUp)" } ?? ""
    let secure = Self.isSecure(publicURL) ? "; Secure" : ""
    return "\(name(publicURL))=\(value); Path=/\(age); HttpOnly\(secure); SameSite=Lax"
  }

  private static func isSecure(_ publicURL: String) -> Bool { !publicURL.hasPrefix("http://") }
}

extension Environment {
  /// The person whose session a cookie holds. The rule of the called function and the account's state gate it like the
  /// session of an app.
  /// - Returns: nil for a public page without a session that is active.
  /// - Throws: as `caller`.
  func visitor(
    _ rule: AccessRule, cookie: String?, onRefusal: (Caller, Problem) throws(Problem) -> Void
  ) throws(Problem) -> Caller? {
    let found = try cookie.flatMap(SessionCookie.init).flatMap { (cookie) throws(Problem) in
      try store.readAtOnce { (transaction) throws(Problem) in try holder(of: cookie, transaction) }
    }
    guard rule.needsAccount else {
      guard let found, (try? found.session.requireActive(at: now)) != nil,
        (try? found.account.requireActive(at: now)) != nil
      else { return nil }
      return try used(found)
    }
    guard let found else { throw Problem(.unauthenticated, "the browser has no session") }
    try found.requireLiveSession(at: now)
    do throws(Problem) { try require(rule, of: found) } catch {
      try onRefusal(found, error)
      throw error
    }
    return try used(found)
  }

  private func holder(of cookie: SessionCookie, _ transaction: Transaction) throws(Problem) -> Caller? {
    transaction.sessions.prefetchWithAccount(id: cookie.sessionID)
    guard let session = try transaction.sessions.find(id: cookie.sessionID), let hash = session.cookieHash,
      constantTimeEqual(hashed(cookie.secret), hash), let account = try transaction.accounts.find(ofSession: session.id)
    else { return nil }
    return Caller(account: account, session: session)
  }

  /// Records the use, at most every five minutes, so that most pages write nothing.
  private func used(_ caller: Caller) throws(Problem) -> Caller {
    let session = caller.session
    guard session.lastUsedAt + min(.minutes(5), policy.session.idle / 10) < now else { return caller }
    let idleEndsAt = min(now + policy.session.idle, session.endsAt)
    try store.write { (transaction) throws(Problem) in
      try transaction.sessions.recordUse(ofSession: session.id, at: now, idleEndsAt: idleEndsAt)
    }
    return caller
  }
}
