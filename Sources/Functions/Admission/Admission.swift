// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Environment {
  /// Holds somebody who is new against every rule, those that need the database among them. Nothing is written yet.
  /// - Parameters:
  ///   - identity: what they show, where it is one of a provider's.
  ///   - further: rules of this way in alone, as fields that are broken.
  /// - Returns: the account that `enrol` writes.
  public func admission(
    of applicant: Applicant, omission: Omission, identity: Identity? = nil, device: Device? = nil,
    further: [Problem.Field] = [], _ rows: Transaction
  ) throws(Problem) -> Account {
    let trace = UnderageTrace(email: applicant.email, identity: identity, device: device)
    try requireNotRefusedForAge(trace, rows)
    let account: Account
    do throws(Problem) {
      account = try policy.admit(applicant, id: newID(), omission: omission, further: further, now: now)
    } catch {
      throw error.leaving(trace, accountID: nil)
    }
    if account.consent.guardian == .pending { try requireGuardianCanBeAsked(account, rows) }
    return account
  }

  /// Writes somebody who was admitted, with what they agreed to, and asks their guardian where one has to agree.
  public func enrol(_ account: Account, _ call: Call, _ rows: Transaction) throws(Problem) {
    try insert(account, call, rows)
    try recordConsent(of: account, since: nil, call, rows)
  }

  /// Writes a new account.
  private func insert(_ account: Account, _ call: Call, _ rows: Transaction) throws(Problem) {
    try rows.insert(account)
    try audit(call, "account.created", account: account.id, rows)
    let data: JSON = .object([
      "accountId": JSON(account.id), "email": account.email.map { JSON($0.text) } ?? .null, "role": JSON(account.role),
    ])
    try announce(.accountCreated, of: account.id, data, rows)
  }

  /// What a person says about an account that is there, at a sign-in or to complete it. Nothing is written yet.
  /// - Parameters:
  ///   - identity: what they have just shown, whose address is theirs as well.
  ///   - others: what else they change, and the rules that breaks.
  /// - Throws: the rules that are broken.
  func account(
    _ known: Account, stating statement: Statement, identity: Identity? = nil, device: Device? = nil,
    _ rows: Transaction, others: (inout Account) -> [Problem.Field] = { _ in [] }
  ) throws(Problem) -> Account {
    var account = known
    let wrong = others(&account)
    if statement.isEmpty {
      guard wrong.isEmpty else { throw .broken(wrong) }
      return account
    }
    var trace = UnderageTrace(email: known.email, identity: identity, device: device)
    if statement.birthDate != nil, known.birthDate == nil {
      // Whatever they sign in with is what they would come back with.
      trace.add(try rows.identities(of: known.id))
      try requireNotRefusedForAge(trace, rows)
    }
    let own = [known.email, identity?.email].compactMap { $0 }
    let broken = wrong + policy.apply(statement, to: &account, ownAddresses: own, on: now)
    guard broken.isEmpty else { throw Problem.broken(broken).leaving(trace, accountID: known.id) }
    if isAsking(account, since: known) { try requireGuardianCanBeAsked(account, rows) }
    return account
  }

  /// Writes what a person has said with `account(_:stating:)`.
  func write(_ account: Account, statedSince known: Account, _ call: Call, _ rows: Transaction) throws(Problem) {
    guard account.consent != known.consent || account.birthDate != known.birthDate else { return }
    try rows.updateConsent(of: account, at: now)
    try recordConsent(of: account, since: known, call, rows)
  }

  /// The state of an account and what it is missing: two members of every result that has an account.
  func standing(of account: Account) -> Standing { policy.standing(of: account, on: now) }

  private func isAsking(_ account: Account, since known: Account?) -> Bool {
    account.consent.guardian == .pending
      && (known?.consent.guardian != .pending || known?.consent.guardianEmail != account.consent.guardianEmail
        || known?.consent.guardianAt != account.consent.guardianAt)
  }

  /// Keeps the history of what was agreed to, audits it, and asks the guardian.
  private func recordConsent(
    of account: Account, since known: Account?, _ call: Call, _ rows: Transaction
  ) throws(Problem) {
    let consent = account.consent
    let hasAgreed = consent.version != nil && consent.version != known?.consent.version
    let hasAged = account.birthDate != nil && account.birthDate != known?.birthDate
    let hasNamed = consent.guardianEmail != nil && consent.guardianEmail != known?.consent.guardianEmail
    if hasAgreed || hasAged || hasNamed {
      try rows.insertConsent(
        version: consent.version ?? "", birthDate: account.birthDate?.text, guardianEmail: consent.guardianEmail,
        of: account.id, at: now)
    }
    if hasAgreed { try audit(call, "account.consented", account: account.id, rows) }
    if isAsking(account, since: known) { try askGuardian(of: account, call, rows) }
  }
}
