import Domain
import Identity
import Storage

/// An account that somebody who is invited makes with a password.
struct NewPasswordAccount {
  let password: String
  /// The invited address unless the event says another one.
  let email: EmailAddress?
  let displayName: String?

  init(_ data: Fields) throws(Problem) {
    password = try data.text("newPassword")
    email = data.optionalEmail("email")
    displayName = data.optionalText("displayName")
  }
}

extension AcceptInvitation {
  /// The account that a password signs in to accepts.
  static func accept(
    _ offer: Offer, with proof: PasswordProof, on device: Device?, _ call: Call, _ environment: Environment,
    _ rows: Transaction
  ) throws(Problem) -> (Account, isNew: Bool) {
    try environment.requireGuessesLeft(call, account: proof.email, on: device, rows)
    var account = try proof.account(environment.policy, rows)
    try requireRecipient(of: offer.invitation, proof.email, isVerified: account.emailVerified, environment)
    guard account.role == environment.policy.roles.invitee else { throw .roleMismatch(accountIs: account.role) }

    try proof.renewHash(rows)
    if !account.emailVerified, offer.invitation.hasBrought(proof.email) {
      account.emailVerified = true
      try environment.claimEmail(of: account, call, rows)
      try rows.markVerified(proof.email, of: account.id, at: environment.now)
      try environment.audit(call, "account.email-verified", account: account.id, rows)
    }
    return (account, false)
  }

  /// A new account with a password accepts.
  static func accept(
    _ offer: Offer, with new: NewPasswordAccount, hash: String, _ consent: GivenConsent, _ call: Call,
    _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> (Account, isNew: Bool) {
    let (invitation, policy) = (offer.invitation, environment.policy)
    let email = new.email ?? invitation.email
    try requireRecipient(of: invitation, email, isVerified: false, environment)
    guard policy.email.allows(email) else {
      throw Problem(.emailDomainNotAllowed, "the policy does not allow addresses of that domain")
    }
    try consent.require(policy.consent, for: email, on: environment.now)
    guard !hash.isEmpty, try !environment.isInUse(email, rows) else {
      throw Problem(.emailAlreadyInUse, "the address has an account: sign in with it to accept")
    }

    let account = Account(
      id: environment.newID(), email: email, emailVerified: invitation.hasBrought(email),
      displayName: new.displayName ?? offer.client.name, locale: offer.client.locale ?? call.language.text,
      role: policy.roles.invitee, createdAt: environment.now)
    try environment.insert(account, call, rows)
    try rows.setPassword(hash, of: account.id, email: email, at: environment.now)
    if !account.emailVerified {
      try environment.count(Environment.ownVerification(of: account), rows)
      _ = try environment.queueCode(.verifyEmail, for: account, to: email, isTaken: false, call, rows)
    }
    return (account, true)
  }

  private static func requireRecipient(
    of invitation: Invitation, _ email: EmailAddress, isVerified: Bool, _ environment: Environment
  ) throws(Problem) {
    try invitation.requirePending(at: environment.now)
    if invitation.allowOtherEmail || environment.policy.invitation.emailMatch == .any { return }
    guard email.key == invitation.email.key else {
      throw Problem(.invitationEmailMismatch, "the address is not the one that was invited")
    }
    guard isVerified || invitation.hasBrought(email) else {
      throw Problem(.invitationEmailMismatch, "the address is not verified, and the code did not come there by mail")
    }
  }
}

extension Invitation {
  /// Whether its code shows that somebody reads an address: it came there by mail, and by mail only.
  func hasBrought(_ address: EmailAddress) -> Bool { delivery != nil && email.key == address.key }
}

extension Environment {
  /// Whether a code is worth hashing a password for; the transaction looks again.
  func isPending(_ code: String) throws(Problem) -> Bool {
    try store.read { (rows) throws(Problem) in
      do throws(Problem) { try rows.invitation(codeHash: hashed(code)).requirePending(at: now) } catch {
        guard error.isRefusal else { throw error }
        return false
      }
      return true
    }
  }
}
