// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

extension RowDecision {
  /// Gives an account that was made here what it lacks of the row.
  mutating func link(to account: Account) throws(Problem) -> RowResult {
    if account.status == .deleting { return skipped(.deleted) }
    var changed = account
    changed.externalID = account.externalID ?? person.ownID
    // Existing values of the account stay.
    changed.profile = person.profile.merging(account.profile)
    if account.username == nil { changed.username = try freeUsername(for: account) }
    if changed != account {
      try decision.tables.accounts.update(changed, at: decision.now)
      if changed.username != account.username || changed.profile != account.profile {
        try decision.audit(.accountUpdated, account: account.id)
      }
    }
    try addMissingAndAccept(account, replacing: "")
    try remember(account)
    return RowResult(outcome: .linked, reasons: reasons, accountID: account.id)
  }

  /// Stores the values that have changed in the source since the last import, unless they were changed here too.
  mutating func update(_ row: ImportedRow) throws(Problem) -> RowResult {
    guard let account = try decision.tables.accounts.find(id: row.accountID) else {
      throw .bug("an imported account is gone")
    }
    // Only its owner or an operator restores it.
    if account.status == .deleting { return skipped(.deleted) }
    var changes = RowChanges(from: Fingerprint(text: row.fingerprint), to: person.fingerprint)
    let changed = try merged(account, &changes)
    if changes.hasKept { reasons.append(.changedHere) }
    if changed != account { try replace(account, by: changed) }
    let hasAdded = try addMissingAndAccept(account, replacing: changes.replacedPassword)
    try remember(account, changes.fingerprint)
    let hasChanged = changed != account || hasAdded
    return RowResult(outcome: hasChanged ? .updated : .unchanged, reasons: reasons, accountID: account.id)
  }

  /// The account with the row's changes. A value that the source no longer has stays.
  private mutating func merged(_ account: Account, _ changes: inout RowChanges) throws(Problem) -> Account {
    var changed = account
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
    let username = changes.value(.username, person.username, insteadOf: account.username)
    if username != account.username, let name = try freeUsername(for: account) { changed.username = name }
    return changed
  }

  private func replace(_ account: Account, by changed: Account) throws(Problem) {
    try decision.tables.accounts.update(changed, at: decision.now)
    if changed.status != account.status {
      try decision.tables.accounts.setStatus(changed.status, of: account.id)
      if changed.status == .disabled { try decision.sessions.endAll(of: account.id, as: .endedByOperator) }
    }
    try decision.audit(.accountUpdated, account: account.id)
  }

  /// Adds what ``addMissing(to:replacing:)`` adds, and accepts the invitations that the account may accept then.
  /// - Returns: whether anything was written.
  @discardableResult
  private mutating func addMissingAndAccept(
    _ account: Account, replacing replaced: Substring?
  ) throws(Problem) -> Bool {
    guard try addMissing(to: account, replacing: replaced) else { return false }
    if let now = try decision.tables.accounts.find(id: account.id) { try acceptPending(now) }
    return true
  }
}
