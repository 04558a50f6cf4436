import Domain
import Identity
import Storage

extension Environment {
  /// The account that calls, held against who may: the `access` of the function's entry.
  ///
  /// What the token says is only whose session it is; state and role are read from the database.
  /// - Throws: `auth/unauthenticated`, `auth/token-expired`, `auth/session-expired`, `auth/session-revoked`,
  ///   `auth/user-disabled`, `auth/email-not-verified`, `auth/permission-denied`.
  public func caller(access: String, token: String?) throws(Problem) -> Account? {
    switch access {
    case "public", "trigger", "schedule": return nil
    case "session", "inviter": break
    default: throw .bug("functions.json says an unknown access \(access)")
    }
    guard let token else { throw Problem(.unauthenticated, "authorization should be \"Bearer\" and an access token") }
    let account = try store.read { (rows) throws(Problem) in
      let bearer = try tokens.read(token, audience: policy.app.name, in: rows)
      guard let session = try rows.session(id: bearer.sessionID), session.accountID == bearer.accountID,
        let account = try rows.account(id: bearer.accountID)
      else { throw Problem(.sessionRevoked, "the session is no more") }
      guard session.revokedAt == nil else { throw Problem(.sessionRevoked, "the session was ended") }
      guard min(session.idleEndsAt, session.endsAt) > now else { throw Problem(.sessionExpired, "the session expired") }
      return account
    }
    guard account.status == .active else { throw Problem(.userDisabled, "the account is disabled") }
    guard state(of: account) == "signedIn" else {
      throw Problem(.emailNotVerified, "the policy requires a verified email before anything else")
    }
    guard access != "inviter" || account.role == policy.roles.inviter else {
      throw Problem(.permissionDenied, "only an account with the role \"\(policy.roles.inviter)\" may")
    }
    return account
  }
}
