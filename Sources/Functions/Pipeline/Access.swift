// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The signed-in account that calls, and the session that it calls from.
public struct Caller: Sendable {
  public let account: Account
  public let session: Session

  public init(account: Account, session: Session) {
    self.account = account
    self.session = session
  }
}

/// Who may call a function: `access` and `session` of its entry in functions.json.
public struct AccessRule: Sendable {
  let access: String
  /// Whether a public function takes a session where there is one.
  let takesSession: Bool
  /// Whether an account may call it whatever its state: what it needs to get to the next one, to see what is kept about it,
  /// and to leave.
  let allowsAnyState: Bool

  public init(_ entry: JSON) {
    access = entry["access"]?.string ?? ""
    takesSession = entry["session"] == "optional"
    allowsAnyState = entry["session"] != nil
  }
}

extension Environment {
  /// The account that calls, held against who may.
  ///
  /// What the token says is only whose session it is; state and role are read from the database.
  /// - Parameter onRefusal: gets the account that may not call, and why.
  /// - Throws: `auth/unauthenticated`, `auth/token-expired`, `auth/session-expired`, `auth/session-revoked`,
  ///   `auth/user-disabled`, `auth/email-not-verified`, `auth/account-incomplete`, `auth/guardian-pending`,
  ///   `auth/permission-denied`.
  public func caller(
    _ rule: AccessRule, token: String?, onRefusal: (Caller, Problem) throws(Problem) -> Void
  ) throws(Problem) -> Caller? {
    switch rule.access {
    case "public" where rule.takesSession && token != nil: break
    case "public", "trigger", "schedule": return nil
    case "session", "inviter": break
    default: throw .bug("functions.json says an unknown access \(rule.access)")
    }
    guard let token else { throw Problem(.unauthenticated, "authorization should be \"Bearer\" and an access token") }
    let caller = try store.read { (rows) throws(Problem) in try bearer(of: token, rows) }
    do throws(Problem) { try require(rule, of: caller) } catch {
      try onRefusal(caller, error)
      throw error
    }
    return caller
  }

  /// Holds what is known of an account against who may call.
  private func require(_ rule: AccessRule, of caller: Caller) throws(Problem) {
    guard caller.account.status == .active else { throw Problem(.userDisabled, "the account is disabled") }
    if !rule.allowsAnyState { try standing(of: caller.account).requireSignedIn() }
    guard rule.access != "inviter" || caller.account.role == policy.roles.inviter else {
      throw Problem(.permissionDenied, "only an account with the role \"\(policy.roles.inviter)\" may")
    }
  }

  private func bearer(of token: String, _ rows: Transaction) throws(Problem) -> Caller {
    let bearer = try tokens.read(token, audience: policy.app.name, in: rows)
    guard let session = try rows.session(id: bearer.sessionID), session.accountID == bearer.accountID,
      let account = try rows.account(id: bearer.accountID)
    else { throw .sessionRevoked(.signedOut) }
    // Whoever is out for good is told that, and not that this session has ended with it.
    if account.status == .active { try session.requireAlive(at: now) }
    return Caller(account: account, session: session)
  }
}
