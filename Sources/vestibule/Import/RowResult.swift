// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

/// What is decided about one row.
struct RowResult {
  var result: ImportOutcome.Result
  var reasons: [Reason] = []
  var accountID: String?

  static func skipped(_ reason: Reason) -> RowResult { RowResult(result: .skipped, reasons: [reason]) }
}

extension Importer {
  /// Decides about a person and stores the result.
  func importPerson(_ person: Person, _ decision: Decision) throws(Problem) -> RowResult {
    if let known = try decision.transaction.imports.find(source: source, externalID: person.externalID) {
      // Another process may have imported the row in the meantime.
      guard known.fingerprint != person.fingerprint.text else {
        return RowResult(result: .unchanged, accountID: known.accountID)
      }
      if try isOfAnother(known, person, decision) { return .skipped(.idOfAnother) }
      return try update(known, with: person, decision)
    }
    switch try owner(of: person, decision) {
    case .noAccount: return try create(person, decision)
    case .account(let account): return try link(person, to: account, decision)
    case .unproven(let reason): return .skipped(reason)
    }
  }

  /// Whether a row with a known id describes another person: neither its address nor one of its identities is the
  /// account's. Two systems with the same ids, imported under one name, have such rows.
  private func isOfAnother(_ row: ImportedRow, _ person: Person, _ decision: Decision) throws(Problem) -> Bool {
    // The address was changed here, and the row still has the one with which it was imported.
    if Fingerprint(text: row.fingerprint)[.otherContent] == person.fingerprint[.otherContent] { return false }
    guard let account = try decision.transaction.accounts.find(id: row.accountID), account.status != .deleting else {
      return false
    }
    if let email = person.email, email.key == account.email?.key { return false }
    for identity in person.identities {
      let owner = try decision.transaction.accounts.find(issuer: identity.issuer, subject: identity.subject)
      if owner?.id == account.id { return false }
    }
    return true
  }

  private enum Owner {
    case noAccount
    case account(Account)
    /// Another account has the address, but nothing proves that it belongs to the same person.
    case unproven(Reason)
  }

  /// The account that belongs to the person already: by an identity, or by an address that both have verified.
  private func owner(of person: Person, _ decision: Decision) throws(Problem) -> Owner {
    var owners: [Account] = []
    for identity in person.identities {
      guard let owner = try decision.transaction.accounts.find(issuer: identity.issuer, subject: identity.subject)
      else { continue }
      if !owners.contains(where: { $0.id == owner.id }) { owners.append(owner) }
    }
    guard owners.count <= 1 else { return .unproven(.accountsDiffer) }
    if let owner = owners.first { return .account(owner) }
    guard let email = person.email else { return .noAccount }
    if let owner = try decision.transaction.accounts.find(email: email) {
      // A guardian keeps the address of a child's closed account taken.
      guard person.emailVerified, owner.hasProven(email) else { return .unproven(.emailInUse) }
      // The mailbox may have got another owner.
      for identity in person.identities
      where try decision.transaction.identities.hasIdentity(owner.id, of: identity.issuer) {
        return .unproven(.providerAlreadyLinked)
      }
      return .account(owner)
    }
    // An unverified address does not prevent a verified one.
    if person.emailVerified { return .noAccount }
    return try decision.transaction.passwords.find(email: email) == nil ? .noAccount : .unproven(.emailInUse)
  }

  private func create(_ person: Person, _ decision: Decision) throws(Problem) -> RowResult {
    var result = RowResult(result: .created)
    var applicant = Applicant(person, decision.policy)
    applicant.username = try freeUsername(of: person, nil, &result, decision)
    let admitted: Account
    do throws(Problem) {
      admitted = try decision.admission.admitted(
        applicant, omission: .allowed, identity: person.identities.first
      )
    } catch {
      guard let reason = Reason(refusal: error) else { throw error }
      return .skipped(reason)
    }
    // The last sign-in stays empty: it was in another system, and the first sign-in here does not send a mail about a
    // new device.
    var account = admitted
    account.status = person.isDisabled ? .disabled : .active
    account.createdAt = person.createdAt ?? decision.now
    account.externalID = person.ownID
    account.profile = account.profile.merging(person.profile)
    try decision.admission.endingClaims(againstNew: account) { () throws(Problem) in
      try decision.transaction.accounts.insert(account)
    }
    for identity in person.identities {
      try decision.transaction.identities.insert(identity, of: account.id, at: decision.now)
    }
    if let email = person.email, let hash = person.passwordHash ?? (person.needsReset ? PasswordHasher.unknown : nil) {
      try setImported(hash, of: account, email: email, decision)
    }
    try decision.audit(.accountImported, account: account.id)
    try acceptPending(account, decision)
    try remember(person, as: account, decision)
    result.accountID = account.id
    return result
  }

