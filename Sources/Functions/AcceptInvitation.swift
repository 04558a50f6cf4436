import Domain
import Identity
import Storage

/// A client opens the app with the code from the mail and signs in, with an ID token or with a password: the account is
/// found or made, tied to the client record, and a session begins.
public enum AcceptInvitation: Function {
  public static let name = "accept-invitation"

  public struct Event {
    let code: String
    let credential: Credential
    /// What somebody who is new agrees to.
    let consent: GivenConsent
    let device: Device?
  }

  enum Credential {
    case identity(PresentedIdentity)
    /// Of an account that has one already.
    case password(EmailAddress, String)
    case newPassword(NewPasswordAccount)
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    let credential: Credential =
      if let identity = data.optionalFields("identity") {
        .identity(try identity.presentedIdentity())
      } else if let email = data.optionalEmail("email"), let password = data.optionalText("password") {
        .password(email, password)
      } else {
        .newPassword(try NewPasswordAccount(data))
      }
    return Event(
      code: try data.text("code").uppercased(), credential: credential, consent: try data.givenConsent(),
      device: try data.optionalDevice("device"))
  }

  public static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    try rules.newPassword("newPassword", in: data) + rules.birthDate(in: data)
  }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    let proof = try prove(event, call, environment)
    return try environment.decide(
      call,
      onRefusal: { (rows, problem) throws(Problem) in
        guard case .password(let email, _) = event.credential, SignIn.isGuess(problem) else { return }
        try environment.countGuess(call, account: email, on: event.device, rows)
      }
    ) { (rows) throws(Problem) in
      let offer = try rows.offer(try rows.invitation(codeHash: hashed(event.code)))
      let (account, isNewAccount) =
        switch try proof.get() {
        case .identity(let identity): try accept(offer, with: identity, event.consent, call, environment, rows)
        case .password(let proof): try accept(offer, with: proof, on: event.device, call, environment, rows)
        case .newPassword(let new, let hash):
          try accept(offer, with: new, hash: hash, event.consent, call, environment, rows)
        }
      if isNewAccount { try environment.record(event.consent, of: account, rows) }
      try environment.accept(offer, by: account, call, rows)
      let session = try environment.beginSession(for: account, on: event.device, call, rows)
      let workouts = try rows.workouts(of: .account(account.id), after: nil, limit: Page.defaultLimit)
      return [
        "account": account.signedIn(at: environment.now).json, "client": offer.client.linked(to: account).ownJSON,
        "workouts": .array(workouts.map(\.json)), "session": session, "isNewAccount": .bool(isNewAccount),
      ]
    }.answer
  }

  /// What a credential has shown, found out ahead of the transaction, which is not to wait for keys or for a hash.
  private enum Proof {
    case identity(Identity)
    case password(PasswordProof)
    case newPassword(NewPasswordAccount, hash: String)
  }

  private static func prove(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Result<Proof, Problem> {
    switch event.credential {
    case .identity(let presented): return try environment.verified(presented).map(Proof.identity)
    case .password(let email, let password):
      // Without a code that can be accepted, no password is looked at: nobody is to guess any here.
      guard try environment.isPending(event.code) else { return .success(.password(PasswordProof(email: email))) }
      return .success(.password(try environment.prove(password, of: email, on: event.device, call)))
    case .newPassword(let new):
      try environment.requirePasswords()
      let hash = try environment.isPending(event.code) ? environment.passwords.hash(new.password) : ""
      return .success(.newPassword(new, hash: hash))
    }
  }

  private static func accept(
    _ offer: Offer, with identity: Identity, _ consent: GivenConsent, _ call: Call, _ environment: Environment,
    _ rows: Transaction
  ) throws(Problem) -> (Account, isNew: Bool) {
    let match = try environment.match(identity, rows)
    let decision = try decide(offer.invitation, identity, match, environment.policy, now: environment.now) {
      () throws(Problem) in
      try consent.require(environment.policy.consent, for: identity.email, on: environment.now)
      return try environment.newAccount(
        for: identity, role: environment.policy.roles.invitee, displayName: offer.client.name,
        locale: offer.client.locale ?? call.language.text)
    }
    try environment.write(decision, identity, call, rows)
    return (decision.account, decision.isNewAccount)
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
    guard email.key == invitation.email.key || rule == .relay && email.isApplePrivateRelay else {
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
