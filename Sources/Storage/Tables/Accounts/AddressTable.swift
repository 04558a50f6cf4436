// SPDX-License-Identifier: Apache-2.0

import Domain

/// The addresses that accounts have proven in addition to their primary one.
package struct AddressTable {
  package let transaction: Transaction

  func others(of accountID: String) throws(Problem) -> [ProvenAddress] {
    try transaction.query(
      "SELECT email, proven_at FROM account_addresses WHERE account_id = $1 ORDER BY proven_at, email_key",
      [.text(accountID)]
    ).map { (row) throws(Problem) in
      guard let email = EmailAddress.stored(try row.text("email")) else { throw .bug("a proven address is invalid") }
      return ProvenAddress(email: email, provenAt: try row.timestamp("proven_at"))
    }
  }

  /// Adds a proven address to an account. The caller has made sure that no account has it.
  package func insert(_ address: ProvenAddress, of accountID: String) throws(Problem) {
    try transaction.change(
      "INSERT INTO account_addresses (email_key, account_id, email, proven_at) VALUES ($1, $2, $3, $4)",
      [.text(address.email.key), .text(accountID), .text(address.email.text), .timestamp(address.provenAt)])
    try transaction.change("UPDATE accounts SET has_more_addresses = 1 WHERE id = $1", [.text(accountID)])
  }

  /// Removes an address from the account that has it in addition to its primary one.
  package func removeOther(_ email: EmailAddress) throws(Problem) {
    try transaction.change("DELETE FROM account_addresses WHERE email_key = $1", [.text(email.key)])
  }

  /// Removes the address from an account that only claims it, with everything that signs in by it. The user name is
  /// free again, unless an operator or a guardian may open the account.
  package func removeClaim(of accountID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      """
      UPDATE accounts SET email = NULL, email_key = NULL, claimed_key = NULL, search = LOWER(display_name),
        updated_at = $2, username = CASE WHEN status = 'disabled' THEN username END
      WHERE id = $1
      """,
      [.text(accountID), .timestamp(now)])
    try transaction.change("DELETE FROM passwords WHERE account_id = $1", [.text(accountID)])
  }
}

/// The records of inviters who were linked to an account before the first proof of its address.
package struct WaitingInviterTable {
  package let transaction: Transaction

  func all(of accountID: String) throws(Problem) -> [WaitingInviter] {
    try transaction.query(
      """
      SELECT clients.id, clients.inviter_id, clients.team_id,
        accounts.display_name AS inviter_name\(transaction.teamName(of: "clients"))
      FROM clients JOIN accounts ON accounts.id = clients.inviter_id
      WHERE clients.waiting_account_id = $1 ORDER BY clients.created_at, clients.id LIMIT 1000
      """, [.text(accountID)]
    ).map { (row) throws(Problem) in
      WaitingInviter(
        clientID: try row.text("id"),
        inviter: try row.inviterName(try row.text("inviter_id"), team: try row.text("team_id")))
    }
  }

  /// Lets the inviters of an account wait for its owner's answer.
  package func letInvitersWait(forAccount accountID: String) throws(Problem) {
    try transaction.change(
      "UPDATE accounts SET asks_inviters = 1 WHERE id = $1 AND EXISTS (SELECT 1 FROM clients WHERE account_id = $1)",
      [.text(accountID)])
    try transaction.change(
      "UPDATE clients SET waiting_account_id = account_id, account_id = NULL WHERE account_id = $1", [.text(accountID)])
  }

  /// Ends the question which inviters stay, for accounts that no inviter waits for any more. Call it after a waiting
  /// record was removed.
  package func endQuestionsWithoutInviters(ofAccounts accountIDs: [String]) throws(Problem) {
    for id in accountIDs {
      try transaction.change(
        """
        UPDATE accounts SET asks_inviters = 0
        WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM clients WHERE waiting_account_id = $1)
        """, [.text(id)])
    }
  }

  /// Links a waiting record to its account again.
  package func relink(clientID: String) throws(Problem) {
    try transaction.change(
      "UPDATE clients SET account_id = waiting_account_id, waiting_account_id = NULL WHERE id = $1", [.text(clientID)])
  }
}
