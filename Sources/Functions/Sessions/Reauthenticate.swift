// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A signed-in person proves again who they are, without a second session. Functions that need a recent sign-in then
/// accept the session again.
///
/// The access token of the caller ends at once and the refresh token rotates, so that somebody else who has the old
/// tokens does not profit.
package enum Reauthenticate: Function {
  package static let name = "reauthenticate"
  package static func memory(of data: Fields) -> AnswerMemory { .ofReplacedToken }

  package struct Event {
    let credentials: [PresentedCredential]
    let factor: PresentedFactor?
  }

  enum PresentedCredential {
    case identity(PresentedIdentity)
    case password(String)
  }

  package struct Output: FunctionOutput {
    let session: SessionTokens
    let authenticatedAt: Timestamp

    package var json: JSON {
      ["session": session.json.merging(["authenticatedAt": .string(authenticatedAt.rfc3339)])]
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    let identity = try data.optionalFields("identity").map { (identity) throws(Problem) in
      PresentedCredential.identity(try identity.presentedIdentity())
    }
    return Event(
      credentials: [identity, data.optionalText("password").map(PresentedCredential.password)].compactMap { $0 },
      factor: try data.optionalFields("factor").map { (factor) throws(Problem) in
        try factor.presentedFactor(at: "/factor")
      })
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let (caller, session) = (try call.callerAtEntry(), try call.sessionAtEntry())
    let verified = try event.credentials.map { (credential) throws(Problem) in
      try verify(credential, caller, session, call, environment)
    }
    return try environment.decide(
      call, prefetch: .reauthentication(verified),
      onRefusal: { (decision, problem) throws(Problem) in
        guard problem.code.isFailedCredential || problem.code == .codeInvalid else { return }
        try decision.limits.count(Limits.reauthentications(of: session))
        if let factor = event.factor { try decision.challenges.countWrongTry(of: factor) }
      }
    ) { (decision) throws(Problem) in
      try decision.limits.require(Limits.reauthentications(of: session))
      let credentials = try verified.map { (credential) throws(Problem) in try credential.get() }
      for credential in credentials where try owner(of: credential, decision)?.id != caller.id {
        throw Problem(.invalidCredential, "the account does not sign in with this")
      }
      let (account, known) = (try decision.requireCaller(), try decision.requireSession())
      let factor = try decision.factors.verifyAgain(event.factor, of: account)
      for credential in credentials {
        switch credential {
        case .identity(let identity):
          try decision.identities.markUsed(identity)
          try decision.appleTokens.exchangeCode(of: identity)
        case .password(let check): try check?.renewHash(decision.tables)
        }
      }
      if let factor { try decision.factors.record(factor, of: caller) }
      let renewed = try decision.sessions.reauthenticated(known, hasPassedFactor: factor != nil)
      try decision.audit(.sessionReauthenticated, account: caller.id, subject: session.id)
      return Output(
        session: try decision.sessions.tokens(of: renewed, caller), authenticatedAt: renewed.authenticatedAt)
    }
  }

  /// The account that signs in with the credential; nil if there is none.
  private static func owner(of credential: VerifiedCredential, _ decision: Decision) throws(Problem) -> Account? {
    switch credential {
    case .identity(let identity): try decision.tables.identities.account(of: identity)?.account
    case .password(let check): try check?.owner(decision)
    }
  }

  /// The verified credential. It is verified before the transaction, which must not wait for keys or a hash.
  enum VerifiedCredential {
    case identity(Identity)
    /// Nil if the account has no address, and therefore no password.
    case password(PasswordCheck?)
  }

  private static func verify(
    _ credential: PresentedCredential, _ caller: Account, _ session: Session, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Result<VerifiedCredential, Problem> {
    switch credential {
    case .identity(let presented):
      return try environment.authentication.idTokens.verified(presented).map(VerifiedCredential.identity)
    case .password(let password):
      guard let email = caller.email else {
        try environment.policy.requirePasswords()
        return .success(.password(nil))
      }
      let limits = { (_: GuessedAccount) in Limits.reauthentications(of: session) }
      return .success(
        .password(try PasswordCheck.verifying(password, of: .email(email), call, environment, limits: limits)))
    }
  }
}

extension Sessions {
  /// Stores that the person of a session has authenticated now. The tokens of before are replaced.
  func reauthenticated(_ session: Session, hasPassedFactor: Bool) throws(Problem) -> Session {
    var renewed = session
    renewed.reauthenticatedAt = decision.now
    if hasPassedFactor { (renewed.factorAt, renewed.awaitsFactor) = (decision.now, false) }
    renewed.accessGeneration += 1
    // Two steps: the refresh token of before is not the preceding one, which would be accepted for some seconds.
    renewed.generation += 2
    renewed.rotatedAt = decision.now
    renewed.address = decision.call.origin.address ?? session.address
    renewed.lastUsedAt = max(decision.now, session.lastUsedAt)
    renewed.idleEndsAt = min(renewed.lastUsedAt + decision.policy.session.idle, session.endsAt)
    try decision.tables.sessions.update(renewed)
    if session.awaitsFactor, hasPassedFactor {
      try decision.tables.sessions.makeRoom(
        of: session.accountID, keeping: decision.policy.session.maxPerAccount, awaitingFactor: false, at: decision.now)
    }
    return renewed
  }
}

extension Prefetch {
  fileprivate static func reauthentication(_ credentials: [Result<Reauthenticate.VerifiedCredential, Problem>])
    -> Prefetch
  {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.tables.hashKeys.tokenKeys()
      for credential in credentials {
        switch try credential.get() {
        case .identity(let identity): _ = try decision.tables.identities.account(of: identity)
        case .password(let check):
          if let check { _ = try decision.tables.passwords.find(email: check.email) }
        }
      }
    }
  }
}
