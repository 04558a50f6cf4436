// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The accounts that may belong to an identity.
struct AccountMatch: Equatable {
  /// The account that the identity is linked to.
  var bySubject: Account?
  /// The account with the address of the identity.
  var byEmail: Account?

  /// The account that the identity signs in to; nil if there is none yet.
  ///
  /// An address links an identity to an account only if both the identity and the account have verified it. Otherwise a
  /// person who typed the address first would own the account of the address's owner.
  /// - Parameter restores: whether the sign-in restores an account that is being deleted.
  /// - Throws: `auth/user-disabled`.
  func resolution(
    for identity: Identity, at now: Timestamp, restores: Bool = false
  ) throws(Problem) -> AccountResolution? {
    // An unverified address that finds an account belongs to an account that is closed or being deleted.
    if bySubject == nil, let byEmail, !byEmail.emailVerified, byEmail.status != .active {
      throw Problem(.userDisabled, "the address belongs to a disabled account")
    }
    let owner = identity.emailVerified && byEmail?.emailVerified == true ? byEmail : nil
    guard var account = try (bySubject ?? owner)?.signingIn(at: now, restores: restores) else { return nil }
    let proves = !account.emailVerified && byEmail == nil && identity.verifiedEmail.map(\.key) == account.email?.key
    // The first proof ends the factors too.
    if proves, identity.emailVerified { (account.emailVerified, account.factors) = (true, 0) }
    return AccountResolution(
      account: account, isNewIdentity: bySubject == nil, verifiesEmail: proves && identity.emailVerified)
  }
}

/// The account that an identity signs in to, and the necessary changes.
struct AccountResolution: Equatable {
  var account: Account
  var isNewAccount = false
  /// Whether the identity is not linked to the account yet.
  var isNewIdentity = false
  /// Whether the identity verifies the account's address for the first time.
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

  /// Stores the changes of a sign-in with an identity, before any row that refers to the account.
  /// - Throws: `auth/id-token-used`, before anything is written.
  func write(
    _ resolution: AccountResolution, _ identity: Identity, _ call: Call, _ rows: Transaction
  ) throws(Problem) {
    try markUsed(identity, rows)
    let account = resolution.account
    if resolution.isNewAccount {
      try storeAccount(account, call, rows)
      if account.emailVerified { try claimProvenEmail(of: account, call, rows) }
      try rows.insert(identity, of: account.id, at: now)
      try exchangeCode(of: identity, rows)
      return
    }
    if resolution.verifiesEmail {
      try audit(call, "account.email-verified", account: account.id, rows)
      try proveAddress(of: account, by: .identity(identity), call, rows)
    }
    if resolution.isNewIdentity {
      try link(identity, to: account, call, rows)
    }
    try exchangeCode(of: identity, rows)
  }

  /// Links another identity to an account, and notifies the owner.
  func link(_ identity: Identity, to account: Account, _ call: Call, _ rows: Transaction) throws(Problem) {
    try rows.insert(identity, of: account.id, at: now)
    try notify(account, of: .providerAdded, ["provider": .string(identity.provider)], by: call, rows)
    try audit(call, "account.provider-added", account: account.id, subject: identity.provider, rows)
  }

  /// Removes the passwords for an address that this account has verified from all other accounts, which never verified
  /// it.
  /// - Returns: whether another account had such a password.
  @discardableResult
  func claimEmail(of account: Account, _ call: Call, _ rows: Transaction) throws(Problem) -> Bool {
    guard let email = account.email else { return false }
    let others = try rows.dropPasswords(for: email, exceptOf: account.id)
    for other in others {
      try rows.revokeSessions(of: other, keeping: 0, as: .addressClaimed, at: now)
      for purpose in AccountCode.Purpose.ofAddress {
        try rows.removeCodes(of: other, for: purpose)
      }
      try audit(call, "account.password-superseded", account: other, rows)
      try audit(call, "account.address-proven", account: account.id, subject: other, rows)
    }
    return !others.isEmpty
  }

  /// The same for a new account. It notifies the owner of the address if another account had used the address.
  package func claimProvenEmail(of account: Account, _ call: Call, _ rows: Transaction) throws(Problem) {
    if try claimEmail(of: account, call, rows) { try queueNotice(.addressProven, to: account, [:], rows) }
  }
}

extension Applicant {
  /// A new person with the data of an identity. Without a name the account has none.
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
  /// The `identity` of an event: an ID token, nonce and name.
  func presentedIdentity() throws(Problem) -> PresentedIdentity {
    let name = optionalFields("fullName")
    let parts = [name?.optionalText("givenName"), name?.optionalText("familyName")].compactMap { $0 }
    return PresentedIdentity(
      provider: try text("provider"), idToken: try text("idToken"), nonce: optionalText("nonce"),
      fullName: parts.isEmpty ? nil : parts.joined(separator: " "),
      authorizationCode: optionalText("authorizationCode"))
  }
}

extension Environment {
  /// Verifies an identity before the transaction, because keys may have to be fetched. A refusal is returned, so that
  /// the transaction audits and remembers it. Other errors are thrown.
  func verified(_ presented: PresentedIdentity) throws(Problem) -> Result<Identity, Problem> {
    do throws(Problem) {
      return .success(try identities.identity(from: presented))
    } catch {
      guard error.isRefusal else { throw error }
      return .failure(error)
    }
  }
}
