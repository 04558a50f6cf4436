import Domain

/// A key of ours that signs access tokens, its private half sealed.
public struct StoredSigningKey: Sendable {
  public var id: String
  /// The public half as a JWK.
  public var publicKey: JSON
  public var sealedPrivateKey: String
  public var createdAt: Timestamp

  public init(id: String, publicKey: JSON, sealedPrivateKey: String, createdAt: Timestamp) {
    self.id = id
    self.publicKey = publicKey
    self.sealedPrivateKey = sealedPrivateKey
    self.createdAt = createdAt
  }
}

extension Transaction {
  /// The keys made last, the newest first; older ones have nothing left to verify.
  public func newestSigningKeys() throws(Problem) -> [StoredSigningKey] {
    try query("SELECT * FROM signing_keys ORDER BY created_at DESC, id DESC LIMIT 4").map(signingKey)
  }

  public func signingKey(id: String) throws(Problem) -> StoredSigningKey? {
    try query("SELECT * FROM signing_keys WHERE id = $1", [.text(id)]).first.map(signingKey)
  }

  public func insert(_ key: StoredSigningKey) throws(Problem) {
    try change(
      "INSERT INTO signing_keys (id, public_key, sealed_private_key, created_at) VALUES ($1, $2, $3, $4)",
      [.text(key.id), .json(key.publicKey), .text(key.sealedPrivateKey), .moment(key.createdAt)])
  }

  private func signingKey(_ row: Row) throws(Problem) -> StoredSigningKey {
    StoredSigningKey(
      id: try row.text("id"), publicKey: try row.json("public_key"),
      sealedPrivateKey: try row.text("sealed_private_key"), createdAt: try row.moment("created_at"))
  }
}
