// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A client opens the app with the code from the mail and signs in with an ID token or a password. The account is found
/// or created and linked to the client record, and a session starts.
package enum AcceptInvitation: WayIn {
  package static let name = "accept-invitation"

  package struct Event {
    let code: String
    let credential: Credential
    /// The age and the consent that the person states.
    let statement: Statement
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
    let client: Client
    let workouts: [Workout]
    let session: SessionTokens
    let isNewAccount: Bool
    let standing: Standing

    package var json: JSON {
      JSON.object([
        "account": account.json, "client": client.ownJSON, "workouts": .array(workouts.map(\.json)),
        "session": session.json, "isNewAccount": .bool(isNewAccount),
      ]).merging(standing.json)
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    let credential: Credential =
      if let identity = data.optionalFields("identity") {
        .identity(try identity.presentedIdentity())
      } else if let email = data.optionalEmail("email"), let password = data.optionalText("password") {
        .password(email, password)
      } else {
        .newPassword(try NewPasswordAccount(data))
      }
    return Event(
      code: try data.text("code").uppercased(), credential: credential, statement: try data.statement(),
      device: try data.optionalDevice("device"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    try rules.newPassword("newPassword", in: data) + rules.birthDate(in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let credential = try prove(event, call, environment)
    return try environment.decide(
      call, continuation: (try? credential.get()).map { Proven(event, $0).stored(call) },
      prefetch: { prefetch(event, credential, environment, $0) },
      onRefusal: { (rows, problem) throws(Problem) in
        switch event.credential {
        case .password(let email, _) where problem.code.isFailedCredential:
          try environment.countGuess(call, account: GuessedAccount(email), on: event.device, rows)
        // If any address may accept, one invitation could be used to test many addresses for an account. So these
        // refusals count as failed attempts.
        case .newPassword where problem.code == .emailAlreadyInUse:
          try environment.countGuess(call, account: nil, on: event.device, rows)
        default: return
        }
      }
    ) { (rows) throws(Problem) in
      let offer = try rows.offer(code: event.code)
      return try decide(Proven(event, try credential.get()), offer, call, environment, rows)
    }
  }

  package static func decide(
    _ event: Proven, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Output {
    try decide(event, try rows.offer(code: event.code), call, environment, rows)
  }

  private static func decide(
    _ event: Proven, _ offer: Offer, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Output {
    let (account, isNewAccount) = try InvitedAccount(
      offer: offer, statement: event.statement, device: event.device, call: call, environment: environment, rows: rows
    ).admitted(with: event.credential)
    try environment.accept(offer, by: account, call, rows)
    let session = try environment.beginSession(for: account, on: event.device, call, rows)
    let standing = environment.standing(of: account)
    // Workouts are hidden until the account is complete.
    let clients = isNewAccount ? [offer.client] : try rows.clients(ofAccount: account.id)
    let workouts =
      standing.state == .signedIn ? try rows.workouts(of: clients, after: nil, limit: Page.defaultLimit) : []
    return Output(
      account: account.signedIn(at: environment.now), client: offer.client.linked(to: account), workouts: workouts,
      session: session, isNewAccount: isNewAccount, standing: standing)
  }

  private static func prefetch(
    _ event: Event, _ credential: Result<InvitedCredential, Problem>, _ environment: Environment, _ rows: Transaction
  ) {
    rows.prefetch { (rows) throws(Problem) in _ = try rows.tokenKeys() }
    if case .success(.identity(let identity)) = credential {
      rows.prefetch { (rows) throws(Problem) in
        _ = try environment.match(identity, rows)
        if let email = identity.verifiedEmail { _ = try rows.passwordOwners(of: email) }
      }
    }
    rows.prefetch { (rows) throws(Problem) in _ = try rows.offer(code: event.code) }
  }

  private static func prove(
    _ event: Event, _ call: Call, _ environment: Environment
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
      try environment.requirePasswords()
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
    let statement: Statement
    let device: Device?

    fileprivate init(_ event: Event, _ credential: InvitedCredential) {
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
