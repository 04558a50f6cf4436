// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

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

/// The account that has accepted an offer, or that will when its address is proven.
struct AdmittedAccount {
  var account: Account
  var isNew = false
  /// Whether the acceptance waits for the proof of the address.
  var waits = false
  /// The recovery codes of a new account that signs in with a passkey; nil for others.
  var recoveryCodes: [String]?
}

/// The account of a person who accepts an offer: an existing one or a new one, by the same rules as every sign-up.
struct InvitedAccount {
  let offer: CodeOffer
  let statement: StatedConsent
  let device: Device?
  let decision: Decision

  private var policy: Policy { decision.policy }

  func admitted(with credential: AcceptInvitation.VerifiedCredential) throws(Problem) -> AdmittedAccount {
    try offer.requireAcceptable(policy, at: decision.now)
    switch credential {
    case .identity(let identity): return try admittedByIdentity(identity)
    case .password(let check): return try admittedByPassword(check)
    case .newPassword(let new, let hash): return try admittedByNewPassword(new, hash)
    case .mail(let name): return try admittedByMail(name)
    case .passkey(let passkey, let name): return try admittedByPasskey(passkey, name)
    case .session(let hasCode):
      return try admittedBySession(of: try decision.requireCaller(), hasCode: hasCode)
    }
  }

  /// The role of a new account. Until an acceptance that waits is done, the person has no role that only an invitation
  /// gives: somebody else may have got the link.
  private func role(_ fit: AddressFit) -> String {
    let role = offer.role(policy)
    return fit != .waits || policy.roles.signUp.contains(role) ? role : policy.roles.invitee
  }

  private func admittedByIdentity(_ presented: Identity) throws(Problem) -> AdmittedAccount {
    var identity = presented
    // The mailed code proves the address, even if the provider does not verify it.
    if offer.proves(identity.email), identity.email?.key == offer.mailedAddress?.key { identity.emailVerified = true }
    let match = try decision.identities.match(identity)
    // Mails get forwarded: the code alone must not open an account whose owner has proven this address.
    if !presented.emailVerified, match.bySubject == nil, let email = identity.verifiedEmail,
      match.byEmail?.hasProven(email) == true
    {
      throw Self.emailAlreadyInUse
    }
    guard let known = try decision.identities.resolve(identity, match) else {
      let fit = fit(
        of: identity.email, isVerified: identity.emailVerified, isRelay: identity.isApplePrivateRelay,
        at: "/identity/idToken")
      try decision.invitations.requireFit(of: nil, to: offer)
      return AdmittedAccount(account: try newAccount(of: identity, fit), isNew: true, waits: fit == .waits)
    }
    try decision.invitations.requireFit(of: known.account, to: offer)
    let fit = fit(
      of: identity.email, isVerified: identity.emailVerified, isRelay: identity.isApplePrivateRelay,
      known.account, at: "/identity/idToken")
    guard fit.broken.isEmpty else { throw .broken(fit.broken) }
    let given = try addressOfCode(with: identity, of: known.account)
    let account = try withStatement(known.account, identity)
    var written = try decision.identities.write(known, identity)
    if let given, decision.addresses.canAdd(given.email, to: written, ownedBy: given.owner, by: .passing) {
      written = try decision.addresses.add(given.email, to: written, ownedBy: given.owner, replacesClaim: true)
    }
    try decision.admission.writeStatement(of: account, since: known.account)
    (written.birthDate, written.consent) = (account.birthDate, account.consent)
    return AdmittedAccount(account: try namedIfNeeded(written), waits: fit == .waits)
  }

  private func newAccount(of presented: Identity, _ fit: AddressFit) throws(Problem) -> Account {
    var applicant = Applicant(
      presented, entry: .given(role: role(fit)), displayName: offer.typedName, locale: locale, statement: statement)
    var given = try addressOfCode(with: presented, of: nil)
    if let address = given, address.owner == nil, !presented.emailVerified {
      // An address that the provider does not verify stays with the identity. The mail was read at this address.
      (applicant.email, applicant.emailVerified, given) = (address.email, true, nil)
    }
    var account = try decision.admission.admitted(
      applicant, omission: .allowed, identity: presented, device: device, further: fit.broken
    )
    let mailed = fit == .waits ? account.email : nil
    if let mailed { try decision.limits.require(mailLimits(of: mailed)) }
    account = try decision.identities.write(.new(account), presented)
    if let mailed { try askToConfirm(mailed, account) }
    if let given, decision.addresses.canAdd(given.email, to: account, ownedBy: given.owner, by: .passing) {
      account = try decision.addresses.add(given.email, to: account, ownedBy: given.owner, replacesClaim: true)
    }
    return account
  }

  /// The address that the mailed code proves, and the account that owns it. Nil if the identity proves a different,
  /// real address: then somebody else got the mail.
  private func addressOfCode(
    with identity: Identity, of known: Account?
  ) throws(Problem) -> (email: EmailAddress, owner: Account?)? {
    guard let email = offer.mailedAddress, identity.verifiedEmail == nil || identity.isApplePrivateRelay,
      known.map({ !$0.hasProven(email) }) ?? true
    else { return nil }
    return (email, try decision.tables.accounts.find(email: email))
  }

