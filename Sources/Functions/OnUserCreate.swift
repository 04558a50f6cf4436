import Domain
import Identity
import Storage

/// An identity provider has a new user: the account is made, once however often the trigger fires, and linked to the
/// invitations that wait for its address.
public enum OnUserCreate: Function {
  public static let name = "on-user-create"

  public struct Event {
    let provider: String
    let subject: String
    let email: EmailAddress?
    let emailVerified: Bool
    let displayName: String?
    let photoURL: String?
    let phone: String?
    let locale: String?
    let role: String?
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      provider: try data.text("provider"), subject: try data.text("subject"), email: data.optionalEmail("email"),
      emailVerified: data.flag("emailVerified"), displayName: data.optionalText("displayName"),
      photoURL: data.optionalText("photoURL"), phone: data.optionalText("phone"), locale: data.optionalText("locale"),
      role: data.optionalText("role"))
  }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    guard let provider = environment.policy.providers[event.provider] else {
      throw Problem(.providerNotEnabled, "the policy has no provider of that name")
    }
    let identity = Identity(
      provider: provider.name, issuer: provider.issuers[0], subject: event.subject, email: event.email,
      emailVerified: event.emailVerified && event.email != nil, displayName: event.displayName,
      photoURL: event.photoURL)
    return try environment.decide(call) { (rows) throws(Problem) in
      let match = try environment.match(identity, rows)
      let invitations = try identity.verifiedEmail.map { (email) throws(Problem) in
        try rows.pendingInvitations(to: email, now: environment.now)
      }
      let decision = try decide(match, identity, event, invitations ?? [], environment)

      if decision.isNewAccount {
        try rows.insert(decision.account)
        try environment.audit(call, "account.created", account: decision.account.id, rows)
      }
      if decision.isNewIdentity { try rows.insert(identity, of: decision.account.id, at: environment.now) }
      for invitation in decision.accepted {
        try environment.accept(try rows.offer(invitation), by: decision.account, call, rows)
      }
      return ["account": decision.account.json]
    }.answer
  }

  struct Decision: Equatable {
    var account: Account
    var isNewAccount: Bool
    var isNewIdentity: Bool
    var accepted: [Invitation]
  }

  /// Whoever is invited becomes an invitee; anybody else signs up, in the role that the event or the policy says.
  private static func decide(
    _ match: AccountMatch, _ identity: Identity, _ event: Event, _ invitations: [Invitation], _ environment: Environment
  ) throws(Problem) -> Decision {
    let roles = environment.policy.roles
    if let (account, isNewIdentity) = try match.account(for: identity) {
      let accepted = account.role == roles.invitee ? invitations : []
      return Decision(account: account, isNewAccount: false, isNewIdentity: isNewIdentity, accepted: accepted)
    }
    let role = invitations.isEmpty ? event.role ?? (roles.signUp.count == 1 ? roles.signUp[0] : nil) : roles.invitee
    guard let role, role == roles.invitee && !invitations.isEmpty || roles.signUp.contains(role) else {
      throw Problem(.invalidRole, "nobody can sign up in that role, and no invitation waits for the address")
    }
    guard event.displayName != nil || environment.policy.displayName == .optional || event.email != nil else {
      throw Problem(.invalidDisplayName, "the policy requires a display name, and the event has nothing to make one of")
    }
    var account = try environment.newAccount(for: identity, role: role, locale: event.locale)
    account.phone = event.phone
    return Decision(account: account, isNewAccount: true, isNewIdentity: true, accepted: invitations)
  }
}
