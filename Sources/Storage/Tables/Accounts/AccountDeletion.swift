// SPDX-License-Identifier: Apache-2.0

import Domain

/// Accounts whose deletion can be undone.
extension AccountTable {
  /// Marks an account as being deleted, and reserves its verified address.
  package func beginDeletion(of account: Account, until end: Timestamp, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE accounts SET status = 'deleting', deletes_at = $2, updated_at = $3, closed_for = $4 WHERE id = $1",
      [.text(account.id), .timestamp(end), .timestamp(now), .text(account.closedFor?.rawValue)])
    try transaction.serviceKeys.end(ofAccount: account.id)
    try transaction.teamSuccession.appointOwners(besides: account.id)
    // An address that was only claimed is not reserved: another person may prove it.
    if account.emailVerified { try reserveAddress(of: account) }
    var proven = account.emailVerified ? [account.email].compactMap { $0 } : []
    for row in try transaction.query("SELECT email FROM account_addresses WHERE account_id = $1", [.text(account.id)]) {
      if let email = EmailAddress.stored(try row.text("email")) { proven.append(email) }
    }
    for mailbox in Set(proven.map(\.mailboxKey)) {
      try transaction.change(
        "INSERT INTO leaving_mailboxes (mailbox_key, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        [.text(mailbox), .text(account.id)])
    }
  }

  /// Offers invitations to the mailboxes of an account again.
  func endDeletion(of accountID: String) throws(Problem) {
    try transaction.change("DELETE FROM leaving_mailboxes WHERE account_id = $1", [.text(accountID)])
  }

  /// Accounts whose deletion is due, at most `limit`. They are locked until the transaction ends.
  package func toErase(now: Timestamp, limit: Int) throws(Problem) -> [Account] {
    try transaction.query(
      "SELECT * FROM accounts WHERE deletes_at <= $1 ORDER BY deletes_at LIMIT $2 \(transaction.dialect.skippingLocked)",
      [.timestamp(now), .integer(limit)]
    ).map(account)
  }

  /// The number of clients that are deleted with an account: those of teams that have no other member who stays. People
  /// who were invited into a team do not count.
  package func clientCount(of inviterID: String) throws(Problem) -> Int {
    try transaction.query(
      """
      SELECT COUNT(*) AS count FROM team_members JOIN clients ON clients.team_id = team_members.team_id
        JOIN invitations ON invitations.client_id = clients.id AND invitations.team_role IS NULL
      WHERE team_members.account_id = $1 AND NOT EXISTS (
        SELECT 1 FROM team_members AS others JOIN accounts ON accounts.id = others.account_id
        WHERE others.team_id = team_members.team_id AND others.account_id <> $1 AND accounts.status <> 'deleting')
      """, [.text(inviterID)]
    ).first?.integer("count") ?? 0
  }
}
