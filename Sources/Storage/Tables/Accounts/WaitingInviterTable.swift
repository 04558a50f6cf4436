// SPDX-License-Identifier: Apache-2.0

import Domain

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
