// SPDX-License-Identifier: Apache-2.0

import Domain

/// A sealed value, with what says where it is. The key is the row's primary key.
public struct SealedValue<Key: Sendable>: Sendable {
  public var key: Key
  /// Empty where nothing is kept any more.
  public var sealed: String
}

/// What `vestibule rotate-key` goes through. A value is replaced only as long as it is the one that was read: whoever
/// has written another one meanwhile has sealed it under a key of their own.
extension Transaction {
  /// The values of queued mails, from one id on.
  public func sealedMails(after id: String, limit: Int) throws(Problem) -> [SealedValue<String>] {
    try query("SELECT id, sealed_values FROM outbox WHERE id > $1 ORDER BY id LIMIT $2", [.text(id), .integer(limit)])
      .map { (row) throws(Problem) in
        SealedValue(key: try row.text("id"), sealed: try row.optionalText("sealed_values") ?? "")
      }
  }

  /// - Returns: false where another value is there by now.
  public func replaceMailValues(of id: String, _ old: String, by new: String) throws(Problem) -> Bool {
    try !change(
      "UPDATE outbox SET sealed_values = $3 WHERE id = $1 AND sealed_values = $2 RETURNING id",
      [.text(id), .text(old), .text(new)]
    ).isEmpty
  }

  /// Remembered answers, from one event on.
  public func sealedAnswers(after key: EventKey?, limit: Int) throws(Problem) -> [SealedValue<EventKey>] {
    try query(
      """
      SELECT caller, function, source, id, sealed_answer FROM seen_events
      WHERE (caller, function, source, id) > ($1, $2, $3, $4) ORDER BY caller, function, source, id LIMIT $5
      """,
      [
        .text(key?.caller ?? ""), .text(key?.function ?? ""), .text(key?.source ?? ""), .text(key?.id ?? ""),
        .integer(limit),
      ]
    ).map { (row) throws(Problem) in
      let key = EventKey(
        function: try row.text("function"), caller: try row.text("caller"), source: try row.text("source"),
        id: try row.text("id"))
      return SealedValue(key: key, sealed: try row.optionalText("sealed_answer") ?? "")
    }
  }

  /// - Returns: false where another answer is there by now.
  public func replaceAnswer(of key: EventKey, _ old: String, by new: String) throws(Problem) -> Bool {
    try !change(
      """
      UPDATE seen_events SET sealed_answer = $6
      WHERE function = $1 AND caller = $2 AND source = $3 AND id = $4 AND sealed_answer = $5 RETURNING id
      """,
      [.text(key.function), .text(key.caller), .text(key.source), .text(key.id), .text(old), .text(new)]
    ).isEmpty
  }

  /// Signing keys that have their private half.
  public func sealedSigningKeys() throws(Problem) -> [SealedValue<String>] {
    try query("SELECT id, sealed_private_key FROM signing_keys WHERE sealed_private_key <> ''")
      .map { (row) throws(Problem) in
        SealedValue(key: try row.text("id"), sealed: try row.text("sealed_private_key"))
      }
  }

  /// Ends the sessions that began until a moment, at most so many.
  /// - Returns: how many ended.
  public func revokeSessions(begunBy timestamp: Timestamp, as end: Session.End, at now: Timestamp, limit: Int)
    throws(Problem) -> Int
  {
    try change(
      """
      UPDATE sessions SET revoked_at = $2, end_reason = $3 WHERE id IN (
        SELECT id FROM sessions WHERE revoked_at IS NULL AND COALESCE(revoked_at, idle_ends_at) > $2
          AND created_at <= $1
        ORDER BY COALESCE(revoked_at, idle_ends_at) LIMIT $4)
      RETURNING id
      """, [.timestamp(timestamp), .timestamp(now), .text(end.rawValue), .integer(limit)]
    ).count
  }
}
