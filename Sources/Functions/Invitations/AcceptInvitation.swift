// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A client opens the app with the code from the mail and signs in with an ID token or a password. The account is found
/// or created and linked to the client record, and a session starts. A person who is signed in already accepts an
/// invitation to the verified address of the account without its code.
package enum AcceptInvitation: SignInFlow {
  package static let name = "accept-invitation"

  package enum Event {
    case code(CodeEvent)
    /// The id of an invitation that waits for the caller's address.
    case waiting(String)
  }

  /// The code of the mail, and a proof of who the person is.
  package struct CodeEvent {
    let code: String
    let credential: Credential
    /// The age and the consent that the person states.
    let statement: StatedConsent
    let device: Device?
  }

  enum Credential {
    case identity(PresentedIdentity)
    /// The address and password of an existing account.
    case password(EmailAddress, String)
    case newPassword(NewPasswordAccount)
  }

  package struct Output: FunctionOutput {
    let account: Account
    /// Nil if the invitation is not to the invitee's role.
    let client: Client?
    let workouts: [Workout]
    /// Nil if the caller keeps the session of the event.
    let session: SessionTokens?
    let isNewAccount: Bool
    let accountState: AccountState

    package var json: JSON {
      JSON.object([
        "account": account.json, "client": client?.ownJSON, "workouts": .array(workouts.map(\.json)),
        "session": session?.json, "isNewAccount": .bool(isNewAccount),
      ]).merging(accountState.json)
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    if let id = data.optionalText("invitationId") { return .waiting(id) }
    let credential: Credential =
      if let identity = data.optionalFields("identity") {
        .identity(try identity.presentedIdentity())
      } else if let email = data.optionalEmail("email"), let password = data.optionalText("password") {
        .password(email, password)
      } else {
        .newPassword(try NewPasswordAccount(data))
      }
    return .code(
      CodeEvent(
        code: try data.text("code").uppercased(), credential: credential, statement: try data.statement(),
        device: try data.optionalDevice("device")))
  }

  /// With a code, a session is ignored: the person signs in.
  package static func access(_ rule: AccessRule, to data: Fields) -> AccessRule {
    data.has("invitationId") ? .session : .anyone
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    let presence: [Problem.Field] =
      if data.has("invitationId") {
        membersOfCodeEvents.filter(data.has).map {
          Problem.Field(pointer: "/\($0)", detail: "does not go with an invitationId")
        }
      } else {
        data.has("code") ? [] : [.missing("/code", .eventInvalid)]
      }
    return try presence + rules.newPassword("newPassword", in: data) + rules.birthDate(in: data)
  }

  private static let membersOfCodeEvents = [
    "code", "identity", "email", "password", "newPassword", "displayName", "birthDate", "consent", "device",
  ]

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    switch event {
    case .code(let event): try answer(event, call, environment)
    case .waiting(let id): try answer(id, call, environment)
    }
  }

  private static func answer(
    _ invitationID: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let session = try call.requireSession()
    return try environment.decide(
      call,
      prefetch: { decision in
        decision.transaction.prefetch { () throws(Problem) in
          _ = try decision.transaction.invitations.offer(id: invitationID)
        }
      }
    ) { (decision) throws(Problem) in
      guard let account = try decision.transaction.accounts.find(ofSession: session.id) else {
        throw .bug("a session has no account")
      }
      let offer = try decision.transaction.invitations.offer(id: invitationID, to: account)
      return try decide(.session(account), offer, decision)
    }
  }

  private static func answer(
    _ event: CodeEvent, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let credential = try prove(event, call, environment)
    return try environment.decide(
      call, continuation: (try? credential.get()).map { Proven(event, $0).stored(call) },
      prefetch: { prefetch(event, credential, $0) },
      onRefusal: { (decision, problem) throws(Problem) in
        switch event.credential {
        case .password(let email, _) where problem.code.isFailedCredential:
          let guessed = (try? credential.get())?.guessed ?? GuessedAccount(email)
          try decision.limits.countGuess(account: guessed, on: event.device)
        // If any address may accept, one invitation could be used to test many addresses for an account. So these
        // refusals count as failed attempts.
        case .newPassword where problem.code == .emailAlreadyInUse:
          try decision.limits.countGuess(account: nil, on: event.device)
        default: return
        }
      }
    ) { (decision) throws(Problem) in
      let offer = try decision.transaction.invitations.offer(code: event.code)
      return try decide(Proven(event, try credential.get()), offer, decision)
    }
  }

  private static func decide(_ event: Proven, _ offer: InvitationDetails, _ decision: Decision) throws(Problem)
    -> Output
  {
    try decide(
      event.credential, offer, statement: event.statement, device: event.device, decision)
  }

  package static func decide(_ event: Proven, _ decision: Decision) throws(Problem) -> Output {
    try decide(event, try decision.transaction.invitations.offer(code: event.code), decision)
  }

  private static func decide(
    _ credential: InvitedCredential, _ offer: InvitationDetails, statement: StatedConsent = StatedConsent(),
    device: Device? = nil,
    _ decision: Decision
  ) throws(Problem) -> Output {
    let (admitted, isNewAccount) = try InvitedAccount(
      offer: offer, statement: statement, device: device, decision: decision
    ).admitted(with: credential)
    try decision.invitations.accept(offer, by: admitted)
    let session: SessionTokens? =
      if case .session = credential { nil } else {
        try decision.sessions.beginSession(for: admitted, on: device)
      }
    let account = session == nil ? admitted : admitted.signedIn(at: decision.now)
    let accountState = decision.environment.accountState(of: account)
    let client = offer.invitation.role == nil ? offer.client.linked(to: account) : nil
    // Workouts are hidden until the account is complete.
    let clients =
      isNewAccount ? [client].compactMap { $0 } : try decision.transaction.clients.all(ofAccount: account.id)
    let workouts =
      accountState.state == .signedIn
      ? try decision.transaction.workouts.all(of: clients, after: nil, limit: ListPage.defaultLimit) : []
    return Output(
      account: account, client: client, workouts: workouts, session: session, isNewAccount: isNewAccount,
      accountState: accountState)
  }

  private static func prefetch(
    _ event: CodeEvent, _ credential: Result<InvitedCredential, Problem>, _ decision: Decision
  ) {
    decision.prefetchTokenKeys()
    if case .success(.identity(let identity)) = credential {
      decision.transaction.prefetch { () throws(Problem) in
        _ = try decision.identities.match(identity)
        if let email = identity.verifiedEmail { _ = try decision.transaction.accounts.claimants(of: email) }
      }
    }
    decision.transaction.prefetch { () throws(Problem) in
      _ = try decision.transaction.invitations.offer(code: event.code)
    }
  }

  private static func prove(
    _ event: CodeEvent, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Result<InvitedCredential, Problem> {
    switch event.credential {
    case .identity(let presented): return try environment.verified(presented).map(InvitedCredential.identity)
    case .password(let email, let password):
      // Without a pending invitation no password is verified, so that nobody can guess passwords here.
      guard try environment.isPending(event.code) else {
        return .success(.password(PasswordProof(.email(email), GuessedAccount(email))))
      }
      return .success(.password(try environment.prove(password, of: .email(email), on: event.device, call)))
    case .newPassword(let new):
      try environment.policy.requirePasswords()
      let hash = try environment.isPending(event.code) ? environment.passwords.hash(new.password) : ""
      return .success(.newPassword(new, hash: hash))
    }
  }
}

extension AcceptInvitation {
  /// The event with its verified credential.
  package struct Proven: ProvenEvent {
    let code: String
    let credential: InvitedCredential
    let statement: StatedConsent
    let device: Device?

    fileprivate init(_ event: CodeEvent, _ credential: InvitedCredential) {
      (code, statement, device) = (event.code, event.statement, event.device)
      self.credential = credential
    }

    package init(_ data: Fields) throws(Problem) {
      code = try data.text("code")
      credential = try InvitedCredential(stored: data)
      statement = try data.statement()
      device = try data.optionalDevice("device")
    }

    package var json: JSON {
      let members: JSON = .object(["code": JSON(code), "device": device?.stored])
      return (credential.stored ?? [:]).merging(members).merging(statement.members)
    }
  }
}

extension Account {
  func signedIn(at now: Timestamp) -> Account {
    var account = self
    account.lastSignInAt = now
    return account
  }
}

extension Client {
  func linked(to account: Account) -> Client {
    var client = self
    client.accountID = account.id
    return client
  }
}
