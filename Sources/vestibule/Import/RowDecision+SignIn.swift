// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

extension RowDecision {
  /// Adds sign-in methods and the verification of the address to an account. Its address and role stay.
  /// - Parameter replaced: the fingerprint of the password that the row's password may replace; empty if there was
  ///   none, and nil if none may be replaced.
  /// - Returns: whether anything was written.
  mutating func addMissing(to account: Account, replacing replaced: Substring?) throws(Problem) -> Bool {
    if try isFirstProof(of: account) {
      try proveAddress(of: account)
      return true
    }
    let hasIdentity = try addIdentities(to: account)
    if person.role ?? decision.policy.roles.legacy != account.role { reasons.append(.roleKept) }
    guard let email = person.email else { return hasIdentity }
    guard email.key == account.email?.key else {
      reasons.append(.emailKept)
      return hasIdentity
    }
    guard try isPasswordFree(email, for: account), !person.emailVerified || account.emailVerified else {
      reasons.append(.emailInUse)
      return hasIdentity
    }
    guard let hash = person.passwordHash, let replaced else { return hasIdentity }
    return try replacePassword(of: account, email, by: hash, replacing: replaced) || hasIdentity
  }

  /// Sets the row's password, unless the account has another one than that of the last import.
  private mutating func replacePassword(
    of account: Account, _ email: EmailAddress, by hash: String, replacing replaced: Substring
  ) throws(Problem) -> Bool {
    let known = try decision.tables.passwords.hash(of: account.id)
    guard Fingerprint.part(known == PasswordHasher.unknown ? nil : known) == replaced else {
      if known != hash { reasons.append(.passwordKept) }
      return false
    }
    try setImported(hash, of: account, email: email)
    try decision.audit(.accountPasswordImported, account: account.id)
    return true
  }

  /// Adds the row's identities, at most one of each provider.
  private mutating func addIdentities(to account: Account) throws(Problem) -> Bool {
    var hasAdded = false
    for identity in person.identities {
      let owner = try accountID(with: identity)
      if let owner, owner != account.id { reasons.append(.accountsDiffer) }
      guard owner == nil else { continue }
      guard try !decision.tables.identities.hasIdentity(account.id, of: identity.issuer) else {
        reasons.append(.providerAlreadyLinked)
        continue
      }
      try decision.tables.identities.insert(identity, of: account.id, at: decision.now)
      try decision.outbox.notify(account, of: .providerAdded(identity.method))
      try decision.audit(.accountProviderAdded, account: account.id)
      hasAdded = true
    }
    return hasAdded
  }

  /// Whether no other account signs in with the address and a password.
  private func isPasswordFree(_ email: EmailAddress, for account: Account) throws(Problem) -> Bool {
    let owner = try decision.tables.passwords.find(email: email)?.account.id
    return owner == nil || owner == account.id
  }

  /// Whether the row verifies the unverified address of an account.
  private func isFirstProof(of account: Account) throws(Problem) -> Bool {
    guard let email = person.email, person.emailVerified, !account.emailVerified, email.key == account.email?.key,
      try isPasswordFree(email, for: account)
    else { return false }
    return try decision.tables.accounts.find(email: email) == nil
  }

  /// Ends the existing sign-in methods and sessions, and adds those of the row.
  private func proveAddress(of known: Account) throws(Problem) {
    // The row led to the account before.
    let identity = person.identities.first
    let proof = FirstProofRules.Proof.identity(issuer: identity?.issuer ?? "", subject: identity?.subject ?? "")
    let account = known.proven(by: proof, at: decision.now)
    try decision.audit(.accountEmailVerified, account: account.id)
    try decision.admission.proveAddress(of: account, by: proof)
    for identity in person.identities where try accountID(with: identity) == nil {
      try decision.tables.identities.insert(identity, of: account.id, at: decision.now)
    }
    guard let email = person.email, let hash = person.passwordHash else { return }
    try setImported(hash, of: account, email: email)
  }

  func setImported(_ hash: String, of account: Account, email: EmailAddress) throws(Problem) {
    try decision.tables.passwords.set(
      hash, importedCost: PasswordHasher.importedCost(of: hash), of: account.id, email: email, at: decision.now)
  }
}
