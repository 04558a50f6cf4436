// SPDX-License-Identifier: Apache-2.0

import Domain

/// A session of an account on a device.
package struct Session: Equatable, Sendable {
  /// Why a session was ended before it expired.
  package enum End: String, CaseIterable, Sendable {
    case signedOut = "signed-out"
    case signedOutElsewhere = "signed-out-elsewhere"
    case tooManySessions = "too-many-sessions"
    case passwordChanged = "password-changed"
    case tokenReused = "token-reused"
    case addressClaimed = "address-claimed"
    case addressProven = "address-proven"
    case accountClosed = "account-closed"
    case keysCompromised = "keys-compromised"
    case endedByOperator = "ended-by-operator"
  }

  package var id: String
  package var accountID: String
  /// How often its refresh token was replaced. The current token contains the same number.
  package var generation: Int
  package var rotatedAt: Timestamp
  package var device: Device?
  package var address: String?
  package var createdAt: Timestamp
  package var lastUsedAt: Timestamp
  /// When the session expires if it is not used; never after `endsAt`.
  package var idleEndsAt: Timestamp
  package var endsAt: Timestamp
  package var revokedAt: Timestamp?
  package var end: End?

  package init(
    id: String, accountID: String, generation: Int = 0, rotatedAt: Timestamp, device: Device?, address: String?,
    createdAt: Timestamp, lastUsedAt: Timestamp, idleEndsAt: Timestamp, endsAt: Timestamp,
    revokedAt: Timestamp? = nil, end: End? = nil
  ) {
    self.id = id
    self.accountID = accountID
    self.generation = generation
    self.rotatedAt = rotatedAt
    self.device = device
    self.address = address
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.idleEndsAt = idleEndsAt
    self.endsAt = endsAt
    self.revokedAt = revokedAt
    self.end = end
  }
}

extension Transaction {
  /// The session with an id, also one that has ended; nil if there is none.
  package func session(id: String) throws(Problem) -> Session? {
    try query("SELECT * FROM sessions WHERE id = $1", [.text(id)]).first.map(session)
  }

  /// The active sessions of an account, most recently used first.
  package func sessions(of accountID: String, now: Timestamp) throws(Problem) -> [Session] {
    try query(
      """
      SELECT * FROM sessions WHERE account_id = $1 AND revoked_at IS NULL AND idle_ends_at > $2 AND ends_at > $2
      ORDER BY last_used_at DESC, id DESC LIMIT 1000
      """, [.text(accountID), .timestamp(now)]
    ).map(session)
  }

  /// Whether an account has had a session on a device, or, without a device id, from an address.
  package func hasHadSession(of accountID: String, on device: Device?, from address: String?) throws(Problem) -> Bool {
    let (column, value) = device.map { ("device_id", $0.id) } ?? ("address", address ?? "")
    return try !query(
      "SELECT id FROM sessions WHERE account_id = $1 AND COALESCE(\(column), '') = $2 LIMIT 1",
      [.text(accountID), .text(value)]
    ).isEmpty
  }

  /// Ends the sessions of an account except the `count` most recently used ones.
  package func revokeSessions(
    of accountID: String, keeping count: Int, as end: Session.End, at now: Timestamp
  ) throws(Problem) {
    try change(
      """
      UPDATE sessions SET revoked_at = $2, end_reason = $3 WHERE id IN (
        SELECT id FROM sessions WHERE account_id = $1 AND revoked_at IS NULL AND idle_ends_at > $2 AND ends_at > $2
        ORDER BY last_used_at DESC, id DESC LIMIT 1000 OFFSET $4)
      """, [.text(accountID), .timestamp(now), .text(end.rawValue), .integer(count)])
  }

  /// Ends every session of an account except one.
  package func revokeSessions(
    of accountID: String, except id: String, as end: Session.End, at now: Timestamp
  ) throws(Problem) {
    try change(
      """
      UPDATE sessions SET revoked_at = $3, end_reason = $4
      WHERE account_id = $1 AND id <> $2 AND revoked_at IS NULL
      """, [.text(accountID), .text(id), .timestamp(now), .text(end.rawValue)])
  }

  /// Ends a session.
  /// - Returns: false if it had ended before.
  @discardableResult
  package func revokeSession(_ id: String, as end: Session.End, at now: Timestamp) throws(Problem) -> Bool {
    try !changeReturning(
      "UPDATE sessions SET revoked_at = $2, end_reason = $3 WHERE id = $1 AND revoked_at IS NULL RETURNING id",
      [.text(id), .timestamp(now), .text(end.rawValue)]
    ).isEmpty
  }

  /// Stores a new session.
  package func insert(_ session: Session) throws(Problem) {
    try change(
      """
      INSERT INTO sessions (id, account_id, generation, rotated_at, device_id, device_platform, device_name, address,
        created_at, last_used_at, idle_ends_at, ends_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """,
      [
        .text(session.id), .text(session.accountID), .integer(session.generation), .timestamp(session.rotatedAt),
        .text(session.device?.id), .text(session.device?.platform), .text(session.device?.name),
        .text(session.address), .timestamp(session.createdAt), .timestamp(session.lastUsedAt),
        .timestamp(session.idleEndsAt),
        .timestamp(session.endsAt),
      ])
  }

  /// Stores the members that using a session changes.
  package func update(_ session: Session) throws(Problem) {
    try change(
      """
      UPDATE sessions SET generation = $2, rotated_at = $3, address = $4, last_used_at = $5, idle_ends_at = $6
      WHERE id = $1
      """,
      [
        .text(session.id), .integer(session.generation), .timestamp(session.rotatedAt), .text(session.address),
        .timestamp(session.lastUsedAt), .timestamp(session.idleEndsAt),
      ])
  }

  /// Deletes sessions that ended before a timestamp, for any reason, at most `limit`.
  package func deleteSessions(endedBefore timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try changeReturning(
      """
      DELETE FROM sessions WHERE id IN (
        SELECT id FROM sessions WHERE COALESCE(revoked_at, idle_ends_at) <= $1
        ORDER BY COALESCE(revoked_at, idle_ends_at) LIMIT $2)
      RETURNING id
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }

  private func session(_ row: Row) throws(Problem) -> Session {
    let device = Device(
      id: try row.optionalText("device_id") ?? "", platform: try row.optionalText("device_platform"),
      name: try row.optionalText("device_name"))
    return Session(
      id: try row.text("id"), accountID: try row.text("account_id"), generation: try row.integer("generation"),
      rotatedAt: try row.timestamp("rotated_at"), device: device.id.isEmpty ? nil : device,
      address: try row.optionalText("address"), createdAt: try row.timestamp("created_at"),
      lastUsedAt: try row.timestamp("last_used_at"), idleEndsAt: try row.timestamp("idle_ends_at"),
      endsAt: try row.timestamp("ends_at"), revokedAt: try row.optionalTimestamp("revoked_at"),
      end: try row.optionalText("end_reason").flatMap(Session.End.init))
  }
}
