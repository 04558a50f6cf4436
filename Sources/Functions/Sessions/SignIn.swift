// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A person signs in, with an ID token, with email or user name and password, with email and a mailed code, or with a
/// passkey. An unknown identity creates an account, if the policy allows sign-up in that role.
package enum SignIn: SignInFlow {
  package static let name = "sign-in"
  package static let refusesWithCodeOfField = true

  package struct Event {
    let proof: Proof
    /// JSON pointer to the ID token in the event's data.
    var tokenPlace = "/identity/idToken"
    /// The required role: an app for admins requires `admin`, for example.
    let role: String?
    /// The age and the consent that the person states.
    let statement: StatedConsent
    let device: Device?
    /// Whether to restore an account that is being deleted. Then no new account is created.
    var restores = false
  }

  package typealias Output = SignedInOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    try event(from: data, restores: data.flag("restore"))
  }

  static func event(from data: Fields, restores: Bool) throws(Problem) -> Event {
    Event(
      proof: try proof(in: data), role: data.optionalText("as"), statement: try data.statement(),
      device: try data.optionalDevice("device"), restores: restores)
  }

  package static func method(in data: Fields) -> SignInMethod? {
    switch CredentialMember(in: data) {
    case .identity: data.identityProvider
    case .code: .mailedCode
    case .passkey: .passkey
    case .password: .password
    }
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    let mixed = CredentialMember.mixed(in: data)
    let broken = rules.brokenBirthDate(in: data) + rules.brokenUsername(in: data, isNew: false)
    return mixed + broken.filter { field in !mixed.contains { $0.pointer == field.pointer } }
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let presented: PresentedCredential
    switch event.proof {
    case .passkey(let challenge, let credential):
      return try answer(event, challenge, credential, call, environment)
    case .credential(let credential): presented = credential
    }
    let credential = try verify(presented, on: event.device, call, environment)
    let guessed = credential.guessed
    // A call that names an account by its user name is audited like one that names it by its address.
    var call = call
    call.email = call.email ?? guessed?.email
    return try environment.decide(
      call, continuation: (try? credential.get()).map { Verified(event, $0).stored(call) },
      prefetch: .signIn(try? credential.get()),
      onRefusal: { (decision, problem) throws(Problem) in
        switch presented {
        case .code(let code): try decision.codes.countWrongCode(problem, code)
        case .deletionCode(let code): try decision.codes.countWrongCode(problem, code)
        case .account: break
        case .identity, .password:
          guard problem.code.isFailedCredential else { return }
          try decision.limits.countGuess(account: guessed, on: event.device)
        }
      }
    ) { (decision) throws(Problem) in
      if presented.countsAsGuess {
        try decision.limits.requireGuessesLeft(account: guessed, on: event.device)
      }
      return try decide(Verified(event, try credential.get()), decision)
    }
  }

  package static func decide(_ event: Verified, _ decision: Decision) throws(Problem) -> Output {
    let account =
      switch event.credential {
      case .code(let code): try account(of: code, event, decision)
      case .account(let id, let token): try decision.sessions.account(id, using: token)
      case .deletionCode(let code): try account(ofDeletionCode: code, event, decision)
      case .identity(let identity): try account(of: identity, event, decision)
      case .password(let check): try account(of: check, event, decision)
      }
    return try decision.sessions.signedIn(account, on: event.device)
  }
}

extension Sessions {
  /// Signs in to an account that a credential has proven, and restores it first if the person wants that.
  func signedIn(_ account: Account, on device: Device?) throws(Problem) -> SignedInOutput {
    let terms = decision.call.terms.sessions
    try requireProvenAddress(of: account)
    if account.isBeingRestored { try decision.deletions.storeRestoration(of: account) }
    decision.prefetch(.session(of: account, on: device))
    let invitations = try decision.invitations.waitingInvitations(for: account)
    if terms.begins { try decision.audit(.accountSignedIn, account: account.id) }
    let session = try beginSession(for: account, on: device)
    return SignedInOutput(
      account: account.signedIn(at: decision.now), session: session,
      accountState: decision.policy.accountState(of: account, on: decision.now), invitations: invitations,
      waiting: try decision.invitations.waitingOffer(for: account)?.waiting)
  }
}

extension Prefetch {
  fileprivate static func signIn(_ credential: SignIn.VerifiedCredential?) -> Prefetch {
    switch credential {
    case .code(let code):
      let owner = Prefetch { (decision) throws(Problem) in
        _ = try decision.tables.accounts.find(email: code.email)
      }
      return Prefetch(hashKeys, tokenKeys, owner, pendingInvitations(for: code.email))
    case .identity(let identity):
      return Prefetch(hashKeys, tokenKeys, account(of: identity), pendingInvitations(for: identity.verifiedEmail))
    case .password(let check):
      let password = Prefetch { (decision) throws(Problem) in
        _ = try decision.tables.passwords.passwordCredential(check.login)
      }
      return Prefetch(hashKeys, tokenKeys, password, pendingInvitations(for: check.email))
    case .deletionCode, .account, nil: return Prefetch(hashKeys, tokenKeys)
    }
  }
}
