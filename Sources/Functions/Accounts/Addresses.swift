// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// How an account comes by an address that it has proven in addition to its primary one.
enum AddressOrigin {
  /// A sign-in or an invitation: it takes no address from another account.
  case passing
  /// The person asked for the address or linked the identity: it takes over another account's further address.
  case asked
}

/// Adds, changes and removes the addresses of accounts, in the transaction of a decision.
package struct Addresses {
  let decision: Decision

  /// The address to which the owner of an account wants to change, until it is confirmed; nil if there is none.
  package func pending(of account: Account) throws(Problem) -> EmailAddress? {
    try decision.tables.accountCodes.newest(of: account.id, for: .changeEmail, at: decision.now)?.email
  }

  /// Adds a proven address to an account. An account without an address gets it as its primary one. Claims of other
  /// accounts to it end; an account that had it in addition to its primary one loses it, and both owners are told.
  /// - Parameters:
  ///   - replacesClaim: whether it also becomes the primary address in place of one that is only claimed.
  ///   - owner: the account that has proven the address, as `canAdd` was told.
  /// - Returns: the account with the address.
  func add(_ email: EmailAddress, to known: Account, ownedBy owner: Account?, replacesClaim: Bool = false)
    throws(Problem) -> Account
  {
    if let owner, owner.id != known.id { try takeOver(email, from: owner, by: known) }
    try decision.admission.endClaims(to: email, exceptOf: known.id)
    var account = known
    if known.emailVerified || known.email != nil && !replacesClaim {
      let address = ProvenAddress(email: email, provenAt: decision.now)
      try decision.tables.addresses.insert(address, of: known.id)
      account.otherAddresses.append(address)
    } else {
      (account.email, account.emailVerified, account.emailProvenAt) = (email, true, decision.now)
      try decision.tables.accounts.changeEmail(to: email, of: account, at: decision.now)
    }
    try decision.audit(.accountAddressAdded, account: known.id)
    return account
  }

  /// Stores that the account's own code has proven its primary address: the person who has both says that the account
  /// is theirs, so what it holds stays.
  func confirmPrimary(_ email: EmailAddress, of known: Account) throws(Problem) -> Account {
    try decision.admission.endClaims(to: email, exceptOf: known.id)
    try decision.tables.accounts.markVerified(email, of: known.id, at: decision.now)
    try decision.tables.accountCodes.removeAll(of: known.id, for: .verifyEmail)
    try decision.audit(.accountEmailVerified, account: known.id)
    try giveAddress(email, toRecordsOf: known)
    var account = known.confirmed(at: decision.now)
    account.email = email
    return account
  }

  /// The records of a person who joined before the address was proven get it, so that the person is not invited again.
  func giveAddress(_ email: EmailAddress, toRecordsOf account: Account) throws(Problem) {
    for record in try decision.tables.clients.withoutAddress(ofAccount: account.id) {
      guard try decision.tables.clients.find(of: record.teamID, email: email) == nil else { continue }
      var known = record
      known.email = email
      try decision.tables.clients.update(known)
    }
  }

  /// Changes the primary address of an account to one that a mailed code has just proven. The former one is removed,
  /// because the person may have lost that mailbox. If a linked identity has it as its verified address, it stays next
  /// to the new one: otherwise another provider's identity with that address would open a second account.
  func change(to email: EmailAddress, _ known: Account) throws(Problem) -> Account {
    if let owner = try decision.tables.accounts.find(email: email) {
      if owner.id == known.id { return try makePrimary(email, of: known) }
      try takeOver(email, from: owner, by: known)
    }
    var account = known
    (account.email, account.emailVerified, account.emailProvenAt) = (email, true, decision.now)
    let kept = try former(of: known)
    try decision.tables.accounts.changeEmail(to: email, of: account, at: decision.now)
    if let kept {
      try decision.tables.addresses.insert(kept, of: known.id)
      account.otherAddresses.append(kept)
    }
    try giveAddress(email, toRecordsOf: account)
    return account
  }

  /// The proven primary address of an account, if it stays when another one replaces it.
  private func former(of account: Account) throws(Problem) -> ProvenAddress? {
    guard let primary = account.provenPrimary, account.addresses.count < Account.maximumAddresses,
      try decision.tables.identities.all(of: account.id).contains(where: {
        $0.emailVerified && $0.email?.key == primary.email.key
      })
    else { return nil }
    return primary
  }

  private func takeOver(_ email: EmailAddress, from owner: Account, by account: Account) throws(Problem) {
    try decision.tables.addresses.removeOther(email)
    try decision.audit(.accountAddressLost, account: owner.id, byOther: true)
    try decision.outbox.queueNotice(.addressMoved, to: owner, MovedAddress(email, isLost: true))
    try decision.outbox.queueNotice(.addressMoved, to: account, MovedAddress(email, isLost: false))
  }

  /// Makes a proven address of an account its primary one. The former primary address stays next to it.
  /// - Returns: the account after the change.
  func makePrimary(_ email: EmailAddress, of known: Account) throws(Problem) -> Account {
    guard let index = known.otherAddresses.firstIndex(where: { $0.email.key == email.key }) else { return known }
    var account = known
    let promoted = account.otherAddresses.remove(at: index)
    try decision.tables.addresses.removeOther(promoted.email)
    (account.email, account.emailVerified, account.emailProvenAt) = (promoted.email, true, promoted.provenAt)
    try decision.tables.accounts.changeEmail(to: promoted.email, of: account, at: decision.now)
    if let former = known.provenPrimary {
      try decision.tables.addresses.insert(former, of: known.id)
      account.otherAddresses.append(former)
    }
    try decision.audit(.accountEmailChanged, account: known.id)
    return account
  }

  /// Gives up an address that an account has in addition to its primary one.
  func remove(_ email: EmailAddress, from known: Account) throws(Problem) -> Account {
    guard let index = known.otherAddresses.firstIndex(where: { $0.email.key == email.key }) else { return known }
    var account = known
    account.otherAddresses.remove(at: index)
    try decision.tables.addresses.removeOther(email)
    // The owner of that mailbox must not be able to act on the account any more.
    try decision.tables.accountCodes.removeAll(of: known.id, for: .notMe, mailedTo: email)
    try decision.audit(.accountAddressRemoved, account: known.id)
    return account
  }

  /// Whether an account can get an address in addition to those that it has. Nothing is written.
  /// - Parameter owner: the account that has proven the address; nil if none has.
  func canAdd(_ email: EmailAddress, to account: Account, ownedBy owner: Account?, by origin: AddressOrigin) -> Bool {
    guard !account.hasProven(email), account.addresses.count < Account.maximumAddresses,
      decision.policy.wrongOwnAddress(email, of: account, on: decision.now).isEmpty
    else { return false }
    guard let owner else { return true }
    return origin == .asked && owner.id != account.id && owner.email?.key != email.key
  }
}

extension Account {
  /// The account after its own code has proven its address. Nothing is written.
  func confirmed(at now: Timestamp) -> Account {
    var account = self
    (account.emailVerified, account.emailProvenAt) = (true, now)
    return account
  }
}
