// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The credential of a person who accepts, verified before the transaction, which must not wait for keys or a hash.
enum InvitedCredential {
  case identity(Identity)
  /// The password of an existing account.
  case password(PasswordProof)
  case newPassword(NewPasswordAccount, hash: String)
  /// The account of a session, whose verified address is the invited one.
  case session(Account)
}

extension InvitedCredential {
  /// The account whose password is tried; nil for other credentials.
  var guessed: GuessedAccount? { if case .password(let proof) = self { proof.guessed } else { nil } }

  /// The stored form, without secrets; nil for a new account, which has no second factor, and for a session.
  var stored: JSON? {
    switch self {
    case .identity(let identity): ["identity": identity.stored]
    case .password(let proof): ["password": proof.stored]
    case .newPassword, .session: nil
    }
  }

  init(stored: Fields) throws(Problem) {
    self =
      if let identity = stored.optionalFields("identity") {
        .identity(try Identity(stored: identity))
      } else {
        .password(try PasswordProof(stored: try stored.fields("password")))
      }
  }
}

/// A new account with a password, for an invited person.
struct NewPasswordAccount {
  let password: String
  /// Nil for the invited address.
  let email: EmailAddress?
  let displayName: String?

  init(_ data: Fields) throws(Problem) {
    password = try data.text("newPassword")
    email = data.optionalEmail("email")
    displayName = data.optionalText("displayName")
  }
}

/// The account of a person who accepts an invitation: an existing one or a new one, by the same rules as every sign-up.
struct InvitedAccount {
  let offer: InvitationDetails
  let statement: StatedConsent
  let device: Device?
  let decision: Decision

  private var policy: Policy { decision.policy }
  private var invitation: Invitation { offer.invitation }

  func admitted(with credential: InvitedCredential) throws(Problem) -> (account: Account, isNew: Bool) {
    try offer.requireTakeable(policy, at: decision.now)
    switch credential {
    case .identity(let identity): return try admitted(with: identity)
    case .password(let proof): return (try admitted(with: proof), false)
    case .newPassword(let new, let hash): return (try admitted(with: new, hash), true)
    case .session(let account):
      try offer.requireFit(of: account, policy)
      return (account, false)
    }
  }

  /// The role that the invitation is for.
  private var role: String { policy.role(of: invitation) }

  private func admitted(with presented: Identity) throws(Problem) -> (account: Account, isNew: Bool) {
    var identity = presented
    // The mailed code proves the address, even if the provider does not verify it.
    if invitation.proves(identity.email), identity.email?.key == invitation.email.key { identity.emailVerified = true }
    let wrong = wrongRecipient(
      identity.email, isVerified: identity.emailVerified, isRelay: identity.isApplePrivateRelay,
      at: "/identity/idToken")
    let match = try decision.identities.match(identity)
    guard let known = try decision.identities.resolve(identity, match) else {
      try offer.requireFit(of: nil, policy)
      return (try newAccount(of: identity, wrong), true)
    }
    try offer.requireFit(of: known.account, policy)
    let isProven = known.account.provenEmails.contains { invitation.isTo($0) }
    guard wrong.isEmpty || isProven else { throw .broken(wrong) }
    let given = try addressOfCode(beside: identity, of: known.account)
    let account = try withStatement(known.account, identity)
    var written = try decision.identities.write(known, identity)
    if let given, decision.addresses.canAdd(given.email, to: written, ownedBy: given.owner, by: .passing) {
      written = try decision.addresses.add(given.email, to: written, ownedBy: given.owner, replacesClaim: true)
    }
    try decision.admission.writeStatement(of: account, since: known.account)
    (written.birthDate, written.consent) = (account.birthDate, account.consent)
    if written.displayName.isEmpty, let name = offer.client.usableName { written = try named(name, written) }
    return (written, false)
  }

  private func newAccount(of presented: Identity, _ wrong: [Problem.Field]) throws(Problem) -> Account {
    var applicant = Applicant(
      presented, entry: .given(role: role), displayName: offer.client.name, locale: locale, statement: statement)
    var given = try addressOfCode(beside: presented, of: nil)
    if let address = given, address.owner == nil, !presented.emailVerified {
      // What the provider does not verify stays with the identity. The mail was read at this address.
      (applicant.email, applicant.emailVerified, given) = (address.email, true, nil)
    }
    var account = try decision.admission.admission(
      of: applicant, omission: .allowed, identity: presented, device: device, further: wrong
    )
    account = try decision.identities.write(.new(account), presented)
    if let given, decision.addresses.canAdd(given.email, to: account, ownedBy: given.owner, by: .passing) {
      account = try decision.addresses.add(given.email, to: account, ownedBy: given.owner, replacesClaim: true)
    }
    return account
  }