  /// The name that the inviter typed is used until the person gives another one.
  private func namedIfNeeded(_ known: Account) throws(Problem) -> Account {
    guard known.displayName.isEmpty, let name = offer.usableName else { return known }
    var account = known
    account.displayName = name
    try decision.tables.accounts.update(account, at: decision.now)
    try decision.invitations.nameRecords(of: account)
    return account
  }

  /// The account that a password signs in to.
  private func admittedByPassword(_ check: PasswordCheck) throws(Problem) -> AdmittedAccount {
    try decision.limits.requireGuessesLeft(account: check.guessed, on: device)
    let known = try check.account(decision)
    try decision.invitations.requireFit(of: known, to: offer)
    let fit = fit(of: check.email, isVerified: known.emailVerified, known, at: "/email")
    let wrong = policy.wrongDomain(of: check.email, at: "/email") + fit.broken
    guard wrong.isEmpty else { throw .broken(wrong) }
    return try admittedOwner(of: known, fit, by: .password(check))
  }

  /// The account of a session.
  private func admittedBySession(of known: Account, hasCode: Bool) throws(Problem) -> AdmittedAccount {
    guard decision.policy.accountState(of: known, on: decision.now).state != .guardianPending else {
      throw Problem(.guardianPending, "a parent or guardian has not agreed yet")
    }
    try decision.invitations.requireFit(of: known, to: offer)
    let fit = fit(of: known.email, isVerified: known.emailVerified, known, at: "/code")
    guard fit.broken.isEmpty else { throw .broken(fit.broken) }
    return try admittedOwner(of: known, fit, by: .session(hasCode: hasCode))
  }

  /// What the owner of an existing account accepts with, except ID tokens.
  private enum OwnersCredential {
    case password(PasswordCheck)
    /// `hasCode`: whether the call has the code of the offer, and not only its id.
    case session(hasCode: Bool)

    var hasCode: Bool {
      switch self {
      case .password: true
      case .session(let hasCode): hasCode
      }
    }

    /// Whether the account gets the address to which the code was mailed. The mail may have been passed on to the
    /// account of a session, which has an address of its own.
    var addsAddress: Bool {
      switch self {
      case .password: true
      case .session: false
      }
    }

    /// The account after the first proof of its address.
    func proven(_ account: Account, at now: Timestamp) -> Account {
      switch self {
      case .password: account.proven(by: .password, at: now)
      case .session: account.confirmed(at: now)
      }
    }
  }

  /// The owner of an existing account accepts the offer.
  private func admittedOwner(
    of known: Account, _ fit: AddressFit, by credential: OwnersCredential
  ) throws(Problem) -> AdmittedAccount {
    let mailed = credential.hasCode ? offer.mailedAddress : nil
    // The address may still belong to an account that a guardian has closed.
    let owner = try mailed.flatMap { (address) throws(Problem) in
      try decision.tables.accounts.find(email: address)
    }
    let isFirstProof = mailed != nil && !known.emailVerified && owner == nil && offer.proves(known.email)
    let base = isFirstProof ? credential.proven(known, at: decision.now) : known
    var account = try withStatement(base, nil)

    if case .password(let check) = credential { try check.renewHash(decision.tables) }
    if isFirstProof {
      try writeFirstProof(of: base, before: known, by: credential)
    } else if credential.addsAddress, let mailed, known.emailVerified,
      decision.addresses.canAdd(mailed, to: known, ownedBy: owner, by: .passing)
    {
      account.otherAddresses = try decision.addresses.add(mailed, to: known, ownedBy: owner).otherAddresses
    }
    try decision.admission.writeStatement(of: account, since: base)
    return AdmittedAccount(account: try namedIfNeeded(account), waits: fit == .waits)
  }

  /// Stores that the mailed code has proven the address of an account.
  private func writeFirstProof(
    of proven: Account, before known: Account, by credential: OwnersCredential
  ) throws(Problem) {
    switch credential {
    case .password:
      try decision.audit(.accountEmailVerified, account: known.id)
      try decision.admission.proveAddress(of: proven, by: .password)
    case .session:
      // As `verify-email` does.
      if let email = proven.email { _ = try decision.addresses.confirmPrimary(email, of: known) }
    }
  }

  /// A new account with a password. The mailed code proves the address, even if another account claims it without
  /// proof.
  private func admittedByNewPassword(_ new: NewPasswordAccount, _ hash: String) throws(Problem) -> AdmittedAccount {
    try decision.limits.requireGuessesLeft(account: nil, on: device)
    try decision.invitations.requireFit(of: nil, to: offer)
    guard let email = new.email ?? offer.invitedAddress else {
      throw .broken([.missing("/email", .invalidEmail)])
    }
    let isProven = offer.proves(email)
    let fit = fit(of: email, isVerified: isProven, at: "/email")
    if !isProven { try decision.limits.require(mailLimits(of: email)) }
    let account = try newAccount(.password, email, isProven: isProven, new.displayName, fit)
    let isInUse =
      isProven ? try decision.tables.accounts.find(email: email) != nil : try decision.logins.isInUse(email)
    guard !isInUse, !hash.isEmpty else { throw Self.emailAlreadyInUse }

    try decision.admission.storeAccount(account)
    try decision.tables.passwords.set(hash, of: account.id, email: email, at: decision.now)
    if !account.emailVerified { try askToConfirm(email, account) }
    return AdmittedAccount(account: account, isNew: true, waits: fit == .waits)
  }

