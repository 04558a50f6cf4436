// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The accounts that an identity might belong to.
struct AccountMatch: Equatable {
  /// The one that this identity has signed in to before.
  var bySubject: Account?
  /// The one with its address.
  var byEmail: Account?

  /// The account that there is to sign in to; nil where there is none yet.
  ///
  /// An address ties two identities together only if both sides have proven it: otherwise whoever typed it first
  /// would own the account of whoever it belongs to.
  /// - Throws: `auth/user-disabled`.
  func resolution(for identity: Identity) throws(Problem) -> AccountResolution? {
    // An address that an account keeps without having proven it is one that a guardian has closed.
    if bySubject == nil, let byEmail, !byEmail.emailVerified, byEmail.status != .active {
      throw Problem(.userDisabled, "the address is kept by an account that is disabled")
    }
    let owner = identity.emailVerified && byEmail?.emailVerified == true ? byEmail : nil
    guard var account = bySubject ?? owner else { return nil }
    guard account.status == .active else { throw Problem(.userDisabled, "the account is disabled") }
    let proves = !account.emailVerified && byEmail == nil && identity.verifiedEmail.map(\.key) == account.email?.key
    if proves, identity.emailVerified { account.emailVerified = true }
    return AccountResolution(
      account: account, isNewIdentity: bySubject == nil, verifiesEmail: proves && identity.emailVerified)
  }
}

/// The account that an identity signs in to, and what has to be written for that.
struct AccountResolution: Equatable {
  var account: Account
  var isNewAccount = false
  /// Whether the identity has not been tied to the account before.
  var isNewIdentity = false
  /// Whether the identity has proven the account's address, which nobody had.
  var verifiesEmail = false

  static func new(_ account: Account) -> AccountResolution {
    AccountResolution(account: account, isNewAccount: true, isNewIdentity: true)
  }
}

extension Environment {
  func match(_ identity: Identity, _ rows: Transaction) throws(Problem) -> AccountMatch {
    let known = try rows.account(issuer: identity.issuer, subject: identity.subject)
    guard let email = identity.verifiedEmail, known?.emailVerified != true else {
      return AccountMatch(bySubject: known)
    }
    return AccountMatch(bySubject: known, byEmail: try rows.account(email: email))
  }

  /// Writes what an identity's sign-in needs, before anything that refers to the account.
  /// - Throws: `auth/id-token-used`, before anything is written.
  func write(
    _ resolution: AccountResolution, _ identity: Identity, _ call: Call, _ rows: Transaction
  ) throws(Problem) {
    try useUp(identity, rows)
    let account = resolution.account
    if resolution.isNewAccount {
      try enrol(account, call, rows)
      if account.emailVerified { try claimProvenEmail(of: account, call, rows) }
      try rows.insert(identity, of: account.id, at: now)
      return
    }
    if resolution.verifiesEmail {
      try audit(call, "account.email-verified", account: account.id, rows)
      try proveAddress(of: account, by: .identity(identity), call, rows)
    }
    if resolution.isNewIdentity {
      try link(identity, to: account, call, rows)
    }
  }

  /// Ties another identity to an account, and tells its owner.
  func link(_ identity: Identity, to account: Account, _ call: Call, _ rows: Transaction) throws(Problem) {
    try rows.insert(identity, of: account.id, at: now)
    let name = identity.provider.prefix(1).uppercased() + identity.provider.dropFirst()
    try notify(account, of: .providerAdded, ["provider": .string(name)], rows)
    try audit(call, "account.provider-added", account: account.id, subject: identity.provider, rows)
  }

  /// Takes an address that an account has proven from the passwords of those that only said it was theirs.
  /// - Returns: whether there was any.
  @discardableResult
  func claimEmail(of account: Account, _ call: Call, _ rows: Transaction) throws(Problem) -> Bool {
    guard let email = account.email else { return false }
    let others = try rows.dropPasswords(for: email, exceptOf: account.id)
    for other in others {
      try rows.revokeSessions(of: other, keeping: 0, as: .addressClaimed, at: now)
      for purpose in [AccountCode.Purpose.verifyEmail, .changeEmail, .resetPassword] {
        try rows.removeCodes(of: other, for: purpose)
      }
      try audit(call, "account.password-superseded", account: other, rows)
      try audit(call, "account.address-proven", account: account.id, subject: other, rows)
    }
    return !others.isEmpty
  }

  /// Does so for an account that is new, and tells whoever reads the address that somebody else had said it was theirs.
  public func claimProvenEmail(of account: Account, _ call: Call, _ rows: Transaction) throws(Problem) {
    if try claimEmail(of: account, call, rows) { try notify(account, of: .addressProven, [:], rows) }
  }
}

extension Applicant {
  /// Somebody new as an identity describes them. Nothing makes up a name for whoever has none.
  init(
    _ identity: Identity, entry: Entry, displayName: String? = nil, locale: String? = nil,
    statement: Statement = Statement(), places: (role: String, email: String) = ("/as", "/identity/idToken")
  ) {
    self.init(
      entry: entry, provider: identity.provider, email: identity.email, emailVerified: identity.emailVerified,
      displayName: identity.displayName ?? displayName.flatMap { PersonName.isUsable($0) ? $0 : nil },
      photoURL: identity.photoURL, locale: locale,
      statement: statement, places: places)
  }
}

extension Fields {
  /// The `identity` of an event: an ID token with what belongs to it.
  func presentedIdentity() throws(Problem) -> PresentedIdentity {
    let name = optionalFields("fullName")
    let parts = [name?.optionalText("givenName"), name?.optionalText("familyName")].compactMap { $0 }
    return PresentedIdentity(
      provider: try text("provider"), idToken: try text("idToken"), nonce: optionalText("nonce"),
      fullName: parts.isEmpty ? nil : parts.joined(separator: " "))
  }
}

extension Environment {
  /// Verifies an identity ahead of the transaction that wants it: keys may have to be fetched. A refusal is kept for
  /// the transaction, which audits and remembers it; anything else ends the event here.
  func verified(_ presented: PresentedIdentity) throws(Problem) -> Result<Identity, Problem> {
    do throws(Problem) {
      return .success(try identities.identity(from: presented))
    } catch {
      guard error.isRefusal else { throw error }
      return .failure(error)
    }
  }
}
