// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The deletion of an account, its restoration, and its end.
extension Environment {
  /// Starts the deletion of an account, or erases the account at once if there is no grace period.
  /// - Parameters:
  ///   - grace: how long the account can be restored; nil for what the policy says.
  ///   - isLeased: whether this process sends the mail itself.
  /// - Returns: the account that is being deleted, and the mail with the code that restores it; nil if it is erased.
  package func delete(
    _ known: Account, grace: Duration? = nil, isLeased: Bool, _ call: Call, _ rows: Transaction
  ) throws(Problem) -> (account: Account, mail: OutboxMessage?)? {
    let inviter = known.role == policy.roles.inviter ? known.id : nil
    let grace = grace ?? policy.deletion.grace
    guard grace > .zero else {
      try audit(call, .accountDeleted, account: known.id, inviter: inviter, rows)
      try erase(known, rows)
      return nil
    }
    var account = known
    account.status = .deleting
    account.updatedAt = now
    account.deletesAt = now + grace
    try rows.accounts.beginDeletion(of: account, until: now + grace, at: now)
    try rows.sessions.revoke(of: account.id, keeping: 0, as: .accountClosed, at: now)
    try audit(call, .accountDeletionRequested, account: account.id, inviter: inviter, rows)
    try notify(account, of: .deletionRequested, ["deletesAt": .string((now + grace).rfc3339)], by: call, rows)
    // The code opens the account, so only a verified address gets it. Other people restore it by signing in.
    guard let email = account.email, account.emailVerified else { return (account, nil) }
    try rows.accountCodes.removeAll(of: account.id, for: .restoreAccount)
    return (account, try queueCode(.restoreAccount, for: account, to: email, isLeased: isLeased, call, rows))
  }

  /// Stores the restoration of an account that is being deleted.
  /// - Parameter account: the account with the status that it has afterwards.
  package func storeRestoration(of account: Account, _ call: Call, _ rows: Transaction) throws(Problem) {
    try rows.accounts.setStatus(.active, of: account.id)
    try rows.accountCodes.removeAll(of: account.id, for: .restoreAccount)
    let inviter = account.role == policy.roles.inviter ? account.id : nil
    try audit(call, .accountRestored, account: account.id, inviter: inviter, rows)
    try notify(account, of: .restored, by: call, rows)
  }

  /// The account that the code of a deletion's mail restores, with the row of the code. Nothing is written.
  /// - Throws: `auth/code-invalid`, `auth/code-expired`, `auth/user-disabled`.
  package func accountToRestore(
    withCode code: String, _ rows: Transaction
  ) throws(Problem) -> (account: Account, code: AccountCode) {
    let (known, found) = try account(ofCode: code, [.restoreAccount], rows)
    return (try known.signingIn(at: now, restores: true), found)
  }

  /// Erases an account with its data, and what others keep about the person, as the policy says.
  /// - Parameter records: what happens to the inviters' records of the person; nil for what the policy says.
  package func erase(
    _ account: Account, records: Policy.DeletionRules.ClientRecords? = nil, _ rows: Transaction
  ) throws(Problem) {
    let refreshTokens = try rows.erasure.erase(
      account, records: records ?? policy.deletion.clientRecords, at: now
    ) { (text) throws(Problem) in
      try keyedHash(text, rows)
    }
    try revokeTokens(refreshTokens, rows)
  }
}
