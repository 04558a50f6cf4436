// SPDX-License-Identifier: Apache-2.0

import Domain

/// The idempotency key of an event: function, caller, `source` and `id`.
package struct EventKey: Equatable, Sendable {
  package var function: String
  /// The account id of the caller; empty for functions without authentication.
  package var caller: String
  package var source: String
  package var id: String

  package init(function: String, caller: String, source: String, id: String) {
    self.function = function
    self.caller = caller
    self.source = source
    self.id = id
  }

  /// The key of an event that is the same if its data is. Sources of events have no line break.
  package static func ofData(_ function: String, caller: String, hash: String) -> EventKey {
    EventKey(function: function, caller: caller, source: "data\n", id: hash)
  }

  package var isOfData: Bool { source == "data\n" }

  /// The context that the encrypted answer is bound to.
  package var place: String { JSON([function, caller, source, id]).text }
}

/// An event that was answered before.
package struct SeenEvent: Sendable {
  /// A keyed hash of the data, written by releases before schema 2. Now empty, because the encrypted answer contains
  /// it.
  package var fingerprint: String
  package var sealedAnswer: String
  /// How long a repeated event waits, because the process that sends the event's mail may still amend the answer. Zero
  /// if the answer is final. It is not a point in time, because the clocks of two machines may differ.
  package var amendableFor: Duration
  /// The account that the answer shows, if it is not the caller's. The answer is erased with it.
  package var accountID: String?
  /// The teams whose data the answer shows.
  package var teamIDs: [String] = []

  package init(fingerprint: String = "", sealedAnswer: String, amendableFor: Duration = .zero) {
    self.fingerprint = fingerprint
    self.sealedAnswer = sealedAnswer
    self.amendableFor = amendableFor
  }
}

/// The answers of events that may be repeated.
package struct SeenEventTable {
  package let transaction: Transaction

  /// The stored answer to an event; nil if there is none or it has expired.
  package func find(_ key: EventKey, now: Timestamp) throws(Problem) -> SeenEvent? {
    let found = try transaction.query(
      """
      SELECT * FROM seen_events WHERE function = $1 AND caller = $2 AND source = $3 AND id = $4 AND expires_at > $5
      """, [.text(key.function), .text(key.caller), .text(key.source), .text(key.id), .timestamp(now)]
    ).first
    guard let row = found else { return nil }
    var event = SeenEvent(
      fingerprint: try row.text("fingerprint"), sealedAnswer: try row.optionalText("sealed_answer") ?? "",
      amendableFor: .milliseconds(try row.integer("amendable_for")))
    event.teamIDs = (try row.optionalText("team_ids") ?? "").split(separator: " ").map(String.init)
    return event
  }

  /// Stores an answer, or replaces it. Only releases before schema 3 used `settles_by`.
  package func remember(_ key: EventKey, _ event: SeenEvent, until end: Timestamp) throws(Problem) {
    try transaction.change(Self.remembering, values(key, event, until: end))
  }

  private static let remembering = """
    INSERT INTO seen_events (
      function, caller, source, id, fingerprint, sealed_answer, amendable_for, expires_at, account_id, team_ids,
      settles_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)
    ON CONFLICT (function, caller, source, id) DO UPDATE SET fingerprint = excluded.fingerprint,
      sealed_answer = excluded.sealed_answer, amendable_for = excluded.amendable_for, expires_at = excluded.expires_at,
      account_id = excluded.account_id, team_ids = excluded.team_ids
    """

  private func values(_ key: EventKey, _ event: SeenEvent, until end: Timestamp) -> [SQLValue] {
    [
      .text(key.function), .text(key.caller), .text(key.source), .text(key.id), .text(event.fingerprint),
      .text(event.sealedAnswer), .integer(event.amendableFor.wholeMilliseconds), .timestamp(end),
      .text(event.accountID), .text(event.teamIDs.isEmpty ? nil : event.teamIDs.joined(separator: " ")),
    ]
  }

  /// Stores an answer, unless one is there that has not expired.
  package func rememberIfNew(
    _ key: EventKey, _ event: SeenEvent, until end: Timestamp, now: Timestamp
  ) throws(Problem) {
    try transaction.change(
      Self.remembering + " WHERE seen_events.expires_at <= $11", values(key, event, until: end) + [.timestamp(now)])
  }

  /// Marks an answer as final if it has not been amended.
  package func finish(_ key: EventKey, _ event: SeenEvent) throws(Problem) {
    try transaction.change(
      """
      UPDATE seen_events SET amendable_for = 0
      WHERE function = $1 AND caller = $2 AND source = $3 AND id = $4 AND sealed_answer = $5
      """, [.text(key.function), .text(key.caller), .text(key.source), .text(key.id), .text(event.sealedAnswer)])
  }

  /// Deletes expired answers, at most `limit`.
  package func delete(now: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM seen_events WHERE (function, caller, source, id) IN (
        SELECT function, caller, source, id FROM seen_events WHERE expires_at <= $1 LIMIT $2)
      RETURNING id
      """, [.timestamp(now), .integer(limit)]
    ).count
  }
}