  /// The user name of a row, unless another account has it.
  /// - Parameter account: the account of the person; nil for a new one.
  private func freeUsername(
    of person: Person, _ account: Account?, _ result: inout RowResult, _ decision: Decision
  ) throws(Problem) -> String? {
    guard let name = person.username else { return nil }
    guard let owner = try decision.transaction.accounts.find(username: name), owner.id != account?.id else {
      return name
    }
    result.reasons.append(.usernameInUse)
    return nil
  }

  private func link(_ person: Person, to account: Account, _ decision: Decision) throws(Problem) -> RowResult {
    if account.status == .deleting { return .skipped(.deleted) }
    var result = RowResult(result: .linked, accountID: account.id)
    var changed = account
    changed.externalID = account.externalID ?? person.ownID
    // Existing values of the account stay.
    changed.profile = person.profile.merging(account.profile)
    if account.username == nil { changed.username = try freeUsername(of: person, account, &result, decision) }
    if changed != account {
      try decision.transaction.accounts.update(changed, at: decision.now)
      if changed.username != account.username || changed.profile != account.profile {
        try decision.audit(.accountUpdated, account: account.id)
      }
    }
    if try addMissing(of: person, to: account, replacing: "", &result, decision),
      let now = try decision.transaction.accounts.find(id: account.id)
    {
      try acceptPending(now, decision)
    }
    try remember(person, as: account, decision)
    return result
  }

  /// Stores the values that have changed in the source since the last import, unless they were changed here too.
  private func update(_ row: ImportedRow, with person: Person, _ decision: Decision) throws(Problem) -> RowResult {
    guard let account = try decision.transaction.accounts.find(id: row.accountID) else {
      throw .bug("an imported account is gone")
    }
    // Only its owner or an operator restores it.
    if account.status == .deleting { return .skipped(.deleted) }
    var changes = RowChanges(from: Fingerprint(text: row.fingerprint), to: person.fingerprint)
    var changed = account
    // A value that the source no longer has stays.
    changed.displayName = changes.value(.displayName, person.displayName, insteadOf: account.displayName) ?? ""
    changed.phone = changes.value(.phone, person.phone, insteadOf: account.phone)
    changed.photoURL = changes.value(.photoURL, person.photoURL, insteadOf: account.photoURL)
    changed.locale = changes.value(.locale, person.locale, insteadOf: account.locale) ?? account.locale
    let known = account.profile.only(person.profile)
    if changes.value(.profile, person.profile.only(person.profile), insteadOf: known) != known {
      changed.profile = account.profile.merging(person.profile)
    }
    let status = account.status == .disabled ? "disabled" : "active"
    if changes.value(.status, person.isDisabled ? "disabled" : "active", insteadOf: status) != status {
      changed.status = person.isDisabled ? .disabled : .active
    }

    var result = RowResult(result: .unchanged, accountID: account.id)
    let username = changes.value(.username, person.username, insteadOf: account.username)
    if username != account.username, let name = try freeUsername(of: person, account, &result, decision) {
      changed.username = name
    }
    if changes.hasKept { result.reasons.append(.changedHere) }
    if changed != account {
      try decision.transaction.accounts.update(changed, at: decision.now)
      if changed.status != account.status {
        try decision.transaction.accounts.setStatus(changed.status, of: account.id)
        if changed.status == .disabled { try endSessions(of: account, decision) }
      }
      try decision.audit(.accountUpdated, account: account.id)
      result.result = .updated
    }
    let replaced = changes.replacedPassword
    if try addMissing(of: person, to: account, replacing: replaced, &result, decision) {
      if let now = try decision.transaction.accounts.find(id: account.id) { try acceptPending(now, decision) }
      result.result = .updated
    }
    try remember(person, changes.fingerprint, as: account, decision)
    return result
  }

