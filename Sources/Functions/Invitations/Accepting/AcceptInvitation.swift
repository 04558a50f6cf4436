// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A person accepts what a code offers: an invitation, or a link by which many people join. With an ID token, a
/// password, a new passkey or the mailed code alone the account is found or created and linked to the client record,
/// and a session starts. A signed-in person accepts with the session. An invitation to a verified address of the
/// account then needs no code. If the address has to be proven first, the acceptance waits for that.
package enum AcceptInvitation: SignInFlow {
  package static let name = "accept-invitation"

  package enum Event {
    case code(CodeEvent)
    /// The id of an invitation that waits for the caller's address.
    case waiting(String)
  }

  /// The code, and what shows who the person is.
  package struct CodeEvent {
    let code: PresentedCode
    let credential: PresentedCredential
    /// The age and the consent that the person states.
    let statement: StatedConsent
    let device: Device?
  }

  package struct Output: FunctionOutput {
    let taken: AcceptedOffer
    let workouts: [Workout]
    /// Nil if the caller keeps the session of the event.
    let session: SessionTokens?
    let isNewAccount: Bool
    let accountState: AccountState
    /// What is accepted once the address of the account is proven.
    let waiting: WaitingAcceptance?
    /// The recovery codes of a new account with a passkey; nil otherwise.
    let recoveryCodes: [String]?

    package var json: JSON {
      let members = JSON.object([
        "workouts": .array(workouts.map(\.json)), "session": session?.json, "isNewAccount": .bool(isNewAccount),
        "waiting": waiting?.json, "recoveryCodes": recoveryCodes.map { JSON($0) },
      ])
      return JSON.object(["account": taken.account.json]).merging(taken.json).merging(members)
        .merging(accountState.json)
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    if let id = data.optionalText("invitationId") { return .waiting(id) }
    return .code(
      CodeEvent(
        code: try data.presentedCode("code"), credential: try credential(in: data), statement: try data.statement(),
        device: try data.optionalDevice("device")))
  }

  /// With a credential, a session is ignored: the person signs in.
  package static func access(_ rule: AccessRule, to data: Fields) -> AccessRule {
    if data.has("invitationId") { return .session }
    return CredentialMember.all(in: data).isEmpty ? .sessionInAnyState : .anyone
  }

  /// A mailed code alone proves an address, as a sign-in code does.
  package static func method(in data: Fields) -> SignInMethod? {
    data.identityProvider ?? CredentialMember.all(in: data).first?.method
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    let given = CredentialMember.all(in: data)
    var presence: [Problem.Field] = []
    if data.has("invitationId") {
      presence = membersOfCodeEvents.filter(data.has).map {
        Problem.Field(pointer: "/\($0)", detail: "does not go with an invitationId")
      }
    } else if !data.has("code") {
      presence = [.missing("/code", .eventInvalid)]
    } else if given.count > 1 {
      presence = given.dropFirst().map {
        Problem.Field(pointer: "/\($0.rawValue)", detail: "does not go with \(given[0].rawValue)")
      }
    }
    return try presence + rules.brokenNewPassword("newPassword", in: data) + rules.brokenBirthDate(in: data)
  }

  private static let membersOfCodeEvents =
    ["code"] + CredentialMember.allCases.map(\.rawValue) + ["email", "displayName", "birthDate", "consent", "device"]

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    switch event {
    case .code(let event): try acceptByCode(event, call, environment)
    case .waiting(let id): try acceptWaiting(id, call, environment)
    }
  }

  private static func acceptWaiting(
    _ invitationID: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call, prefetch: .invitation(invitationID)) { (decision) throws(Problem) in
      let account = try decision.requireCaller()
      let details = try decision.tables.invitations.details(id: invitationID, to: account, decision.policy)
      return try accept(.session(hasCode: false), .invitation(details), decision)
    }
  }

  private static func acceptByCode(
    _ event: CodeEvent, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let credential = try verify(event, call, environment)
    let verified = try? credential.get()
    return try environment.decide(
      call, continuation: verified.map { Verified(event, $0).stored(call) },
      prefetch: .acceptance(of: event.code, verified, on: event.device),
      onRefusal: { (decision, problem) throws(Problem) in
        switch event.credential {
        case .password(let email, _) where problem.code.isFailedCredential:
          let guessed = verified?.guessed ?? GuessedAccount(email)
          try decision.limits.countGuess(account: guessed, on: event.device)
        // If any address may accept, one invitation could be used to test many addresses for an account. So these
        // refusals count as failed attempts.
        case .newPassword where problem.code == .emailAlreadyInUse:
          try decision.limits.countGuess(account: nil, on: event.device)
        default: break
        }
        try decision.invitations.countWrongShortCode(problem, event.code, on: event.device)
      }
    ) { (decision) throws(Problem) in
      try decide(Verified(event, try credential.get()), decision)
    }
  }

  package static func decide(_ event: Verified, _ decision: Decision) throws(Problem) -> Output {
    let offer = try decision.invitations.offer(of: event.code, on: event.device)
    return try accept(event.credential, offer, statement: event.statement, device: event.device, decision)
  }

  private static func accept(
    _ credential: VerifiedCredential, _ offer: CodeOffer, statement: StatedConsent = StatedConsent(),
    device: Device? = nil, _ decision: Decision
  ) throws(Problem) -> Output {
    let admitted = try InvitedAccount(offer: offer, statement: statement, device: device, decision: decision)
      .admitted(with: credential)
    var taken = AcceptedOffer(account: admitted.account)
    if admitted.waits {
      try decision.tables.waitingAcceptances.insert(offer.waiting, of: taken.account.id, at: decision.now)
    } else {
      taken = try decision.invitations.accept(offer, by: taken.account, admitted.isNew ? .new : .known)
    }
    if !admitted.isNew, taken.account.emailProvenAt == decision.now {
      _ = try decision.invitations.acceptWaitingOffers(for: &taken.account)
    }
    let session = try beginSessionIfNeeded(of: taken.account, credential, device, decision)
    let account = session == nil ? taken.account : taken.account.signedIn(at: decision.now)
    let accountState = decision.policy.accountState(of: account, on: decision.now, waitsForProof: admitted.waits)
    // Workouts are hidden until the account is complete.
    let clients =
      admitted.isNew
      ? [taken.client].compactMap { $0 } : try decision.tables.clients.all(ofAccount: account.id)
    let workouts =
      accountState.state == .signedIn
      ? try decision.tables.workouts.all(of: clients, after: nil, limit: ListPage.defaultLimit) : []
    taken.account = account
    return Output(
      taken: taken, workouts: workouts, session: session, isNewAccount: admitted.isNew, accountState: accountState,
      waiting: admitted.waits ? offer.waiting : nil, recoveryCodes: admitted.recoveryCodes)
  }

  /// - Returns: nil if the caller keeps the session of the event.
  private static func beginSessionIfNeeded(
    of account: Account, _ credential: VerifiedCredential, _ device: Device?, _ decision: Decision
  ) throws(Problem) -> SessionTokens? {
    switch credential {
    case .session: return nil
    case .passkey:
      var passing = decision.call
      passing.passedFactorOf = account.id
      return try decision.about(passing).sessions.beginSession(for: account, on: device)
    case .identity, .password, .newPassword, .mail:
      return try decision.sessions.beginSession(for: account, on: device)
    }
  }
}

extension Prefetch {
  fileprivate static func invitation(_ id: String) -> Prefetch {
    Prefetch { (decision) throws(Problem) in _ = try decision.tables.invitations.details(id: id) }
  }

  fileprivate static func acceptance(
    of code: PresentedCode, _ credential: AcceptInvitation.VerifiedCredential?, on device: Device?
  )
    -> Prefetch
  {
    guard case .identity(let identity) = credential else { return Prefetch(tokenKeys, offer(of: code, on: device)) }
    return Prefetch(tokenKeys, account(of: identity), offer(of: code, on: device))
  }
}
