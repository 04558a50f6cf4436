// SPDX-License-Identifier: Apache-2.0

import Domain

/// An encrypted value and the primary key of its row.
package struct SealedValue<Key: Sendable>: Sendable {
  package var key: Key
  /// Empty if the value was erased.
  package var sealed: String
}

/// The values that `vestibule rotate-key` re-encrypts. A value is replaced only if it is still the one that was read:
/// a process that has written another value has encrypted it with the current key.
package struct SealedColumns {
  package let transaction: Transaction

  /// The values of queued messages, after an id.
  package func sealedMails(after id: String, limit: Int) throws(Problem) -> [SealedValue<String>] {
    try transaction.query(
      "SELECT id, sealed_values FROM outbox WHERE id > $1 ORDER BY id LIMIT $2", [.text(id), .integer(limit)]
    )
    .map { (row) throws(Problem) in
      SealedValue(key: try row.text("id"), sealed: try row.optionalText("sealed_values") ?? "")
    }
  }

  /// - Returns: false if the value has changed.
  package func replaceMailValues(of id: String, _ old: String, by new: String) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      "UPDATE outbox SET sealed_values = $3 WHERE id = $1 AND sealed_values = $2 RETURNING id",
      [.text(id), .text(old), .text(new)]
    ).isEmpty
  }

  /// Stored answers, after an event.
  package func sealedAnswers(after key: EventKey?, limit: Int) throws(Problem) -> [SealedValue<EventKey>] {
    try transaction.query(
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

  /// - Returns: false if the answer has changed.
  package func replaceAnswer(of key: EventKey, _ old: String, by new: String) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      """
      UPDATE seen_events SET sealed_answer = $6
      WHERE function = $1 AND caller = $2 AND source = $3 AND id = $4 AND sealed_answer = $5 RETURNING id
      """,
      [.text(key.function), .text(key.caller), .text(key.source), .text(key.id), .text(old), .text(new)]
    ).isEmpty
  }

  /// The secrets of factors, after an id.
  package func sealedFactors(after id: String, limit: Int) throws(Problem) -> [SealedValue<String>] {
    try transaction.query(
      "SELECT id, sealed_secret FROM factors WHERE id > $1 ORDER BY id LIMIT $2", [.text(id), .integer(limit)]
    )
    .map { (row) throws(Problem) in
      SealedValue(key: try row.text("id"), sealed: try row.optionalText("sealed_secret") ?? "")
    }
  }

  /// - Returns: false if the secret has changed.
  package func replaceFactorSecret(of id: String, _ old: String, by new: String) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      "UPDATE factors SET sealed_secret = $3 WHERE id = $1 AND sealed_secret = $2 RETURNING id",
      [.text(id), .text(old), .text(new)]
    ).isEmpty
  }

  /// The events of challenges, after a selector.
  package func sealedChallenges(after selector: String, limit: Int) throws(Problem) -> [SealedValue<String>] {
    try transaction.query(
      "SELECT selector, sealed_event FROM challenges WHERE selector > $1 ORDER BY selector LIMIT $2",
      [.text(selector), .integer(limit)]
    ).map { (row) throws(Problem) in
      SealedValue(key: try row.text("selector"), sealed: try row.optionalText("sealed_event") ?? "")
    }
  }

  /// - Returns: false if the challenge has ended.
  package func replaceChallengeEvent(of selector: String, _ old: String, by new: String) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      "UPDATE challenges SET sealed_event = $3 WHERE selector = $1 AND sealed_event = $2 RETURNING selector",
      [.text(selector), .text(old), .text(new)]
    ).isEmpty
  }

  /// The codes of links by which people join, after an id.
  package func sealedJoinCodes(after id: String, limit: Int) throws(Problem) -> [SealedValue<String>] {
    try transaction.query(
      "SELECT id, sealed_codes FROM join_links WHERE id > $1 ORDER BY id LIMIT $2", [.text(id), .integer(limit)]
    ).map { (row) throws(Problem) in
      SealedValue(key: try row.text("id"), sealed: try row.text("sealed_codes"))
    }
  }

  /// - Returns: false if the link has new codes.
  package func replaceJoinCodes(of id: String, _ old: String, by new: String) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      "UPDATE join_links SET sealed_codes = $3 WHERE id = $1 AND sealed_codes = $2 RETURNING id",
      [.text(id), .text(old), .text(new)]
    ).isEmpty
  }

  /// Signing keys that have a private key.
  package func sealedSigningKeys() throws(Problem) -> [SealedValue<String>] {
    try transaction.query("SELECT id, sealed_private_key FROM signing_keys WHERE sealed_private_key <> ''")
      .map { (row) throws(Problem) in
        SealedValue(key: try row.text("id"), sealed: try row.text("sealed_private_key"))
      }
  }
}
