// SPDX-License-Identifier: Apache-2.0

import Domain

/// What the earlier sessions of an account say about a new one.
package struct SessionHistory: Sendable {
  /// Whether a session was on the same device, or, without a device id, from the same address.
  package var hasSeenDevice: Bool
  /// Whether sessions were in other countries, and none in this one.
  package var isNewCountry: Bool
}

/// Sessions and their refresh tokens.
package struct SessionTable {
  package let transaction: Transaction

  /// Reads a session and its account together, with what is read next.
  package func prefetchWithAccount(id: String) {
    transaction.prefetch { () throws(Problem) in
      _ = try find(id: id)
      _ = try transaction.accounts.find(ofSession: id)
    }
  }

  /// The session with an id, also one that has ended; nil if there is none.
  package func find(id: String) throws(Problem) -> Session? {
    try transaction.query("SELECT * FROM sessions WHERE id = $1", [.text(id)]).first.map(session)
  }

  /// The active sessions of an account, most recently used first.
  package func all(of accountID: String, now: Timestamp) throws(Problem) -> [Session] {
    try transaction.query(
      """
      SELECT * FROM sessions WHERE account_id = $1 AND revoked_at IS NULL AND idle_ends_at > $2 AND ends_at > $2
      ORDER BY last_used_at DESC, id DESC LIMIT 1000
      """, [.text(accountID), .timestamp(now)]
    ).map(session)
  }

  /// What the sessions of an account, also those that have ended, say about a new one.
  package func history(
    of accountID: String, device: Device?, address: String?, country: String?
  ) throws(Problem) -> SessionHistory {
    let (column, value) = device.map { ("device_id", $0.id) } ?? ("address", address ?? "")
    func exists(_ condition: String) -> String {
      "CASE WHEN EXISTS (SELECT 1 FROM sessions WHERE account_id = $1 AND \(condition)) THEN 1 ELSE 0 END"
    }
    let rows = try transaction.query(
      """
      SELECT \(exists("COALESCE(\(column), '') = $2")) AS device, \(exists("country = $3")) AS country,
        \(exists("country IS NOT NULL")) AS any_country
      """, [.text(accountID), .text(value), .text(country ?? "")])
    guard let row = rows.first else { throw .bug("a query without a table has no row") }
    let (hasCountries, hasCountry) = (try row.integer("any_country") == 1, try row.integer("country") == 1)
    return SessionHistory(
      hasSeenDevice: try row.integer("device") == 1, isNewCountry: country != nil && hasCountries && !hasCountry)
  }

  /// The network addresses of the sessions of an account, also of those that have ended.
  package func addresses(of accountID: String) throws(Problem) -> [String] {
    try transaction.query(
      "SELECT DISTINCT address FROM sessions WHERE account_id = $1 AND address IS NOT NULL LIMIT 1000",
      [.text(accountID)]
    ).map { (row) throws(Problem) in try row.text("address") }
  }

  /// Ends the active sessions of an account on a device.
  package func revoke(
    of accountID: String, on device: Device, as end: Session.End, at now: Timestamp
  ) throws(Problem) {
    try transaction.change(
      """
      UPDATE sessions SET revoked_at = $3, end_reason = $4, \(PushTable.removingPushToken)
      WHERE account_id = $1 AND device_id = $2 AND revoked_at IS NULL
      """, [.text(accountID), .text(device.id), .timestamp(now), .text(end.rawValue)])
  }

  /// Ends the least recently used sessions of an account until at most `count` of the same kind are left.
  /// - Parameter awaitingFactor: true for the sessions that wait for their second factor, false for the others.
  package func makeRoom(
    of accountID: String, keeping count: Int, awaitingFactor: Bool, at now: Timestamp
  ) throws(Problem) {
    try transaction.change(
      """
      UPDATE sessions SET revoked_at = $2, end_reason = $3, \(PushTable.removingPushToken) WHERE id IN (
        SELECT id FROM sessions WHERE account_id = $1 AND revoked_at IS NULL AND idle_ends_at > $2 AND ends_at > $2
          AND awaits_factor = $5
        ORDER BY last_used_at DESC, id DESC LIMIT 1000 OFFSET $4)
      """,
      [
        .text(accountID), .timestamp(now), .text(Session.End.tooManySessions.rawValue), .integer(count),
        .flag(awaitingFactor),
      ])
  }

  /// Ends every session of an account.
  /// - Parameter id: the one that stays; nil if none does.
  package func revokeAll(
    of accountID: String, except id: String? = nil, as end: Session.End, at now: Timestamp
  ) throws(Problem) {
    try transaction.change(
      """
      UPDATE sessions SET revoked_at = $3, end_reason = $4, \(PushTable.removingPushToken)
      WHERE account_id = $1 AND id <> $2 AND revoked_at IS NULL
      """, [.text(accountID), .text(id ?? ""), .timestamp(now), .text(end.rawValue)])
  }

  /// Ends a session.
  /// - Returns: false if it had ended before.
  @discardableResult
  package func revoke(_ id: String, as end: Session.End, at now: Timestamp) throws(Problem) -> Bool {
    try !transaction.changeReturning(
      """
      UPDATE sessions SET revoked_at = $2, end_reason = $3, \(PushTable.removingPushToken)
      WHERE id = $1 AND revoked_at IS NULL RETURNING id
      """,
      [.text(id), .timestamp(now), .text(end.rawValue)]
    ).isEmpty
  }

  /// Stores a new session.
  package func insert(_ session: Session) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO sessions (id, account_id, generation, rotated_at, device_id, device_platform, device_name, address,
        country, created_at, last_used_at, idle_ends_at, ends_at, factor_at, cookie_hash, method, awaits_factor)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      """,
      [
        .text(session.id), .text(session.accountID), .integer(session.generation), .timestamp(session.rotatedAt),
        .text(session.device?.id), .text(session.device?.platform), .text(session.device?.name ?? session.browserName),
        .text(session.address), .text(session.country), .timestamp(session.createdAt),
        .timestamp(session.lastUsedAt), .timestamp(session.idleEndsAt), .timestamp(session.endsAt),
        .timestamp(session.factorAt), .text(session.cookieHash), .text(session.method), .flag(session.awaitsFactor),
      ])
  }

  /// Records that a browser used its session, unless a later use is recorded.
  package func recordUse(ofSession id: String, at now: Timestamp, idleEndsAt: Timestamp) throws(Problem) {
    try transaction.change(
      """
      UPDATE sessions SET last_used_at = $2, idle_ends_at = $3
      WHERE id = $1 AND last_used_at < $2 AND revoked_at IS NULL
      """, [.text(id), .timestamp(now), .timestamp(idleEndsAt)])
  }

  /// Stores the use of a session's refresh token.
  package func recordRefresh(of session: Session) throws(Problem) {
    try transaction.change(
      """
      UPDATE sessions SET generation = $2, rotated_at = $3, address = $4, country = $5, last_used_at = $6,
        idle_ends_at = $7
      WHERE id = $1
      """,
      [
        .text(session.id), .integer(session.generation), .timestamp(session.rotatedAt), .text(session.address),
        .text(session.country), .timestamp(session.lastUsedAt), .timestamp(session.idleEndsAt),
      ])
  }

  /// Stores the members that a reauthentication changes.
  package func update(_ session: Session) throws(Problem) {
    try transaction.change(
      """
      UPDATE sessions SET generation = $2, rotated_at = $3, address = $4, country = $5, authenticated_at = $6,
        access_generation = $7, last_used_at = $8, idle_ends_at = $9, factor_at = $10, awaits_factor = $11
      WHERE id = $1
      """,
      [
        .text(session.id), .integer(session.generation), .timestamp(session.rotatedAt), .text(session.address),
        .text(session.country), .timestamp(session.reauthenticatedAt), .integer(session.accessGeneration),
        .timestamp(session.lastUsedAt), .timestamp(session.idleEndsAt), .timestamp(session.factorAt),
        .flag(session.awaitsFactor),
      ])
  }

  /// Records that a second factor was passed in a session.
  package func recordFactor(ofSession id: String, at now: Timestamp) throws(Problem) {
    try transaction.change("UPDATE sessions SET factor_at = $2 WHERE id = $1", [.text(id), .timestamp(now)])
  }

  /// Deletes sessions that ended before a timestamp, for any reason, at most `limit`.
  package func delete(endedBefore timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM sessions WHERE id IN (
        SELECT id FROM sessions WHERE COALESCE(revoked_at, idle_ends_at) <= $1
        ORDER BY COALESCE(revoked_at, idle_ends_at) LIMIT $2)
      RETURNING id
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }

  /// Ends the sessions that started before or at a timestamp, at most `limit`.
  /// - Returns: the number of ended sessions.
  package func end(begunBy timestamp: Timestamp, as end: Session.End, at now: Timestamp, limit: Int)
    throws(Problem) -> Int
  {
    try transaction.changeReturning(
      """
      UPDATE sessions SET revoked_at = $2, end_reason = $3, \(PushTable.removingPushToken) WHERE id IN (
        SELECT id FROM sessions WHERE revoked_at IS NULL AND COALESCE(revoked_at, idle_ends_at) > $2
          AND created_at <= $1
        ORDER BY COALESCE(revoked_at, idle_ends_at) LIMIT $4)
      RETURNING id
      """, [.timestamp(timestamp), .timestamp(now), .text(end.rawValue), .integer(limit)]
    ).count
  }

  private func session(_ row: Row) throws(Problem) -> Session {
    let device = Device(
      id: try row.optionalText("device_id") ?? "", platform: try row.optionalText("device_platform"),
      name: try row.optionalText("device_name"),
      pushService: try row.optionalText("push_service").flatMap(PushService.init))
    var session = Session(
      id: try row.text("id"), accountID: try row.text("account_id"), generation: try row.integer("generation"),
      rotatedAt: try row.timestamp("rotated_at"), device: device.id.isEmpty ? nil : device,
      address: try row.optionalText("address"), country: try row.optionalText("country"),
      createdAt: try row.timestamp("created_at"), reauthenticatedAt: try row.optionalTimestamp("authenticated_at"),
      accessGeneration: try row.integer("access_generation"),
      lastUsedAt: try row.timestamp("last_used_at"), idleEndsAt: try row.timestamp("idle_ends_at"),
      endsAt: try row.timestamp("ends_at"), revokedAt: try row.optionalTimestamp("revoked_at"),
      end: try row.optionalText("end_reason").flatMap(Session.End.init),
      factorAt: try row.optionalTimestamp("factor_at"), cookieHash: try row.optionalText("cookie_hash"))
    if session.device == nil { session.browserName = device.name }
    (session.method, session.awaitsFactor) = (try row.optionalText("method"), try row.flag("awaits_factor"))
    return session
  }
}
