import Domain
import Identity
import Storage

/// An identity provider has a new user: the account is made, once however often the trigger fires, and linked to the
/// invitations that wait for its address.
public enum OnUserCreate: Function {
  public static let name = "on-user-create"

  public struct Event {
    let trigger: any Trigger
  }

  public static func event(from data: Fields) throws(Problem) -> Event { Event(trigger: trigger(of: data.all)) }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    guard let described = try event.trigger.user(environment) else { return [:] }
    let user = try NewUser(described, environment)
    return try environment.decide(call) { (rows) throws(Problem) in
      let match = try environment.match(user.identity, rows)
      let offers = try user.identity.verifiedEmail.map { (email) throws(Problem) in
        try rows.pendingInvitations(to: email, now: environment.now).map { (each) throws(Problem) in
          try rows.offer(each)
        }
      }
      let (resolution, accepted) = try decide(match, user, offers ?? [], environment)
      if event.trigger.isBefore { return [:] }

      try environment.write(resolution, user.identity, call, rows)
      for offer in accepted { try environment.accept(offer, by: resolution.account, call, rows) }
      return ["account": resolution.account.json]
    }.answer
  }

  /// What is not answered must not look like a refusal, which is for ever.
  public static func theirs(_ answer: JSON, to data: JSON) -> JSON {
    let isAnswered = answer["error"]?["status"]?.integer ?? 200 < 500
    return isAnswered ? trigger(of: data).answer(answer) : answer
  }

  private static func trigger(of data: JSON) -> any Trigger {
    if data["triggerSource"] != nil { return CognitoTrigger(event: data) }
    if data["headers"] != nil || data["user"] != nil { return SupabaseHook(event: data) }
    if data["jwt"] != nil { return FirebaseBlockingTrigger(event: data) }
    if data["uid"] != nil || data["value"] != nil { return FirebaseTrigger(event: data) }
    return OwnTrigger(event: data)
  }

  /// Whoever is invited becomes an invitee, unless the event says another role; anybody else signs up, in the role that
  /// the event or the policy says.
  private static func decide(
    _ match: AccountMatch, _ user: NewUser, _ offers: [Offer], _ environment: Environment
  ) throws(Problem) -> (AccountResolution, accepted: [Offer]) {
    let (roles, identity) = (environment.policy.roles, user.identity)
    if let known = try match.resolution(for: identity) {
      return (known, known.account.role == roles.invitee ? offers : [])
    }
    let isInvited = !offers.isEmpty && user.role ?? roles.invitee == roles.invitee
    let role = isInvited ? roles.invitee : user.role ?? (roles.signUp.count == 1 ? roles.signUp[0] : nil)
    guard let role, isInvited || roles.signUp.contains(role) else {
      throw Problem(.invalidRole, "nobody can sign up in that role, and no invitation waits for the address")
    }
    let hasName = identity.displayName != nil || identity.email != nil
    guard hasName || environment.policy.profile.displayName == .optional else {
      throw Problem(.invalidDisplayName, "the policy requires a display name, and the event has nothing to make one of")
    }
    var account = try environment.newAccount(
      for: identity, role: role, displayName: isInvited ? offers[0].client.name : nil, locale: user.locale)
    account.phone = environment.policy.profile.phoneNumber(user.phone)
    return (.new(account), isInvited ? offers : [])
  }
}
