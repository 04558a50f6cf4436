import Domain

/// A signed-in device.
public struct Session: Equatable, Sendable {
  public var id: String
  public var accountID: String
  /// The hash of the refresh token that is current.
  public var refreshHash: String
  public var device: Device?
  public var address: String?
  public var createdAt: Timestamp
  public var lastUsedAt: Timestamp
  public var idleEndsAt: Timestamp
  public var endsAt: Timestamp
  public var revokedAt: Timestamp?

  public init(
    id: String, accountID: String, refreshHash: String, device: Device?, address: String?, createdAt: Timestamp,
    lastUsedAt: Timestamp, idleEndsAt: Timestamp, endsAt: Timestamp, revokedAt: Timestamp? = nil
  ) {
    self.id = id
    self.accountID = accountID
    self.refreshHash = refreshHash
    self.device = device
    self.address = address
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.idleEndsAt = idleEndsAt
    self.endsAt = endsAt
    self.revokedAt = revokedAt
  }
}

extension Transaction {
  public func session(id: String) throws(Problem) -> Session? {
    try query("SELECT * FROM sessions WHERE id = $1", [.text(id)]).first.map(session)
  }

  /// Ends an account's sessions except so many that were used last.
  public func revokeSessions(of accountID: String, keeping count: Int, at now: Timestamp) throws(Problem) {
    try change(
      """
      UPDATE sessions SET revoked_at = $2 WHERE id IN (
        SELECT id FROM sessions WHERE account_id = $1 AND revoked_at IS NULL
        ORDER BY last_used_at DESC, id DESC LIMIT 1000 OFFSET $3)
      """, [.text(accountID), .moment(now), .integer(count)])
  }

  public func insert(_ session: Session) throws(Problem) {
    try change(
      """
      INSERT INTO sessions (id, account_id, refresh_hash, device_id, device_platform, device_name, address, created_at,
        last_used_at, idle_ends_at, ends_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      """,
      [
        .text(session.id), .text(session.accountID), .text(session.refreshHash), .text(session.device?.id),
        .text(session.device?.platform), .text(session.device?.name), .text(session.address),
        .moment(session.createdAt), .moment(session.lastUsedAt), .moment(session.idleEndsAt), .moment(session.endsAt),
      ])
  }

  private func session(_ row: Row) throws(Problem) -> Session {
    let device = Device(
      id: try row.optionalText("device_id") ?? "", platform: try row.optionalText("device_platform"),
      name: try row.optionalText("device_name"))
    return Session(
      id: try row.text("id"), accountID: try row.text("account_id"), refreshHash: try row.text("refresh_hash"),
      device: device.id.isEmpty ? nil : device, address: try row.optionalText("address"),
      createdAt: try row.moment("created_at"), lastUsedAt: try row.moment("last_used_at"),
      idleEndsAt: try row.moment("idle_ends_at"), endsAt: try row.moment("ends_at"),
      revokedAt: try row.optionalMoment("revoked_at"))
  }
}
