// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The checks of every new account and every sign-in. All functions that admit a person use them.
package struct Admission {
  let decision: Decision

  /// Checks a new person against all rules, including those that need the database. Nothing is written.
  /// - Parameters:
  ///   - id: the account's id, if it was given before; nil for a new one.
  ///   - identity: the verified identity, if a provider gave one.
  ///   - further: broken rules of the caller, as fields.
  /// - Returns: the account, which `storeAccount` stores.
  package func admitted(
    _ applicant: Applicant, omission: Omission, id: String? = nil, identity: Identity? = nil, device: Device? = nil,
    further: [Problem.Field] = []
  ) throws(Problem) -> Account {
    let trace = UnderageTrace(
      email: applicant.email, isProven: applicant.emailVerified, identity: identity, device: device)
    try requireNotRefusedForAge(trace)
    let account: Account
    do throws(Problem) {
      account = try decision.policy.admit(
        applicant, id: id ?? decision.newID(), omission: omission, further: further, now: decision.now)
    } catch {
      throw error.recording(trace, accountID: nil)
    }
    try decision.logins.requireFreeUsername(of: account)
    if account.consent.guardian == .pending { try decision.guardians.requireGuardianCanBeAsked(account) }
    return account
  }

  /// Stores an admitted account and its consent, and asks the guardian if one is required.
  package func storeAccount(_ account: Account) throws(Problem) {
    try storeEndingClaims(againstNew: account) { () throws(Problem) in try insert(account) }
    try recordConsent(of: account, since: nil)
  }

  /// Stores a new account.
  private func insert(_ account: Account) throws(Problem) {
    try decision.tables.accounts.insert(account)
    try decision.audit(.accountCreated, account: account.id)
    let data: JSON = .object([
      "accountId": JSON(account.id), "email": account.email.map { JSON($0.text) } ?? .null, "role": JSON(account.role),
    ])
    try decision.outbox.announce(.accountCreated, of: account.id, data)
  }

  /// Applies the statement of a person to an existing account, at a sign-in or to complete the account. Nothing is
  /// written.
  /// - Parameters:
  ///   - identity: the identity that the person signs in with. Its address counts as the person's own.
  ///   - refusesOldVersions: whether a version of the terms that the person has agreed to before is refused if it is
  ///     not the policy's. A sign-in passes over it, because an app names its version each time.
  ///   - others: applies further changes and returns the rules that they break.
  /// - Throws: the broken rules. Without a session it first asks for the second factor of the account: a statement of
  ///   somebody who has not passed it neither closes the account nor shows which birth date is right.
  func account(
    _ known: Account, stating stated: StatedConsent, identity: Identity? = nil, device: Device? = nil,
    refusesOldVersions: Bool = false, others: (inout Account) -> [Problem.Field] = { _ in [] }
  ) throws(Problem) -> Account {
    var account = known
    let wrong = others(&account)
    let statement = refusesOldVersions ? stated : try withoutOldVersion(stated, of: known)
    if statement.isEmpty {
      guard wrong.isEmpty else { throw .broken(wrong) }
      return account
    }
    if decision.call.credential == nil { try decision.call.requirePassedFactor(of: known) }
    var trace = UnderageTrace(
      email: known.email, isProven: known.emailVerified, identity: identity, device: device,
      others: known.otherAddresses.map(\.email))
    if statement.birthDate != nil, known.birthDate == nil {
      // The trace includes all identities of the account, because the person can come back with any of them.
      trace.add(try decision.tables.identities.all(of: known.id).map { ($0.issuer, $0.subject) })
      try requireNotRefusedForAge(trace)
    }
    let own = [known.email, identity?.email].compactMap { $0 } + known.otherAddresses.map(\.email)
    let broken = wrong + decision.policy.apply(statement, to: &account, ownAddresses: own, on: decision.now)
    guard broken.isEmpty else { throw Problem.broken(broken).recording(trace, accountID: known.id) }
    if needsGuardianRequest(account, since: known) { try decision.guardians.requireGuardianCanBeAsked(account) }
    return account
  }

  /// A statement without a version of the terms that the person has agreed to before.
  private func withoutOldVersion(
    _ statement: StatedConsent, of known: Account
  ) throws(Problem) -> StatedConsent {
    guard let version = statement.version, version != known.consent.version,
      !decision.policy.accounts.wrongVersion(version).isEmpty,
      try decision.tables.accounts.hasAgreed(known.id, to: version)
    else { return statement }
    var left = statement
    left.version = nil
    return left
  }

  /// Stores the changes that `account(_:stating:)` returned.
  func writeStatement(of account: Account, since known: Account) throws(Problem) {
    guard account.consent != known.consent || account.birthDate != known.birthDate else { return }
    try decision.tables.accounts.updateConsent(of: account, at: decision.now)
    try recordConsent(of: account, since: known)
  }

  private func needsGuardianRequest(_ account: Account, since known: Account?) -> Bool {
    account.consent.guardian == .pending
      && (known?.consent.guardian != .pending || known?.consent.guardianEmail != account.consent.guardianEmail
        || known?.consent.guardianAt != account.consent.guardianAt)
  }

  /// Adds to the history of consent, audits it, and asks the guardian.
  private func recordConsent(of account: Account, since known: Account?) throws(Problem) {
    let consent = account.consent
    let agrees = consent.version != nil && consent.version != known?.consent.version
    let setsBirthDate = account.birthDate != nil && account.birthDate != known?.birthDate
    let namesGuardian = consent.guardianEmail != nil && consent.guardianEmail != known?.consent.guardianEmail
    if agrees || setsBirthDate || namesGuardian {
      try decision.tables.accounts.insertConsent(
        version: consent.version ?? "", birthDate: account.birthDate?.text, guardianEmail: consent.guardianEmail,
        of: account.id, at: decision.now)
    }
    if agrees { try decision.audit(.accountConsented, account: account.id) }
    if needsGuardianRequest(account, since: known) { try decision.guardians.askGuardian(of: account) }
  }
}
