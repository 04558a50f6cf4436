import Domain
import Identity
import Storage

/// A person signs in with an ID token. An identity that nobody has yet makes an account, where the policy lets people
/// sign up in that role.
public enum SignIn: Function {
  public static let name = "sign-in"

  public struct Event {
    let identity: PresentedIdentity
    /// The role that the app is for: the admin app asks for an admin.
    let role: String?
    let device: Device?
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      identity: try data.fields("identity").presentedIdentity(), role: data.optionalText("as"),
      device: try data.optionalDevice("device"))
  }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let identity = try environment.verified(event.identity)
    return try environment.decide(
      call, onRefusal: { (rows, problem) throws(Problem) in try countFailure(problem, call, environment, rows) }
    ) { (rows) throws(Problem) in
      if let address = call.clientAddress { try environment.require(.signIn, of: address, rows) }
      let identity = try identity.get()
      let match = try environment.match(identity, rows)
      let decision = try decide(match, identity, as: event.role, environment.policy) { (role) throws(Problem) in
        try environment.newAccount(for: identity, role: role, locale: call.language.text)
      }
      try environment.write(decision, identity, call, rows)
      try environment.audit(call, "account.signed-in", account: decision.account.id, rows)
      let session = try environment.beginSession(for: decision.account, on: event.device, call, rows)
      return [
        "account": decision.account.signedIn(at: environment.now).json, "session": session,
        "state": .string(environment.state(of: decision.account)),
      ]
    }.answer
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

  /// Only what somebody who guesses would get wrong counts.
  private static func countFailure(
    _ problem: Problem, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) {
    let isGuess = problem.code.status == 401 || problem.code == .userNotFound
    guard let address = call.clientAddress, isGuess else { return }
    try environment.count(.signIn, of: address, rows)
  }
}
