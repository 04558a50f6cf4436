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
