// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Account {
  /// The account after the first proof of its address. Nothing is written; `FirstProofRules` says what becomes of each
  /// value, and `proveAddress` stores it.
  package func proven(by proof: FirstProofRules.Proof, at now: Timestamp) -> Account {
    var account = self
    (account.emailVerified, account.emailProvenAt, account.otherAddresses) = (true, now, [])
    // The factors belong to the creator of the account, who may be somebody else.
    (account.factors, account.username, account.branding) = (0, nil, nil)
    (account.birthDate, account.consent) = (nil, Consent())
    guard proof == .codeAlone else { return account }
    (account.photoURL, account.phone, account.locale, account.timeZone, account.profile) = (nil, nil, nil, nil, [:])
    return account
  }

  /// The account after the first proof of its address by a code alone. The role is asked anew if people may sign up in
  /// another one.
  func provenByCode(_ policy: Policy, at now: Timestamp) -> Account {
    var account = proven(by: .codeAlone, at: now)
    account.asksRole = policy.roles.signUp.contains { $0 != role }
    return account
  }
}

extension Admission {
  /// Stores the first proof of the address of an account that stays. Its creator may be somebody else, and loses all
  /// access to it.
  /// - Parameters:
  ///   - account: the account as `proven` returns it.
  ///   - tells: whether the owner gets a mail about it. A reset sends its own.
  package func proveAddress(of account: Account, by proof: FirstProofRules.Proof, tells: Bool = true) throws(Problem) {
    guard let email = account.email else { throw .bug("the account whose address is proven has no address") }
    try decision.sessions.endFlowCodes(of: account.id)
    try decision.appleTokens.revokeTokens(
      try decision.tables.firstProofs.apply(to: account.id, by: proof, at: decision.now))
    try decision.tables.accounts.markVerified(email, of: account.id, at: decision.now)
    if account.asksRole { try decision.tables.firstProofs.askForRole(of: account.id) }
    try endClaims(to: email, exceptOf: account.id)
    try decision.addresses.giveAddress(email, toRecordsOf: account)
    try decision.audit(.accountAddressProven, account: account.id)
    if tells { try decision.outbox.queueNotice(.addressProven, to: account, NoDetails()) }
  }

  /// Ends the accounts that only claim an address, because another account has proven it. They lose the address and
  /// their sessions at once, and the next sweep erases them, unless they have proven another address. An account that
  /// an operator or a guardian has disabled only loses the address.
  /// - Returns: whether there was such an account.
  @discardableResult
  func endClaims(to email: EmailAddress, exceptOf accountID: String) throws(Problem) -> Bool {
    var hasEnded = false
    var claimants: [String]
    repeat {
      // The account itself does not claim the address any more, or is the only one left.
      claimants = try decision.tables.accounts.claimants(of: email).filter { $0 != accountID }
      try end(claimants, provenBy: accountID)
      hasEnded = hasEnded || !claimants.isEmpty
    } while claimants.count >= AccountTable.maximumClaimants - 1
    return hasEnded
  }

  private func end(_ claimants: [String], provenBy accountID: String) throws(Problem) {
    for id in claimants {
      guard let claimant = try decision.tables.accounts.find(id: id) else {
        throw .bug("an account that claims an address is gone")
      }
      try decision.tables.accountCodes.removeAllOfAddress(of: claimant.id)
      try decision.sessions.endAll(of: claimant.id, as: .addressClaimed)
      if let own = claimant.otherAddresses.min(by: { $0.provenAt < $1.provenAt }) {
        try removeClaim(of: claimant, keeping: own)
        continue
      }
      try decision.tables.addresses.removeClaim(of: claimant.id, at: decision.now)
      if claimant.status != .disabled {
        // Their owner may come back with them, to a new account.
        try decision.appleTokens.revokeTokens(
          try decision.tables.accounts.removeIdentities(of: claimant.id, except: nil))
        var ended = claimant
        (ended.email, ended.closedFor) = (nil, .claim)
        try decision.tables.accounts.beginDeletion(of: ended, until: decision.now, at: decision.now)
      }
      try decision.audit(.accountClaimEnded, account: claimant.id, byOther: true)
      try decision.audit(.accountAddressProven, account: accountID, subject: claimant.id)
    }
  }

  /// An account that has proven another address is somebody's: it loses only the one that it claims.
  private func removeClaim(of claimant: Account, keeping own: ProvenAddress) throws(Problem) {
    guard let claimed = claimant.email else { throw .bug("an account that claims an address has none") }
    let account = try decision.addresses.makePrimary(own.email, of: claimant)
    try decision.audit(.accountAddressLost, account: account.id, byOther: true)
    try decision.outbox.queueNotice(.addressMoved, to: account, MovedAddress(claimed, isLost: true))
  }

  /// Stores a new account. If its address is proven from its beginning, the accounts that only claim it end, and its
  /// owner is told of them. They are read before anything is written, so that they can be prefetched.
  package func storeEndingClaims(againstNew account: Account, store: () throws(Problem) -> Void) throws(Problem) {
    let email = account.emailVerified ? account.email : nil
    let claimants = if let email { try decision.tables.accounts.claimants(of: email) } else { [String]() }
    try store()
    guard let email, !claimants.isEmpty else { return }
    try end(claimants, provenBy: account.id)
    if claimants.count == AccountTable.maximumClaimants { try endClaims(to: email, exceptOf: account.id) }
    try decision.outbox.queueNotice(.addressProven, to: account, NoDetails())
  }
}
