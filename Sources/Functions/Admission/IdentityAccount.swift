// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The accounts that may belong to an identity.
struct AccountMatch: Equatable {
  /// The account that the identity is linked to.
  var bySubject: Account?
  /// The identity as it is stored with that account.
  var linked: LinkedIdentity?
  /// The account that has proven the address of the identity, if it is not the one above.
  var byEmail: Account?

  /// The account that the identity signs in to; nil if there is none yet.
  ///
  /// An address links an identity to an account only if both the identity and the account have verified it. Otherwise a
  /// person who typed the address first would own the account of the address's owner.
  /// - Parameter restores: whether the sign-in restores an account that is being deleted.
  /// - Throws: `auth/user-disabled`, `auth/underage-user`.
  func resolution(
    for identity: Identity, at now: Timestamp, restores: Bool = false
  ) throws(Problem) -> AccountResolution? {
    // An unproven address that finds an account belongs to one that is closed or being deleted.
    let proven = identity.verifiedEmail.map { byEmail?.hasProven($0) ?? false } ?? false
    if bySubject == nil, identity.emailVerified, let byEmail, !proven, byEmail.status != .active {
      if byEmail.closedFor == .age { throw .closedForAge }
      throw Problem(.userDisabled, "the address belongs to a disabled account")
    }
    let owner = proven ? byEmail : nil
    guard let known = try (bySubject ?? owner)?.signingIn(at: now, restores: restores) else { return nil }
    var resolution = AccountResolution(account: known, linked: linked, isNewIdentity: bySubject == nil)
    // The identity leads to the account and proves its address: what others have added to the account ends.
    if !known.emailVerified, byEmail == nil, let email = identity.verifiedEmail, email.key == known.email?.key {
      let proof = FirstProofRules.Proof.identity(
        issuer: linked?.issuer ?? identity.issuer, subject: linked?.subject ?? identity.subject)
      resolution.proof = proof
      resolution.account = known.proven(by: proof, at: now)
    }
    return resolution
  }
}

/// The account that an identity signs in to, and the necessary changes.
struct AccountResolution: Equatable {
  var account: Account
  /// The identity as it is stored; nil if it is new.
  var linked: LinkedIdentity?
  var isNewAccount = false
  /// Whether the identity is not linked to the account yet.
  var isNewIdentity = false
  /// How the identity proves the account's address for the first time; nil if it does not.
  var proof: FirstProofRules.Proof?
  /// A further verified address of the identity, and the account that has proven it.
  var addedAddress: AddedAddress?

  struct AddedAddress: Equatable {
    var email: EmailAddress
    var owner: Account?
  }

  /// Whether the added address becomes the primary one. An account without an address gets it. So does one that only
  /// claims an address, which this identity had without having verified it: the owner of that address would otherwise
  /// get the account.
  var provesPrimary: Bool {
    guard addedAddress != nil, !account.emailVerified else { return false }
    guard let claimed = account.email else { return true }
    return linked.map { !$0.emailVerified && $0.email?.key == claimed.key } ?? false
  }

  static func new(_ account: Account) -> AccountResolution {
    AccountResolution(account: account, isNewAccount: true, isNewIdentity: true)
  }
}

extension Identities {
  func match(_ identity: Identity) throws(Problem) -> AccountMatch {
    let known = try decision.tables.identities.account(of: identity)
    var match = AccountMatch(bySubject: known?.account, linked: known?.identity)
    if let email = identity.verifiedEmail, known.map({ !$0.account.hasProven(email) }) ?? true {
      match.byEmail = try decision.tables.accounts.find(email: email)
    }
    return match
  }

  /// The account that an identity signs in to; nil if there is none yet. Nothing is written.
  /// - Throws: `auth/id-token-used`; `auth/provider-already-linked` if the account has another identity of the issuer:
  ///   a mailbox or a domain may have got another owner, so an equal address does not show that it is the same
  ///   person.
  func resolve(_ identity: Identity, _ match: AccountMatch, restores: Bool = false) throws(Problem)
    -> AccountResolution?
  {
    try requireUnused(identity)
    guard var known = try match.resolution(for: identity, at: decision.now, restores: restores) else { return nil }
    if known.isNewIdentity, try decision.tables.identities.hasIdentity(known.account.id, of: identity.issuer) {
      throw Problem(.providerAlreadyLinked, "the account of that address has another identity of this provider")
    }
    // An address that the person has removed is added again only after the provider reported another one.
    let hasNewAddress = known.linked.map { !$0.emailVerified || $0.email?.key != identity.email?.key } ?? true
    if hasNewAddress, let email = identity.verifiedEmail,
      decision.addresses.canAdd(email, to: known.account, ownedBy: match.byEmail, by: .passing)
    {
      known.addedAddress = AccountResolution.AddedAddress(email: email, owner: match.byEmail)
    }
    return known
  }

