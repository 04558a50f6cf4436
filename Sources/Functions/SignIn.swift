import Domain
import Identity
import Storage

/// A person signs in, with an ID token or with email and password. An identity that nobody has yet makes an account,
/// where the policy lets people sign up in that role.
public enum SignIn: Function {
  public static let name = "sign-in"
  public static let isAboutAccountFields = true

  public struct Event {
    let credential: Credential
    /// The role that the app is for: the admin app asks for an admin.
    let role: String?
    /// What somebody who is new agrees to.
    let consent: GivenConsent
    let device: Device?
  }

  enum Credential {
    case identity(PresentedIdentity)
    case password(EmailAddress, String)

    /// The account that is tried, where an address says which.
    var email: EmailAddress? { if case .password(let email, _) = self { email } else { nil } }
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    let credential: Credential =
      if let identity = data.optionalFields("identity") {
        .identity(try identity.presentedIdentity())
      } else {
        .password(try data.email("email"), try data.text("password"))
      }
    return Event(
      credential: credential, role: data.optionalText("as"), consent: try data.givenConsent(),
      device: try data.optionalDevice("device"))
  }

  public static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    rules.birthDate(in: data)
  }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let proof = try prove(event.credential, on: event.device, call, environment)
    return try environment.decide(
      call,
      onRefusal: { (rows, problem) throws(Problem) in
        guard isGuess(problem) else { return }
        try environment.countGuess(call, account: event.credential.email, on: event.device, rows)
      }
    ) { (rows) throws(Problem) in
      try environment.requireGuessesLeft(call, account: event.credential.email, on: event.device, rows)
      let account =
        switch try proof.get() {
        case .identity(let identity):
          try account(of: identity, event, call, environment, rows)
        case .password(let proof):
          try account(of: proof, as: event.role, environment.policy, rows)
        }
      try environment.audit(call, "account.signed-in", account: account.id, rows)
      let session = try environment.beginSession(for: account, on: event.device, call, rows)
      return [
        "account": account.signedIn(at: environment.now).json, "session": session,
        "state": .string(environment.state(of: account)),
      ]
    }.answer
  }

  /// What a credential has shown, found out ahead of the transaction, which is not to wait for keys or for a hash.
  private enum Proof {
    case identity(Identity)
    case password(PasswordProof)
  }

  private static func prove(
    _ credential: Credential, on device: Device?, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Result<Proof, Problem> {
    switch credential {
    case .identity(let presented): return try environment.verified(presented).map(Proof.identity)
    case .password(let email, let password):
      return .success(.password(try environment.prove(password, of: email, on: device, call)))
    }
  }

  /// Only what somebody who guesses would get wrong counts.
  static func isGuess(_ problem: Problem) -> Bool {
    problem.code.status == 401 || problem.code == .userNotFound
  }
}

extension SignIn {
  private static func account(
    of identity: Identity, _ event: Event, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Account {
    let match = try environment.match(identity, rows)
    let decision = try decide(match, identity, as: event.role, environment.policy) { (role) throws(Problem) in
      try event.consent.require(environment.policy.consent, for: identity.email, on: environment.now)
      return try environment.newAccount(for: identity, role: role, locale: call.language.text)
    }
    try environment.write(decision, identity, call, rows)
    if decision.isNewAccount { try environment.record(event.consent, of: decision.account, rows) }
    return decision.account
  }

  static func decide(
    _ match: AccountMatch, _ identity: Identity, as role: String?, _ policy: Policy,
    newAccount: (_ role: String) throws(Problem) -> Account
  ) throws(Problem) -> AccountResolution {
    if let known = try match.resolution(for: identity) {
      guard role == nil || role == known.account.role else { throw .roleMismatch(accountIs: known.account.role) }
      return known
    }
    if role == nil, policy.roles.signUp.count > 1 {
      throw Problem(.invalidRole, "the policy has several roles to sign up in: say one as \"as\"")
    }
    guard let role = role ?? policy.roles.signUp.first, policy.roles.signUp.contains(role) else {
      throw Problem(
        policy.revealAccounts ? .userNotFound : .invalidCredential,
        "nobody has signed in with this identity before, and nobody can sign up in that role")
    }
    return .new(try newAccount(role))
  }

  private static func account(
    of proof: PasswordProof, as role: String?, _ policy: Policy, _ rows: Transaction
  ) throws(Problem) -> Account {
    let account = try proof.account(policy, rows)
    guard role == nil || role == account.role else { throw .roleMismatch(accountIs: account.role) }
    try proof.renewHash(rows)
    return account
  }
}
