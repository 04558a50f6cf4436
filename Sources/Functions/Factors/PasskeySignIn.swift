// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension SignIn {
  /// Signs in with a passkey alone: the device is one factor, and the verified person another.
  static func answer(
    _ event: Event, _ challenge: [UInt8], _ credential: JSON, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    var found: Challenge?
    return try environment.decide(
      call, prefetch: .tokenKeys,
      onRefusal: { (decision, problem) throws(Problem) in
        guard problem.code == .invalidCredential, let found else { return }
        try decision.tables.challenges.countWrongTry(ofChallenge: found.selector)
        try decision.limits.countGuess(account: nil, on: event.device)
      }
    ) { (decision) throws(Problem) in
      // PostgreSQL may have rolled back an earlier attempt of this transaction.
      found = nil
      _ = try decision.policy.relyingParty()
      try decision.limits.requireGuessesLeft(account: nil, on: event.device)
      let open = try decision.challenges.challenge(challenge, .passkey)
      found = open
      let factor = try decision.factor(of: credential)
      guard let owner = try decision.tables.accounts.find(id: factor.accountID) else {
        throw .bug("a factor has no account")
      }
      let used = try Problem.about(owner) { () throws(Problem) in
        try decision.factors.verify(credential, of: factor, challenge: challenge, allowed: nil)
      }
      let known = try owner.signingIn(at: decision.now, restores: event.restores)
      try requireRole(event.role, of: known)
      var passing = call
      passing.passedFactorOf = owner.id
      let passed = decision.about(passing)
      let stated = try passed.admission.account(known, stating: event.statement, device: event.device)

      try decision.tables.challenges.remove(open.selector)
      try decision.tables.factors.update(used)
      try decision.admission.writeStatement(of: stated, since: known)
      return try passed.sessions.signedIn(stated, on: event.device)
    }
  }
}

extension Decision {
  /// The confirmed factor of a passkey.
  /// - Throws: `auth/invalid-credential` if the passkey is not registered.
  fileprivate func factor(of credential: JSON) throws(Problem) -> Factor {
    let id = try Problem.catchRefusal { () throws(WebAuthnRefusal) in try PublicKeyCredential(credential).id }
    guard let factor = try tables.factors.find(credentialID: id.base64URL) else {
      throw .refusedPasskey("the passkey is not registered")
    }
    return factor
  }
}