  /// Stores the changes of a sign-in with an identity, before any row that refers to the account.
  /// - Returns: the account after the changes.
  /// - Throws: `auth/id-token-used`, before anything is written.
  func write(_ resolution: AccountResolution, _ identity: Identity) throws(Problem) -> Account {
    try markUsed(identity)
    var account = resolution.account
    if resolution.isNewAccount {
      try decision.admission.storeAccount(account)
      try decision.tables.identities.insert(identity, of: account.id, at: decision.now)
      try decision.appleTokens.exchangeCode(of: identity)
      return account
    }
    if let proof = resolution.proof {
      try decision.audit(.accountEmailVerified, account: account.id)
      try decision.admission.proveAddress(of: account, by: proof)
      account = try withQuestions(account)
    }
    if let added = resolution.addedAddress {
      if resolution.provesPrimary { try decision.tables.accountCodes.removeAll(of: account.id, for: .verifyEmail) }
      account = try decision.addresses.add(
        added.email, to: account, ownedBy: added.owner, replacesClaim: resolution.provesPrimary)
    }
    try storeIdentity(identity, resolution, &account)
    try decision.appleTokens.exchangeCode(of: identity)
    return account
  }

  /// The account with what a first proof has asked of it.
  func withQuestions(_ known: Account) throws(Problem) -> Account {
    guard let stored = try decision.tables.accounts.find(id: known.id) else {
      throw .bug("the proven account does not exist")
    }
    var account = known
    (account.asksInviters, account.waitingInviters) = (stored.asksInviters, stored.waitingInviters)
    account.teamID = stored.teamID
    return account
  }

  /// Stores what the provider says about the person now. The account gets the name and the picture that it lacks; what
  /// the person or an inviter typed stays.
  private func storeIdentity(_ identity: Identity, _ resolution: AccountResolution, _ account: inout Account)
    throws(Problem)
  {
    if let linked = resolution.linked {
      try update(linked, to: identity, of: account)
    } else {
      try link(identity, to: account)
    }
    guard identity.verifiedEmail != nil else { return }
    let filled = account.withMissingProfile(from: identity)
    guard filled != account else { return }
    try decision.tables.accounts.update(filled, at: decision.now)
    if account.displayName.isEmpty, !filled.displayName.isEmpty { try decision.invitations.nameRecords(of: filled) }
    account = filled
  }

  /// Stores what the provider says now about an identity that an account has.
  func update(_ linked: LinkedIdentity, to identity: Identity, of account: Account) throws(Problem) {
    if linked.subject != identity.subject {
      // The subject at the app's new team. The old one still leads to the account.
      try decision.tables.identities.insert(identity, of: account.id, at: decision.now)
      try decision.audit(.accountIdentityTransferred, account: account.id, subject: identity.provider)
    } else if linked.differs(from: identity) {
      try decision.tables.identities.update(identity)
    }
  }

  /// Removes the identities of a provider, or the password, from an account, ends the sessions that may have begun with
  /// them, and notifies the owner.
  /// - Parameter session: the session that stays.
  package func unlink(_ method: SignInMethod, from account: Account, keeping session: Session?) throws(Problem) {
    try decision.appleTokens.revokeTokens(try decision.tables.accounts.remove(method, of: account.id))
    try decision.sessions.endAll(of: account.id, except: session, as: .signedOutElsewhere)
    try decision.outbox.notify(account, of: .providerRemoved(method), by: decision.call)
    try decision.audit(.accountProviderRemoved, account: account.id, subject: method.name)
  }

  /// Links another identity to an account, and notifies the owner.
  func link(_ identity: Identity, to account: Account) throws(Problem) {
    try decision.tables.identities.insert(identity, of: account.id, at: decision.now)
    try decision.outbox.notify(account, of: .providerAdded(identity.method), by: decision.call)
    try decision.audit(.accountProviderAdded, account: account.id, subject: identity.provider)
  }
}

extension Account {
  /// The account with the name and the picture of an identity where it has none.
  fileprivate func withMissingProfile(from identity: Identity) -> Account {
    var account = self
    if displayName.isEmpty, let name = identity.displayName { account.displayName = name }
    if photoURL == nil { account.photoURL = identity.photoURL }
    return account
  }
}

extension Applicant {
  /// A new person with the data of an identity. Without a name the account has none.
  init(
    _ identity: Identity, entry: Entry, displayName: String? = nil, locale: String? = nil,
    statement: StatedConsent = StatedConsent(), places: (role: String, email: String) = ("/as", "/identity/idToken")
  ) {
    self.init(
      entry: entry, method: identity.method, email: identity.email, emailVerified: identity.emailVerified,
      displayName: identity.displayName ?? displayName.flatMap { PersonName.isUsable($0) ? $0 : nil },
      photoURL: identity.photoURL, locale: locale,
      statement: statement, places: places)
  }
}