  /// Adds sign-in methods and the verification of the address to an account. Its address and role stay.
  /// - Parameter replaced: the fingerprint of the password that the row's password may replace; empty if there was
  ///   none, and nil if none may be replaced.
  /// - Returns: whether anything was written.
  private func addMissing(
    of person: Person, to account: Account, replacing replaced: Substring?, _ result: inout RowResult,
    _ decision: Decision
  ) throws(Problem) -> Bool {
    var hasWritten = false
    if try isFirstProof(person, account, decision) {
      try proveAddress(of: account, with: person, decision)
      return true
    }
    for identity in person.identities {
      let owner = try decision.transaction.accounts.find(issuer: identity.issuer, subject: identity.subject)
      if let owner, owner.id != account.id { result.reasons.append(.accountsDiffer) }
      guard owner == nil else { continue }
      guard try !decision.transaction.identities.hasIdentity(account.id, of: identity.issuer) else {
        result.reasons.append(.providerAlreadyLinked)
        continue
      }
      try decision.transaction.identities.insert(identity, of: account.id, at: decision.now)
      try decision.outbox.notify(account, of: .providerAdded(identity.method))
      try decision.audit(.accountProviderAdded, account: account.id)
      hasWritten = true
    }
    if person.role ?? decision.policy.roles.legacy != account.role { result.reasons.append(.roleKept) }
    guard let email = person.email else { return hasWritten }
    guard email.key == account.email?.key else {
      result.reasons.append(.emailKept)
      return hasWritten
    }
    let passwordOwner = try decision.transaction.passwords.find(email: email)?.account.id
    guard passwordOwner == nil || passwordOwner == account.id else {
      result.reasons.append(.emailInUse)
      return hasWritten
    }
    if person.emailVerified, !account.emailVerified {
      result.reasons.append(.emailInUse)
      return hasWritten
    }
    if let hash = person.passwordHash, let replaced {
      let known = try decision.transaction.passwords.hash(of: account.id)
      let isImported = Fingerprint.part(known == PasswordHasher.unknown ? nil : known) == replaced
      if isImported {
        try setImported(hash, of: account, email: email, decision)
        try decision.audit(.accountPasswordImported, account: account.id)
        hasWritten = true
      } else if known != hash {
        result.reasons.append(.passwordKept)
      }
    }
    return hasWritten
  }

  /// Whether the row verifies the unverified address of an account.
  private func isFirstProof(_ person: Person, _ account: Account, _ decision: Decision) throws(Problem) -> Bool {
    guard let email = person.email, person.emailVerified, !account.emailVerified, email.key == account.email?.key else {
      return false
    }
    let passwordOwner = try decision.transaction.passwords.find(email: email)?.account.id
    guard passwordOwner == nil || passwordOwner == account.id else { return false }
    return try decision.transaction.accounts.find(email: email) == nil
  }

  /// Ends the existing sign-in methods and sessions, and adds those of the row.
  private func proveAddress(of known: Account, with person: Person, _ decision: Decision) throws(Problem) {
    // The row led to the account before.
    let identity = person.identities.first
    let proof = FirstProofRules.Proof.identity(issuer: identity?.issuer ?? "", subject: identity?.subject ?? "")
    let account = known.proven(by: proof, at: decision.now)
    try decision.audit(.accountEmailVerified, account: account.id)
    try decision.admission.proveAddress(of: account, by: proof)
    for identity in person.identities
    where try decision.transaction.accounts.find(issuer: identity.issuer, subject: identity.subject) == nil {
      try decision.transaction.identities.insert(identity, of: account.id, at: decision.now)
    }
    guard let email = person.email, let hash = person.passwordHash else { return }
    try setImported(hash, of: account, email: email, decision)
  }

  /// Accepts the pending invitations to an account's verified address.
  private func acceptPending(_ account: Account, _ decision: Decision) throws(Problem) {
    guard account.emailVerified, account.status == .active, account.role == decision.policy.roles.invitee else {
      return
    }
    try decision.invitations.acceptWaiting(for: account)
  }

  /// Ends the sessions of a person whom the source has disabled.
  private func endSessions(of account: Account, _ decision: Decision) throws(Problem) {
    try decision.transaction.sessions.revoke(of: account.id, except: "", as: .endedByOperator, at: decision.now)
    try decision.endFlowCodes(of: account.id)
  }

  private func setImported(
    _ hash: String, of account: Account, email: EmailAddress, _ decision: Decision
  ) throws(Problem) {
    try decision.transaction.passwords.set(
      hash, importedCost: PasswordHasher.importedCost(of: hash), of: account.id, email: email, at: decision.now)
  }

  /// - Parameter fingerprint: nil for that of the row.
  private func remember(
    _ person: Person, _ fingerprint: Fingerprint? = nil, as account: Account, _ decision: Decision
  ) throws(Problem) {
    let text = (fingerprint ?? person.fingerprint).text
    try decision.transaction.imports.remember(
      ImportedRow(source: source, externalID: person.externalID, accountID: account.id, fingerprint: text))
  }
}

extension Applicant {
  /// A person from a row. The operator gives the role.
  fileprivate init(_ person: Person, _ policy: Policy) {
    self.init(
      entry: .given(role: person.role ?? ""), method: person.identities.first.map { SignInMethod($0.provider) },
      email: person.email, emailVerified: person.emailVerified, displayName: person.displayName,
      photoURL: person.photoURL, phone: policy.profile.phoneNumber(person.phone), locale: person.locale)
  }
}

extension Reason {
  /// The reason for a refused admission; nil for other problems.
  fileprivate init?(refusal problem: Problem) {
    switch problem.code {
    case .emailDomainNotAllowed: self = .domainNotAllowed
    case .underageUser: self = .underage
    default: return nil
    }
  }
}