  /// The invited address, which a mailed code has proven, with the account that has it already. Nil if the identity
  /// proves another address that is not a relay: then the mail was passed on.
  private func addressOfCode(
    beside identity: Identity, of known: Account?
  ) throws(Problem) -> (email: EmailAddress, owner: Account?)? {
    guard invitation.channel == .mail, identity.verifiedEmail == nil || identity.isApplePrivateRelay,
      known.map({ !$0.hasProven(invitation.email) }) ?? true
    else { return nil }
    return (invitation.email, try decision.transaction.accounts.find(email: invitation.email))
  }

  /// The inviter's name serves until the person says another.
  private func named(_ name: String, _ known: Account) throws(Problem) -> Account {
    var account = known
    account.displayName = name
    try decision.transaction.accounts.update(account, at: decision.now)
    return account
  }

  /// The account that a password signs in to.
  private func admitted(with proof: PasswordProof) throws(Problem) -> Account {
    try decision.limits.requireGuessesLeft(account: proof.guessed, on: device)
    var known = try proof.account(decision)
    try offer.requireFit(of: known, policy)
    let isOwn = known.provenEmails.contains { invitation.isTo($0) }
    let wrong =
      policy.wrongDomain(of: proof.email, at: "/email")
      + (isOwn ? [] : wrongRecipient(proof.email, isVerified: known.emailVerified, at: "/email"))
    guard wrong.isEmpty else { throw .broken(wrong) }
    // The address may still belong to an account that a guardian has closed.
    let owner = try decision.transaction.accounts.find(email: invitation.email)
    let isFirstProof = !known.emailVerified && owner == nil && invitation.proves(known.email)
    if isFirstProof { known = known.proven(by: .password, at: decision.now) }
    var account = try withStatement(known, nil)

    try proof.renewHash(decision.transaction)
    if isFirstProof {
      try decision.audit(.accountEmailVerified, account: known.id)
      try decision.admission.proveAddress(of: known, by: .password)
    } else if invitation.channel == .mail, known.emailVerified,
      decision.addresses.canAdd(invitation.email, to: known, ownedBy: owner, by: .passing)
    {
      account.otherAddresses = try decision.addresses.add(invitation.email, to: known, ownedBy: owner)
        .otherAddresses
    }
    try decision.admission.writeStatement(of: account, since: known)
    return account.displayName.isEmpty
      ? try offer.client.usableName.map { (name) throws(Problem) in
        try named(name, account)
      } ?? account : account
  }

  /// A new account with a password. The mailed code proves the address, even if another account claims it without
  /// proof.
  private func admitted(with new: NewPasswordAccount, _ hash: String) throws(Problem) -> Account {
    try decision.limits.requireGuessesLeft(account: nil, on: device)
    try offer.requireFit(of: nil, policy)
    let email = new.email ?? invitation.email
    let isProven = invitation.proves(email)
    let applicant = Applicant(
      entry: .given(role: role), provider: "password", email: email, emailVerified: isProven,
      displayName: new.displayName ?? offer.client.usableName, locale: locale, statement: statement)
    let account = try decision.admission.admission(
      of: applicant, omission: .allowed, device: device,
      further: wrongRecipient(email, isVerified: false, at: "/email")
    )
    let isInUse = isProven ? try decision.transaction.accounts.find(email: email) != nil : try decision.isInUse(email)
    guard !isInUse, !hash.isEmpty else {
      throw Problem(.emailAlreadyInUse, "the address has an account; sign in to accept")
    }

    try decision.admission.storeAccount(account)
    try decision.transaction.passwords.set(hash, of: account.id, email: email, at: decision.now)
    if !account.emailVerified {
      try decision.limits.count(Limits.ownVerification(of: account))
      _ = try decision.outbox.queueCode(.verifyEmail, for: account, to: email, isLeased: false)
    }
    return account
  }

  private func wrongRecipient(
    _ email: EmailAddress?, isVerified: Bool, isRelay: Bool = false, at pointer: String
  ) -> [Problem.Field] {
    invitation.wrongRecipient(
      email, isVerified: isVerified, isRelay: isRelay, policy.invitation.emailMatch, at: pointer)
  }

  private func withStatement(_ known: Account, _ identity: Identity?) throws(Problem) -> Account {
    try decision.admission.account(known, stating: statement, identity: identity, device: device)
  }

  private var locale: String { offer.client.locale ?? decision.call.language.text }
}

extension Environment {
  /// Whether the invitation of a code is pending, so that a password is hashed for it. The transaction checks it again.
  func isPending(_ code: String) throws(Problem) -> Bool {
    try store.read { (transaction) throws(Problem) in
      do throws(Problem) { try transaction.invitations.find(codeHash: hashed(code)).requirePending(at: now) } catch {
        guard error.isRefusal else { throw error }
        return false
      }
      return true
    }
  }
}
