// SPDX-License-Identifier: Apache-2.0

import Domain

/// What a first proof of an address does to an account.
package struct FirstProofs {
  package let transaction: Transaction

  /// Applies `FirstProofRules` to an account whose address is proven for the first time.
  /// - Returns: the refresh tokens of its identities, which the caller has to revoke.
  package func apply(
    to accountID: String, by proof: FirstProofRules.Proof, at now: Timestamp
  ) throws(Problem) -> [SealedValue<IdentityKey>] {
    var kept: (issuer: String, subject: String)?
    if case .identity(let issuer, let subject) = proof { kept = (issuer, subject) }
    let tokens = try transaction.accounts.removeIdentities(of: accountID, except: kept)
    if proof != .password { _ = try transaction.accounts.remove(.password, of: accountID) }
    if proof == .codeAlone { try transaction.teamSuccession.leaveShared(accountID) }
    if proof != .password { try transaction.waitingInviters.letInvitersWait(forAccount: accountID) }
    try transaction.sessions.revokeAll(of: accountID, as: .addressProven, at: now)
    try cancelCodeMails(of: accountID, at: now)
    let id = SQLValue.text(accountID)
    // For the owner, the devices of the account's creator are new devices.
    try transaction.change(
      """
      UPDATE sessions SET device_id = NULL, device_platform = NULL, device_name = NULL, address = NULL, country = NULL
      WHERE account_id = $1
      """, [id])
    for table in FirstProofRules.emptied { try transaction.change("DELETE FROM \(table) WHERE account_id = $1", [id]) }
    try transaction.change("UPDATE accounts SET \(FirstProofRules.emptying(proof)) WHERE id = $1", [id])
    return tokens
  }

  /// Cancels unsent mails whose codes have ended. `ended_at IS NULL` keeps planners from the index of messages that go
  /// first (`OutboxTable.cancel`).
  private func cancelCodeMails(of accountID: String, at now: Timestamp) throws(Problem) {
    let kinds = OutboxMessage.Kind.sql(where: \.hasCodeOfAccount)
    try transaction.change(
      """
      UPDATE outbox SET state = 'cancelled', ended_at = $2, sealed_values = NULL
      WHERE account_id = $1 AND ended_at IS NULL AND state <> 'leased' AND kind IN \(kinds)
      """, [.text(accountID), .timestamp(now)])
    // An export of the account would show these addresses.
    try transaction.change(
      "UPDATE outbox SET account_id = NULL WHERE account_id = $1 AND kind IN ('guardian-request', 'confirm-email-change')",
      [.text(accountID)])
  }

  /// Stores that the role of an account is asked anew.
  package func askForRole(of accountID: String) throws(Problem) {
    try transaction.change("UPDATE accounts SET asks_role = 1 WHERE id = $1", [.text(accountID)])
  }
}
