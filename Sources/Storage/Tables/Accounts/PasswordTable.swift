// SPDX-License-Identifier: Apache-2.0

import Domain

/// The account and the password hash of an address.
package struct PasswordCredential: Sendable {
  package var account: Account
  /// A PHC string, an imported hash of another form, or `PasswordHasher.unknown`.
  package var hash: String
  /// Whether another system made the hash.
  package var isImported: Bool
  /// When the password was set. Rehashing does not change it.
  package var changedAt: Timestamp
}

/// Passwords, as hashes.
package struct PasswordTable {
  package let transaction: Transaction

  private static let credentialColumns = """
    accounts.*, passwords.hash AS password_hash, passwords.changed_at AS password_changed_at, passwords.imported_cost
    """

  /// The account that an address and its password sign in to: any proven address of the account, or the one that it
  /// claims, because the password is what signs in.
  package func find(email: EmailAddress) throws(Problem) -> PasswordCredential? {
    try transaction.query(
      """
      SELECT \(Self.credentialColumns) FROM passwords JOIN accounts ON accounts.id = passwords.account_id
      WHERE passwords.account_id = COALESCE(
        (SELECT account_id FROM passwords WHERE email_key = $1),
        (SELECT account_id FROM account_addresses WHERE email_key = $1))
      """, [.text(email.key)]
    ).first.map(passwordCredential)
  }

  /// The account that a user name and its password sign in to.
  package func find(username: String) throws(Problem) -> PasswordCredential? {
    try transaction.query(
      """
      SELECT \(Self.credentialColumns) FROM accounts JOIN passwords ON passwords.account_id = accounts.id
      WHERE accounts.username = $1
      """, [.text(username)]
    ).first.map(passwordCredential)
  }

  private func passwordCredential(_ row: Row) throws(Problem) -> PasswordCredential {
    PasswordCredential(
      account: try transaction.accounts.account(row), hash: try row.text("password_hash"),
      isImported: try row.optionalText("imported_cost") != nil, changedAt: try row.timestamp("password_changed_at"))
  }

  /// When the password of an account was set; nil if it has none.
  package func changedAt(of accountID: String) throws(Problem) -> Timestamp? {
    try transaction.query("SELECT changed_at FROM passwords WHERE account_id = $1", [.text(accountID)]).first
      .map { (row) throws(Problem) in try row.timestamp("changed_at") }
  }

  /// The password hash of an account; nil if it has no password.
  package func hash(of accountID: String) throws(Problem) -> String? {
    try transaction.query("SELECT hash FROM passwords WHERE account_id = $1", [.text(accountID)]).first?.text("hash")
  }

  /// Sets or replaces the password of an account.
  /// - Parameter importedCost: the algorithm and the cost of a hash that another system made; nil for an own hash.
  package func set(
    _ hash: String, importedCost: String? = nil, of accountID: String, email: EmailAddress, at now: Timestamp
  ) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO passwords (account_id, email_key, hash, changed_at, imported_cost) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (account_id) DO UPDATE SET email_key = excluded.email_key, hash = excluded.hash,
        changed_at = excluded.changed_at, imported_cost = excluded.imported_cost
      """, [.text(accountID), .text(email.key), .text(hash), .timestamp(now), .text(importedCost)])
  }

  /// The different costs of the imported hashes that have not been replaced yet.
  ///
  /// Each one is found with the index from the one before it, so the work does not grow with the passwords.
  package func importedCosts() throws(Problem) -> [String] {
    try transaction.query(
      """
      WITH RECURSIVE costs (cost) AS (
        SELECT (SELECT imported_cost FROM passwords WHERE imported_cost > '' ORDER BY imported_cost LIMIT 1)
        UNION ALL
        SELECT (SELECT imported_cost FROM passwords WHERE imported_cost > costs.cost ORDER BY imported_cost LIMIT 1)
        FROM costs WHERE cost IS NOT NULL)
      SELECT cost FROM costs WHERE cost IS NOT NULL
      """
    ).map { (row) throws(Problem) in try row.text("cost") }
  }

  /// Stores a new hash of the same password, with the current parameters.
  package func replaceHash(_ hash: String, of accountID: String) throws(Problem) {
    try transaction.change(
      "UPDATE passwords SET hash = $2, imported_cost = NULL WHERE account_id = $1", [.text(accountID), .text(hash)])
  }

  /// Changes the address of an account's password.
  package func move(of accountID: String, to email: EmailAddress) throws(Problem) {
    try transaction.change(
      "UPDATE passwords SET email_key = $2 WHERE account_id = $1", [.text(accountID), .text(email.key)])
  }
}
