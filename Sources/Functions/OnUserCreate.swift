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
      let offers = try identity.verifiedEmail.map { (email) throws(Problem) in
        try rows.pendingInvitations(to: email, now: environment.now).map { (each) throws(Problem) in
          try rows.offer(each)
        }
      }
      let (resolution, accepted) = try decide(match, identity, event, offers ?? [], environment)

      try environment.write(resolution, identity, call, rows)
      for offer in accepted { try environment.accept(offer, by: resolution.account, call, rows) }
      return ["account": resolution.account.json]
    }.answer
  }

  /// Whoever is invited becomes an invitee, unless the event says another role; anybody else signs up, in the role that
  /// the event or the policy says.
  private static func decide(
    _ match: AccountMatch, _ identity: Identity, _ event: Event, _ offers: [Offer], _ environment: Environment
  ) throws(Problem) -> (AccountResolution, accepted: [Offer]) {
    let roles = environment.policy.roles
    if let known = try match.resolution(for: identity) {
      return (known, known.account.role == roles.invitee ? offers : [])
    }
    let isInvited = !offers.isEmpty && event.role ?? roles.invitee == roles.invitee
    let role = isInvited ? roles.invitee : event.role ?? (roles.signUp.count == 1 ? roles.signUp[0] : nil)
    guard let role, isInvited || roles.signUp.contains(role) else {
      throw Problem(.invalidRole, "nobody can sign up in that role, and no invitation waits for the address")
    }
    guard event.displayName != nil || environment.policy.profile.displayName == .optional || event.email != nil else {
      throw Problem(.invalidDisplayName, "the policy requires a display name, and the event has nothing to make one of")
    }
    var account = try environment.newAccount(
      for: identity, role: role, displayName: isInvited ? offers[0].client.name : nil, locale: event.locale)
    account.phone = environment.policy.profile.phoneNumber(event.phone)
    return (.new(account), isInvited ? offers : [])
  }
}
