// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

/// What became of one row.
struct RowResult {
  var outcome: ImportOutcome.Result
  var reasons: [Reason] = []
  var accountID: String?
}

/// The decision about one row: which account its person has, and what of the row that account gets.
struct RowDecision {
  /// The name of the source.
  let source: String
  let person: Person
  let decision: Decision
  /// Why values of the row are not stored.
  var reasons: [Reason] = []

  init(_ person: Person, from source: String, _ decision: Decision) {
    (self.source, self.person, self.decision) = (source, person, decision)
  }

  /// Stores the person.
  mutating func stored() throws(Problem) -> RowResult {
    if let known = try decision.tables.imports.find(source: source, externalID: person.externalID) {
      // Another process may have imported the row in the meantime.
      guard known.fingerprint != person.fingerprint.text else {
        return RowResult(outcome: .unchanged, accountID: known.accountID)
      }
      return try isOfAnother(known) ? skipped(.idOfAnother) : update(known)
    }
    switch try owner() {
    case .noAccount: return try create()
    case .account(let account): return try link(to: account)
    case .unproven(let reason): return skipped(reason)
    }
  }

  func skipped(_ reason: Reason) -> RowResult { RowResult(outcome: .skipped, reasons: [reason]) }

  /// Whether a row with a known id describes another person: neither its address nor one of its identities is the
  /// account's. Two systems with the same ids, imported under one name, have such rows.
  private func isOfAnother(_ row: ImportedRow) throws(Problem) -> Bool {
    // The address was changed here, and the row still has the one with which it was imported.
    if Fingerprint(text: row.fingerprint)[.otherContent] == person.fingerprint[.otherContent] { return false }
    guard let account = try decision.tables.accounts.find(id: row.accountID), account.status != .deleting else {
      return false
    }
    if let email = person.email, email.key == account.email?.key { return false }
    for identity in person.identities where try accountID(with: identity) == account.id { return false }
    return true
  }

  private enum Owner {
    case noAccount
    case account(Account)
    /// Another account has the address, but nothing proves that it belongs to the same person.
    case unproven(Reason)
  }

  /// The account that belongs to the person already: by an identity, or by an address that both have verified.
  private func owner() throws(Problem) -> Owner {
    var owners: [Account] = []
    for identity in person.identities {
      guard let owner = try decision.tables.accounts.find(issuer: identity.issuer, subject: identity.subject)
      else { continue }
      if !owners.contains(where: { $0.id == owner.id }) { owners.append(owner) }
    }
    guard owners.count <= 1 else { return .unproven(.accountsDiffer) }
    if let owner = owners.first { return .account(owner) }
    guard let email = person.email else { return .noAccount }
    if let owner = try decision.tables.accounts.find(email: email) {
      // A guardian keeps the address of a child's closed account taken.
      guard person.emailVerified, owner.hasProven(email) else { return .unproven(.emailInUse) }
      // The mailbox may have got another owner.
      for identity in person.identities
      where try decision.tables.identities.hasIdentity(owner.id, of: identity.issuer) {
        return .unproven(.providerAlreadyLinked)
      }
      return .account(owner)
    }
    // An unverified address does not prevent a verified one.
    if person.emailVerified { return .noAccount }
    return try decision.tables.passwords.find(email: email) == nil ? .noAccount : .unproven(.emailInUse)
  }

  func accountID(with identity: Identity) throws(Problem) -> String? {
    try decision.tables.accounts.find(issuer: identity.issuer, subject: identity.subject)?.id
  }

  /// The user name of the row, unless another account has it.
  /// - Parameter account: the account of the person; nil for a new one.
  mutating func freeUsername(for account: Account?) throws(Problem) -> String? {
    guard let name = person.username else { return nil }
    guard let owner = try decision.tables.accounts.find(username: name), owner.id != account?.id else {
      return name
    }
    reasons.append(.usernameInUse)
    return nil
  }

  /// Accepts the pending invitations to an account's verified address.
  /// - Parameter isNew: whether the row has just made the account.
  func acceptPending(_ account: Account, isNew: Bool = false) throws(Problem) {
    guard account.emailVerified, account.status == .active else { return }
    try decision.invitations.acceptWaiting(for: account, isNew: isNew)
  }

  /// Remembers the row, by which the next import recognises it.
  /// - Parameter fingerprint: nil for that of the row.
  func remember(_ account: Account, _ fingerprint: Fingerprint? = nil) throws(Problem) {
    let text = (fingerprint ?? person.fingerprint).text
    try decision.tables.imports.remember(
      ImportedRow(source: source, externalID: person.externalID, accountID: account.id, fingerprint: text))
  }
}
