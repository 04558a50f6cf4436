// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Account {
  /// The account after the first proof of its address. Nothing is written; `FirstProofTable` says what becomes of each
  /// value, and `proveAddress` stores it.
  package func proven(by proof: FirstProofTable.Proof, at now: Timestamp) -> Account {
    var account = self
    (account.emailVerified, account.emailProvenAt, account.otherAddresses) = (true, now, [])
    // The factors were those of whoever created the account.
    (account.factors, account.username, account.branding) = (0, nil, nil)
    (account.birthDate, account.consent) = (nil, Consent())
    guard proof == .codeAlone else { return account }
    (account.photoURL, account.phone, account.locale, account.profile) = (nil, nil, nil, [:])
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

extension Environment {
  /// Stores the first proof of the address of an account that stays. Whoever created it may be somebody else, and loses
  /// every hold on it.
  /// - Parameters:
  ///   - account: the account as `proven` returns it.
  ///   - tells: whether the owner gets a mail about it. A reset sends its own.
  package func proveAddress(
    of account: Account, by proof: FirstProofTable.Proof, tells: Bool = true, _ call: Call, _ rows: Transaction
  ) throws(Problem) {
    guard let email = account.email else { throw .bug("the account whose address is proven has no address") }
    try revokeTokens(try rows.firstProofs.apply(to: account.id, by: proof, at: now), rows)
    try rows.accounts.markVerified(email, of: account.id, at: now)
    if account.asksRole { try rows.firstProofs.askForRole(of: account.id) }
    try endClaims(to: email, exceptOf: account.id, call, rows)
    try audit(call, .accountAddressProven, account: account.id, rows)
    if tells { try queueNotice(.addressProven, to: account, [:], rows) }
  }

  /// Ends the accounts that only claim an address, because another account has proven it. They lose the address and
  /// their sessions at once, and the next sweep erases them. An account that an operator or a guardian has disabled only
  /// loses the address.
  /// - Returns: whether there was such an account.
  @discardableResult
  func endClaims(
    to email: EmailAddress, exceptOf accountID: String, _ call: Call, _ rows: Transaction
  ) throws(Problem) -> Bool {
    var hasEnded = false
    var claimants: [String]
    repeat {
      // The account itself does not claim the address any more, or is the only one left.
      claimants = try rows.accounts.claimants(of: email).filter { $0 != accountID }
      try end(claimants, provenBy: accountID, call, rows)
      hasEnded = hasEnded || !claimants.isEmpty
    } while claimants.count >= AccountTable.maximumClaimants - 1
    return hasEnded
  }

  private func end(
    _ claimants: [String], provenBy accountID: String, _ call: Call, _ rows: Transaction
  ) throws(Problem) {
    for id in claimants {
      guard let claimant = try rows.accounts.find(id: id) else {
        throw .bug("an account that claims an address is gone")
      }
      try rows.addresses.removeClaim(of: claimant.id, at: now)
      for purpose in AccountCode.Purpose.ofAddress { try rows.accountCodes.removeAll(of: claimant.id, for: purpose) }
      try rows.sessions.revoke(of: claimant.id, keeping: 0, as: .addressClaimed, at: now)
      if claimant.status != .disabled {
        // Their owner may come back with them, to a new account.
        try revokeTokens(try rows.accounts.removeIdentities(of: claimant.id, except: nil), rows)
        var ended = claimant
        (ended.email, ended.closedFor) = (nil, .claim)
        try rows.accounts.beginDeletion(of: ended, until: now, at: now)
      }
      try audit(call, .accountPasswordSuperseded, account: claimant.id, rows)
      try audit(call, .accountAddressProven, account: accountID, subject: claimant.id, rows)
    }
  }

  /// Stores a new account. If its address is proven from its beginning, the accounts that only claim it end, and its
  /// owner is told of them. They are read before anything is written, so that they can be prefetched.
  package func endingClaims(
    againstNew account: Account, _ call: Call, _ rows: Transaction, store: () throws(Problem) -> Void
  ) throws(Problem) {
    let email = account.emailVerified ? account.email : nil
    let claimants = if let email { try rows.accounts.claimants(of: email) } else { [String]() }
    try store()
    guard let email, !claimants.isEmpty else { return }
    try end(claimants, provenBy: account.id, call, rows)
    if claimants.count == AccountTable.maximumClaimants { try endClaims(to: email, exceptOf: account.id, call, rows) }
    try queueNotice(.addressProven, to: account, [:], rows)
  }
}
