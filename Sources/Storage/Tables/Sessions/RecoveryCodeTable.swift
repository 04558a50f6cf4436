// SPDX-License-Identifier: Apache-2.0

import Domain

/// The recovery codes of accounts.
package struct RecoveryCodeTable {
  package let transaction: Transaction

  /// Replaces the recovery codes of an account.
  package func replace(of accountID: String, by hashes: [String]) throws(Problem) {
    try transaction.change("DELETE FROM recovery_codes WHERE account_id = $1", [.text(accountID)])
    for hash in hashes {
      try transaction.change(
        "INSERT INTO recovery_codes (account_id, code_hash) VALUES ($1, $2)", [.text(accountID), .text(hash)])
    }
  }

  /// The hashes of the recovery codes that an account has left.
  package func all(of accountID: String) throws(Problem) -> [String] {
    try transaction.query("SELECT code_hash FROM recovery_codes WHERE account_id = $1", [.text(accountID)])
      .map { (row) throws(Problem) in try row.text("code_hash") }
  }

  /// Removes a recovery code, which is used once.
  package func remove(_ hash: String, of accountID: String) throws(Problem) {
    try transaction.change(
      "DELETE FROM recovery_codes WHERE account_id = $1 AND code_hash = $2", [.text(accountID), .text(hash)])
  }
}
