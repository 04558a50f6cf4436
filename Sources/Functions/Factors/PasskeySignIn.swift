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
      call, prefetch: { $0.prefetch { (rows) throws(Problem) in _ = try rows.hashKeys.tokenKeys() } },
      onRefusal: { (rows, problem) throws(Problem) in
        guard problem.code == .invalidCredential, let found else { return }
        try rows.challenges.countWrongTry(ofChallenge: found.selector)
        try environment.countGuess(call, account: nil, on: event.device, rows)
      }
    ) { (rows) throws(Problem) in
      _ = try environment.relyingParty()
      try environment.requireGuessesLeft(call, account: nil, on: event.device, rows)
      let open = try environment.challenge(challenge, .passkey, rows)
      found = open
      let factor = try environment.factor(of: credential, rows)
      guard let owner = try rows.accounts.find(id: factor.accountID) else { throw .bug("a factor has no account") }
      let used = try Problem.about(owner) { () throws(Problem) in
        try environment.verify(credential, of: factor, challenge: challenge, allowed: nil)
      }
      let known = try owner.signingIn(at: environment.now, restores: event.restores)
      try requireRole(event.role, of: known)
      var passed = call
      passed.passedFactorOf = owner.id
      let stated = try environment.account(known, stating: event.statement, device: event.device, passed, rows)

      try rows.challenges.remove(open.selector)
      try rows.factors.update(used)
      try environment.writeStatement(of: stated, since: known, call, rows)
      return try environment.signedIn(stated, on: event.device, passed, rows)
    }
  }
}

extension Environment {
  /// The confirmed factor of a passkey.
  /// - Throws: `auth/invalid-credential` if the passkey is not registered.
  fileprivate func factor(of credential: JSON, _ rows: Transaction) throws(Problem) -> Factor {
    let id = try Problem.catchRefusal { () throws(WebAuthnRefusal) in try PresentedCredential(credential).id }
    guard let factor = try rows.factors.find(credentialID: id.base64URL) else {
      throw Problem(.invalidCredential, "the passkey is not registered")
    }
    return factor
  }
}
