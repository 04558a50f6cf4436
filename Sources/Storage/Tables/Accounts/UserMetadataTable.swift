// SPDX-License-Identifier: Apache-2.0

import Domain

/// What an app stores with an account through the interface of Supabase Auth: its `user_metadata`.
package struct UserMetadataTable {
  package let transaction: Transaction

  /// An object, which is empty if the app has stored nothing.
  package func find(_ accountID: String) throws(Problem) -> JSON {
    let rows = try transaction.query("SELECT user_metadata FROM accounts WHERE id = $1", [.text(accountID)])
    guard let text = try rows.first?.optionalText("user_metadata") else { return [:] }
    do { return try JSON(parsing: Array(text.utf8)) } catch { throw .bug("stored user_metadata is not JSON") }
  }

  package func set(_ metadata: JSON, of accountID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      "UPDATE accounts SET user_metadata = $2, updated_at = $3 WHERE id = $1",
      [.text(accountID), .text(metadata == [:] ? nil : metadata.text), .timestamp(now)])
  }
}
