// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

/// The session that a browser holds by a cookie.
struct BrowserSession {
  let environment: Environment

  /// The person whose session a cookie holds. The rule of the called function and the account's state gate it like the
  /// session of an app.
  /// - Returns: nil for a public page without a session that is active.
  /// - Throws: as `Environment.caller`.
  func visitor(
    _ rule: AccessRule, cookie: String?, onRefusal: (Caller, Problem) throws(Problem) -> Void
  ) throws(Problem) -> Caller? {
    let found = try cookie.flatMap(SessionCookie.init).flatMap { (cookie) throws(Problem) in
      try environment.caller(of: cookie)
    }
    guard rule.needsAccount else {
      guard let found, (try? found.session?.requireActive(at: environment.now)) != nil,
        (try? found.account.requireActive(at: environment.now)) != nil
      else { return nil }
      return try used(found)
    }
    guard let found else { throw Problem(.unauthenticated, "the browser has no session") }
    try found.requireLiveSession(at: environment.now)
    do throws(Problem) { try environment.require(rule, of: found) } catch {
      try onRefusal(found, error)
      throw error
    }
    return try used(found)
  }

  /// Records the use, at most every five minutes, so that most pages write nothing.
  private func used(_ caller: Caller) throws(Problem) -> Caller {
    let idle = environment.policy.session.idle
    guard let session = caller.session, session.lastUsedAt + min(.minutes(5), idle / 10) < environment.now else {
      return caller
    }
    let idleEndsAt = min(environment.now + idle, session.endsAt)
    try environment.store.write { (transaction) throws(Problem) in
      try transaction.sessions.recordUse(ofSession: session.id, at: environment.now, idleEndsAt: idleEndsAt)
    }
    return caller
  }
}
