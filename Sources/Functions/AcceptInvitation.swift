import Domain
import Identity
import Storage

/// A client opens the app with the code from the mail and signs in: the account is found or made, tied to the
/// client record, and a session begins.
public enum AcceptInvitation: Function {
  public static let name = "accept-invitation"

  public struct Event {
    let code: String
    let identity: PresentedIdentity
    let device: Device?
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      code: try data.text("code"), identity: try data.fields("identity").presentedIdentity(),
      device: try data.optionalDevice("device"))
  }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let identity = try environment.verified(event.identity)
    return try environment.decide(call) { (rows) throws(Problem) in
      let invitation = try rows.invitation(codeHash: hashed(event.code.uppercased()))
      let offer = try rows.offer(invitation)
      let identity = try identity.get()
      let match = try environment.match(identity, rows)
      let decision = try decide(invitation, identity, match, environment.policy, now: environment.now) {
        () throws(Problem) in
        try environment.newAccount(
          for: identity, role: environment.policy.roles.invitee, displayName: offer.client.name,
          locale: offer.client.locale ?? call.language.text)
      }

      try environment.write(decision, identity, call, rows)
      try environment.accept(offer, by: decision.account, call, rows)
      let session = try environment.beginSession(for: decision.account, on: event.device, call, rows)
      let workouts = try rows.workouts(of: .account(decision.account.id), after: nil, limit: Page.defaultLimit)
      return [
        "account": decision.account.signedIn(at: environment.now).json,
        "client": offer.client.linked(to: decision.account).ownJSON,
        "workouts": .array(workouts.map(\.json)), "session": session, "isNewAccount": .bool(decision.isNewAccount),
      ]
    }.answer
  }

  /// Who accepts, if they may: the invitation can still be accepted, the identity is of whom it was sent to, and the
  /// account, where there is one, is an invitee's.
  static func decide(
    _ invitation: Invitation, _ identity: Identity, _ match: AccountMatch, _ policy: Policy, now: Timestamp,
    newAccount: () throws(Problem) -> Account
  ) throws(Problem) -> AccountResolution {
    try invitation.requirePending(at: now)
    try requireRecipient(of: invitation, identity, policy.invitation.emailMatch)
    guard let known = try match.resolution(for: identity) else { return .new(try newAccount()) }
    guard known.account.role == policy.roles.invitee else { throw .roleMismatch(accountIs: known.account.role) }
    return known
  }

  private static func requireRecipient(
    of invitation: Invitation, _ identity: Identity, _ rule: Policy.InvitationRules.EmailMatch
  ) throws(Problem) {
    if invitation.allowOtherEmail || rule == .any { return }
    guard let email = identity.verifiedEmail else {
      throw Problem(.invitationEmailMismatch, "the identity has no verified email, and the invitation is for one")
    }
    if email.key == invitation.email.key { return }
    guard rule == .relay, email.isApplePrivateRelay else {
      throw Problem(.invitationEmailMismatch, "the identity's email is not the one that was invited")
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
