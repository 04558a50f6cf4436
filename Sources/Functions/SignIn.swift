// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A person signs in, with an ID token, with email and password, or with email and a mailed code. An unknown identity creates an account, if the
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
  }

  enum Credential {
    case identity(PresentedIdentity)
    case password(EmailAddress, String)
    case code(SignInCode)

    /// The address of the account; nil for an ID token.
    var email: EmailAddress? {
      switch self {
      case .identity: nil
      case .password(let email, _): email
      case .code(let code): code.email
      }
    }

    /// Whether a failed attempt counts for the limits of sign-ins. A mailed code has its own five attempts, so that
    /// nobody is locked out of their password.
    var countsAsGuess: Bool { if case .code = self { false } else { true } }
  }

  package typealias Output = SignedInOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    let credential: Credential =
      if let identity = data.optionalFields("identity") {
        .identity(try identity.presentedIdentity())
      } else if let code = data.optionalText("code") {
        .code(SignInCode(email: try data.email("email"), text: code))
      } else {
        .password(try data.email("email"), try data.text("password"))
      }
    return Event(
      credential: credential, role: data.optionalText("as"), statement: try data.statement(),
      device: try data.optionalDevice("device"))
  }

  package static func provider(in data: Fields) -> String? {
    data.optionalFields("identity")?.optionalText("provider") ?? (data.has("code") ? "email" : "password")
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
        if case .code(let code) = event.credential { try environment.countWrongCode(problem, code, rows) }
        guard event.credential.countsAsGuess, problem.code.isFailedCredential else { return }
        try environment.countGuess(call, account: event.credential.email, on: event.device, rows)
      }
    ) { (rows) throws(Problem) in
      if event.credential.countsAsGuess {
        try environment.requireGuessesLeft(call, account: event.credential.email, on: event.device, rows)
      }
      let account =
        switch try proof.get() {
        case .code(let code):
          try account(of: code, event, call, environment, rows)
        case .identity(let identity):
          try account(of: identity, event, call, environment, rows)
        case .password(let proof):
          try account(of: proof, event, call, environment, rows)
        }
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
      case .code(let code): _ = try rows.account(email: code.email)
      case .identity(let identity): _ = try environment.match(identity, rows)
      case .password(let proof): _ = try rows.passwordCredential(email: proof.email)
      }
    }
  }

  /// The verified credential. It is verified before the transaction, which must not wait for keys or a hash.
  private enum Proof {
    case identity(Identity)
    case password(PasswordProof)
    /// A code is verified in the transaction, because it can be used once.
    case code(SignInCode)
  }

  private static func prove(
    _ credential: Credential, on device: Device?, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Result<Proof, Problem> {
    switch credential {
    case .identity(let presented): return try environment.verified(presented).map(Proof.identity)
    case .password(let email, let password):
      return .success(.password(try environment.prove(password, of: email, on: device, call)))
    case .code(let code):
      try environment.requireSignInCodes()
      return .success(.code(code))
    }
  }
}

extension SignIn {
  private static func account(
    of identity: Identity, _ event: Event, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Account {
    let match = try environment.match(identity, rows)
    guard let known = try match.resolution(for: identity) else {
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
    of code: SignInCode, _ event: Event, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Account {
    let known = try environment.account(of: code, rows)
    try requireRole(event.role, of: known)
    var proven = known
    proven.emailVerified = true
    let account = try environment.account(proven, stating: event.statement, device: event.device, rows)
    try environment.use(code, of: known, call, rows)
    try environment.writeStatement(of: account, since: proven, call, rows)
    return account
  }

  private static func account(
    of proof: PasswordProof, _ event: Event, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Account {
    let known = try proof.account(environment.policy, rows)
    try requireRole(event.role, of: known)
    let account = try environment.account(known, stating: event.statement, device: event.device, rows)
    try proof.renewHash(rows)
    try environment.writeStatement(of: account, since: known, call, rows)
    return account
  }

  private static func requireRole(_ role: String?, of account: Account) throws(Problem) {
    guard role == nil || role == account.role else { throw .roleMismatch(accountIs: account.role) }
  }
}
