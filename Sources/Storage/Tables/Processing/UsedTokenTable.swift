// SPDX-License-Identifier: Apache-2.0

import Domain

/// ID tokens that were used.
package struct UsedTokenTable {
  package let transaction: Transaction

  /// Whether a token has started a session.
  package func isUsed(_ token: SingleUseToken) throws(Problem) -> Bool {
    try !transaction.query("SELECT expires_at FROM used_tokens WHERE token_hash = $1", [.text(token.hash)]).isEmpty
  }

  /// Records that a token has started a session.
  package func markUsed(_ token: SingleUseToken) throws(Problem) {
    try transaction.change(
      "INSERT INTO used_tokens (token_hash, expires_at) VALUES ($1, $2)",
      [.text(token.hash), .timestamp(token.expiresAt)])
  }

  /// Records that the tokens of a group which expire until a timestamp are used.
  package func markUsed(group hash: String, until end: Timestamp) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO used_tokens (token_hash, expires_at) VALUES ($1, $2)
      ON CONFLICT (token_hash) DO UPDATE SET expires_at = excluded.expires_at
      """, [.text(hash), .timestamp(end)])
  }

  /// Whether a token was used with its group.
  package func isUsed(_ token: SingleUseToken, group hash: String) throws(Problem) -> Bool {
    try !transaction.query(
      "SELECT expires_at FROM used_tokens WHERE token_hash = $1 AND expires_at >= $2",
      [.text(hash), .timestamp(token.expiresAt)]
    ).isEmpty
  }

  /// Deletes tokens that expired before a timestamp, at most `limit`.
  package func delete(before timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM used_tokens WHERE token_hash IN (
        SELECT token_hash FROM used_tokens WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)
      RETURNING token_hash
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }
}
