// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The deletion of an account, its restoration, and its end.
package struct Deletions {
  let decision: Decision

  /// Starts the deletion of an account, or erases the account at once if there is no grace period.
  /// - Parameters:
  ///   - grace: how long the account can be restored; nil for what the policy says.
  ///   - dispatch: who sends the mail.
  /// - Returns: the account that is being deleted, and the mail with the code that restores it; nil if it is erased.
  package func delete(_ known: Account, grace: Duration? = nil, dispatch: Dispatch) throws(Problem) -> (
    account: Account, mail: OutboxMessage?
  )? {
    let grace = grace ?? decision.policy.deletion.grace
    guard grace > .zero else {
      try decision.audit(.accountDeleted, account: known.id, team: decision.teams.auditedTeamID(of: known))
      try erase(known)
      return nil
    }
    var account = known
    account.status = .deleting
    account.updatedAt = decision.now
    account.deletesAt = decision.now + grace
    try decision.tables.accounts.beginDeletion(of: account, until: decision.now + grace, at: decision.now)
    try decision.sessions.endAll(of: account.id, as: .accountClosed)
    try decision.audit(.accountDeletionRequested, account: account.id, team: decision.teams.auditedTeamID(of: account))
    let end = decision.now + grace
    try decision.outbox.notify(account, of: .deletionRequested(until: end), by: decision.call)
    // The code opens the account, so only a verified address gets it. Other people restore it by signing in.
    guard let email = account.email, account.emailVerified else { return (account, nil) }
    try decision.tables.accountCodes.removeAll(of: account.id, for: .restoreAccount)
    return (account, try decision.outbox.queueDeletion(of: account, at: end, to: email, dispatch: dispatch))
  }

  /// Stores the restoration of an account that is being deleted.
  /// - Parameter account: the account with the status that it has afterwards.
  package func storeRestoration(of account: Account) throws(Problem) {
    try decision.tables.accounts.setStatus(.active, of: account.id)
    try decision.tables.accountCodes.removeAll(of: account.id, for: .restoreAccount)
    try decision.audit(.accountRestored, account: account.id, team: decision.teams.auditedTeamID(of: account))
    try decision.outbox.notify(account, of: .restored, by: decision.call)
  }

  /// The account that the code of a deletion's mail restores, with the row of the code. Nothing is written.
  /// - Throws: `auth/code-invalid`, `auth/code-expired`, `auth/user-disabled`.
  package func accountToRestore(withCode code: String) throws(Problem) -> (account: Account, code: AccountCode) {
    let (known, found) = try decision.codes.account(ofCode: code, [.restoreAccount])
    return (try known.signingIn(at: decision.now, restores: true), found)
  }

  /// Erases an account with its data, and what others keep about the person, as the policy says.
  /// - Parameter records: what happens to the inviters' records of the person; nil for what the policy says.
  package func erase(_ account: Account, records: Policy.DeletionRules.ClientRecords? = nil) throws(Problem) {
    let refreshTokens = try decision.tables.erasure.erase(
      account, records: records ?? decision.policy.deletion.clientRecords,
      forgettingAnswersOf: [GetTeam.name, UpdateTeamMember.name, RemoveTeamMember.name], at: decision.now
    ) { (text) throws(Problem) in
      try decision.keyedHash(text)
    }
    try decision.appleTokens.revokeTokens(refreshTokens)
  }
}
