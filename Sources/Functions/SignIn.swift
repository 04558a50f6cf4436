// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A person signs in, with an ID token or with email and password. An unknown identity creates an account, if the
/// policy allows sign-up in that role.
package enum SignIn: Function {
  package static let name = "sign-in"
  package static let isAboutAccountFields = true

  package struct Event {
    let credential: Credential
    /// JSON pointer to the ID token in the event's data.
    var tokenPlace = "/identity/idToken"
    /// The required role: an app for admins requires `admin`, for example.
    let role: String?
    /// The age and the consent that the person states.
    let statement: Statement
    let device: Device?
    /// Whether to restore an account that is being deleted. Then no new account is created.
    var restores = false
  }

  enum Credential {
    case identity(PresentedIdentity)
    case password(EmailAddress, String)
    /// The code of the mail about a deletion.
    case deletionCode(String)

    /// The address of the account; nil for an ID token.
    var email: EmailAddress? { if case .password(let email, _) = self { email } else { nil } }
  }

  package typealias Output = SignedInOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    try event(from: data, restores: data.flag("restore"))
  }

  static func event(from data: Fields, restores: Bool) throws(Problem) -> Event {
    let credential: Credential =
      if let identity = data.optionalFields("identity") {
        .identity(try identity.presentedIdentity())
      } else {
        .password(try data.email("email"), try data.text("password"))
      }
    return Event(
      credential: credential, role: data.optionalText("as"), statement: try data.statement(),
      device: try data.optionalDevice("device"), restores: restores)
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    rules.birthDate(in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let proof = try prove(event.credential, on: event.device, call, environment)
    return try environment.decide(
      call, prefetch: { prefetch(event, proof, environment, $0) },
      onRefusal: { (rows, problem) throws(Problem) in
        if case .deletionCode(let code) = event.credential {
          return try environment.countWrongCode(problem, code, call, rows)
        }
        guard problem.code.isFailedCredential else { return }
        try environment.countGuess(call, account: event.credential.email, on: event.device, rows)
      }
    ) { (rows) throws(Problem) in
      try environment.requireGuessesLeft(call, account: event.credential.email, on: event.device, rows)
      let account =
        switch try proof.get() {
        case .identity(let identity):
          try account(of: identity, event, call, environment, rows)
        case .password(let proof):
          try account(of: proof, event, call, environment, rows)
        case .deletionCode(let code):
          try account(ofDeletionCode: code, event, call, environment, rows)
        }
      if account.isBeingRestored { try environment.storeRestoration(of: account, call, rows) }
      try environment.audit(call, "account.signed-in", account: account.id, rows)
      let session = try environment.beginSession(for: account, on: event.device, call, rows)
      return Output(
        account: account.signedIn(at: environment.now), session: session, standing: environment.standing(of: account))
    }
  }

  private static func prefetch(
    _ event: Event, _ proof: Result<Proof, Problem>, _ environment: Environment, _ rows: Transaction
  ) {
    rows.prefetch { (rows) throws(Problem) in
      _ = try rows.hashKeys()
      _ = try rows.tokenKeys()
      switch try proof.get() {
      case .identity(let identity): _ = try environment.match(identity, rows)
      case .password(let proof): _ = try rows.passwordCredential(email: proof.email)
      case .deletionCode: break
      }
    }
  }

  /// The verified credential. It is verified before the transaction, which must not wait for keys or a hash.
  private enum Proof {
    case identity(Identity)
    case password(PasswordProof)
    case deletionCode(String)
  }

  private static func prove(
    _ credential: Credential, on device: Device?, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Result<Proof, Problem> {
    switch credential {
    case .identity(let presented): return try environment.verified(presented).map(Proof.identity)
    case .password(let email, let password):
      return .success(.password(try environment.prove(password, of: email, on: device, call)))
    case .deletionCode(let code): return .success(.deletionCode(code))
    }
  }
}

extension SignIn {
  private static func account(
    of identity: Identity, _ event: Event, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Account {
    let match = try environment.match(identity, rows)
    guard let known = try match.resolution(for: identity, at: environment.now, restores: event.restores) else {
      if event.restores { throw .nothingToRestore }
      let applicant = Applicant(
        identity, entry: .signUp(role: event.role), locale: call.language.text, statement: event.statement,
        places: ("/as", event.tokenPlace))
      let account = try environment.admission(
        of: applicant, omission: .allowed, identity: identity, device: event.device, rows)
      try environment.write(.new(account), identity, call, rows)
      return account
    }
    try requireRole(event.role, of: known.account)
    let account = try environment.account(
      known.account, stating: event.statement, identity: identity, device: event.device, rows)
    try environment.write(known, identity, call, rows)
    try environment.writeStatement(of: account, since: known.account, call, rows)
    return account
  }

  private static func account(
    of proof: PasswordProof, _ event: Event, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Account {
    let known = try proof.account(environment.policy, at: environment.now, restores: event.restores, rows)
    try requireRole(event.role, of: known)
    let account = try environment.account(known, stating: event.statement, device: event.device, rows)
    try proof.renewHash(rows)
    try environment.writeStatement(of: account, since: known, call, rows)
    return account
  }

  private static func account(
    ofDeletionCode code: String, _ event: Event, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Account {
    let (known, _) = try environment.accountToRestore(withCode: code, rows)
    let account = try environment.account(known, stating: event.statement, device: event.device, rows)
    try environment.writeStatement(of: account, since: known, call, rows)
    return account
  }

  private static func requireRole(_ role: String?, of account: Account) throws(Problem) {
    guard role == nil || role == account.role else { throw .roleMismatch(accountIs: account.role) }
  }
}