  /// What limits the verification mails of new accounts: each of them sends one to the address that it claims. People
  /// at one place share an IP address.
  private func mailLimits(of email: EmailAddress) -> [LimitedSubject] {
    decision.call.mailRequests + [(.verifyEmail, email.mailboxKey)]
  }

  /// Queues the mail whose code proves the address of a new account. The caller has required `mailLimits`.
  private func askToConfirm(_ email: EmailAddress, _ account: Account) throws(Problem) {
    try decision.limits.count(Limits.ownVerification(of: account) + mailLimits(of: email))
    try decision.outbox.queueCode(.verifyEmail, for: account, to: email)
  }

  /// A new account without a password, for the person who reads the invited address.
  private func admittedByMail(_ displayName: String?) throws(Problem) -> AdmittedAccount {
    guard policy.hasSignInCodes else {
      throw Problem(.providerNotEnabled, "the policy has no sign-in by mailed codes")
    }
    try decision.invitations.requireFit(of: nil, to: offer)
    let email = try decision.invitations.freeMailedAddress(of: offer, at: "/byMail")
    let account = try newAccount(.mailedCode, email, isProven: true, displayName)
    try decision.admission.storeAccount(account)
    return AdmittedAccount(account: account, isNew: true)
  }

  /// A new account that signs in with a passkey.
  private func admittedByPasskey(_ passkey: NewPasskey, _ displayName: String?) throws(Problem) -> AdmittedAccount {
    try decision.invitations.requireFit(of: nil, to: offer)
    let email = try decision.invitations.freeMailedAddress(of: offer, at: "/passkey")
    let begun = try decision.challenges.begun(passkey, for: offer)
    var account = try newAccount(.passkey, email, isProven: true, displayName, id: begun.accountID)
    let factor = try decision.factors.registered(passkey, for: account)
    try decision.admission.storeAccount(account)
    try decision.tables.challenges.remove(begun.selector)
    // An inserted factor is not confirmed: the update adds its credential.
    try decision.tables.factors.insert(factor)
    try decision.tables.factors.update(factor)
    try decision.tables.factors.storeCount(of: account.id)
    account.factors = 1
    let codes = try decision.factors.renewRecoveryCodes(of: account)
    try decision.audit(.accountFactorAdded, account: account.id, subject: factor.id)
    return AdmittedAccount(account: account, isNew: true, recoveryCodes: codes)
  }

  private func newAccount(
    _ method: SignInMethod, _ email: EmailAddress, isProven: Bool, _ displayName: String?,
    _ fit: AddressFit = .fits, id: String? = nil
  ) throws(Problem) -> Account {
    let applicant = Applicant(
      entry: .given(role: role(fit)), method: method, email: email, emailVerified: isProven,
      displayName: displayName ?? offer.usableName, locale: locale, statement: statement)
    return try decision.admission.admitted(applicant, omission: .allowed, id: id, device: device, further: fit.broken)
  }

  static var emailAlreadyInUse: Problem {
    Problem(.emailAlreadyInUse, "the address has an account; sign in to accept", hints: Problem.Hints(action: .signIn))
  }

  /// Whether a person may accept the offer with an address.
  /// - Parameter known: the person's account. A proven address of it counts too.
  private func fit(
    of address: EmailAddress?, isVerified: Bool, isRelay: Bool = false, _ known: Account? = nil, at pointer: String
  ) -> AddressFit {
    if let known, known.provenEmails.contains(where: offer.isMeantFor) || offer.isReservedFor(known) { return .fits }
    return offer.fit(of: address, isVerified: isVerified, isRelay: isRelay, policy.invitation.emailMatch, at: pointer)
  }

  private func withStatement(_ known: Account, _ identity: Identity?) throws(Problem) -> Account {
    try decision.admission.account(known, stating: statement, identity: identity, device: device)
  }

  private var locale: String { offer.locale ?? decision.call.language.text }
}

extension Invitations {
  /// The address to which an offer's code was mailed, if it has no account.
  /// - Throws: `invitation/email-mismatch` if the code was not mailed; `auth/email-already-in-use`.
  func freeMailedAddress(of offer: CodeOffer, at pointer: String) throws(Problem) -> EmailAddress {
    guard let email = offer.mailedAddress else {
      throw .broken([
        Problem.Field(pointer: pointer, code: .invitationEmailMismatch, detail: "needs a code that was sent by mail")
      ])
    }
    guard try decision.tables.accounts.find(email: email) == nil else { throw InvitedAccount.emailAlreadyInUse }
    return email
  }
}
