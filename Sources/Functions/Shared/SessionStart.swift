import Domain
import Identity
import Storage

extension Environment {
  /// Begins a session for an account and makes its first tokens.
  /// - Returns: the `session` of a result.
  func beginSession(for account: Account, on device: Device?, _ call: Call, _ rows: Transaction) throws(Problem) -> JSON
  {
    let refreshToken = random(32).base64URL
    let session = Session(
      id: newID(), accountID: account.id, refreshHash: hashed(refreshToken), device: device,
      address: call.clientAddress, createdAt: now, lastUsedAt: now, idleEndsAt: now + policy.session.idle,
      endsAt: now + policy.session.absolute)
    try rows.revokeSessions(of: account.id, keeping: policy.session.maxPerAccount - 1, at: now)
    try rows.insert(session)
    try rows.recordSignIn(of: account.id, at: now)
    let expiresAt = now + policy.session.access
    let token = AccessToken(
      issuer: issuer, audience: policy.app.name, subject: account.id, sessionID: session.id, role: account.role,
      issuedAt: now, expiresAt: expiresAt)
    return [
      "accessToken": .string(try tokens.sign(token, in: rows)),
      "accessTokenExpiresAt": .string(Timestamp(seconds: expiresAt.wholeSeconds).rfc3339),
      "refreshToken": .string(refreshToken),
    ]
  }

  /// Whether the account may use the app yet.
  func state(of account: Account) -> String {
    account.emailVerified || !policy.email.verificationRequired ? "signedIn" : "emailNotVerified"
  }
}

extension Fields {
  func optionalDevice(_ name: String) throws(Problem) -> Device? {
    guard let device = optionalFields(name) else { return nil }
    return Device(
      id: try device.text("id"), platform: device.optionalText("platform"), name: device.optionalText("name"))
  }
}
