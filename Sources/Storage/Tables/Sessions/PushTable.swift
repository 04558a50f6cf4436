// SPDX-License-Identifier: Apache-2.0

import Domain

/// The push tokens of sessions. A token belongs to one session only, and is removed when its session ends.
package struct PushTable {
  package let transaction: Transaction

  /// The assignments with which an `UPDATE` of a session removes its token.
  static let removingPushToken = "push_service = NULL, push_token_hash = NULL, sealed_push_token = NULL"

  /// Gives a session the token of its device, unless it has it already. Every other session loses that token.
  package func set(_ address: PushAddress) throws(Problem) {
    try transaction.change(
      "UPDATE sessions SET \(Self.removingPushToken) WHERE push_token_hash = $1 AND id <> $2",
      [.text(address.tokenHash), .text(address.sessionID)])
    try transaction.change(
      """
      UPDATE sessions SET push_service = $2, push_token_hash = $3, sealed_push_token = $4
      WHERE id = $1 AND COALESCE(push_token_hash, '') <> $3
      """,
      [
        .text(address.sessionID), .text(address.service.rawValue), .text(address.tokenHash), .text(address.sealedToken),
      ])
  }

  /// The devices that get the push messages of an account: the 20 that were used last.
  package func all(of accountID: String, now: Timestamp) throws(Problem) -> [PushAddress] {
    try pushAddresses(
      "sessions.account_id", accountID, "ORDER BY last_used_at DESC, sessions.id DESC LIMIT 20", now: now)
  }

  /// The device of a session; nil if it gets no push messages, for example because the session has ended.
  package func find(ofSession id: String, now: Timestamp) throws(Problem) -> PushAddress? {
    try pushAddresses("sessions.id", id, "LIMIT 1", now: now).first
  }

  private func pushAddresses(
    _ column: String, _ value: String, _ selection: String, now: Timestamp
  ) throws(Problem) -> [PushAddress] {
    try transaction.query(
      """
      SELECT sessions.id, push_service, push_token_hash, sealed_push_token, locale
      FROM sessions JOIN accounts ON accounts.id = sessions.account_id
      WHERE \(column) = $1 AND push_token_hash IS NOT NULL AND revoked_at IS NULL AND idle_ends_at > $2
        AND ends_at > $2 AND status = 'active'
      \(selection)
      """, [.text(value), .timestamp(now)]
    ).map { (row) throws(Problem) in
      guard let service = PushService(rawValue: try row.text("push_service")) else {
        throw .bug("a session has an invalid push service")
      }
      return PushAddress(
        sessionID: try row.text("id"), service: service, tokenHash: try row.text("push_token_hash"),
        sealedToken: try row.text("sealed_push_token"), locale: try row.optionalText("locale"))
    }
  }

  /// Removes a token that its service does not know any more, unless the session has a newer one.
  package func remove(_ address: PushAddress) throws(Problem) {
    try transaction.change(
      "UPDATE sessions SET \(Self.removingPushToken) WHERE id = $1 AND push_token_hash = $2",
      [.text(address.sessionID), .text(address.tokenHash)])
  }

  /// The encrypted tokens of devices, after a session's id.
  package func sealedTokens(after id: String, limit: Int) throws(Problem) -> [SealedValue<String>] {
    try transaction.query(
      "SELECT id, sealed_push_token FROM sessions WHERE id > $1 ORDER BY id LIMIT $2", [.text(id), .integer(limit)]
    ).map { (row) throws(Problem) in
      SealedValue(key: try row.text("id"), sealed: try row.optionalText("sealed_push_token") ?? "")
    }
  }

  /// - Returns: false if the token has changed.
  package func replaceToken(of id: String, _ old: String, by new: String) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      "UPDATE sessions SET sealed_push_token = $3 WHERE id = $1 AND sealed_push_token = $2 RETURNING id",
      [.text(id), .text(old), .text(new)]
    ).isEmpty
  }
}
