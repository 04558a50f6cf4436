// SPDX-License-Identifier: Apache-2.0

/// A session of an account on a device.
package struct Session: Equatable, Sendable {
  /// Why a session was ended before it expired.
  package enum End: String, CaseIterable, Sendable {
    case signedOut = "signed-out"
    case signedOutElsewhere = "signed-out-elsewhere"
    case tooManySessions = "too-many-sessions"
    /// The person signed in again on the same device.
    case signedInAgain = "signed-in-again"
    /// Another device used the refresh token, and the policy binds sessions to their device.
    case otherDevice = "other-device"
    case passwordChanged = "password-changed"
    case tokenReused = "token-reused"
    case addressClaimed = "address-claimed"
    case addressProven = "address-proven"
    case accountClosed = "account-closed"
    /// The person ended the connection at their provider.
    case providerRevoked = "provider-revoked"
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
  /// The country of the sign-in, as two capital letters (ISO 3166-1).
  package var country: String?
  package var createdAt: Timestamp
  /// When the person last proved again who they are; nil if they did not since the sign-in.
  package var reauthenticatedAt: Timestamp?
  /// How often the person has reauthenticated. Access tokens of earlier generations are not valid.
  package var accessGeneration: Int
  package var lastUsedAt: Timestamp
  /// When the session expires if it is not used; never after `endsAt`.
  package var idleEndsAt: Timestamp
  package var endsAt: Timestamp
  package var revokedAt: Timestamp?
  package var end: End?
  /// When a second factor was last passed in this session; nil if none was.
  package var factorAt: Timestamp?
  /// The hash of the secret in the cookie of a browser's session; nil for the session of an app.
  package var cookieHash: String?
  /// The browser of such a session, as people call it; nil if it is unknown.
  package var browserName: String?
  /// How the person signed in, as access tokens for Supabase's clients say it (`amr`); nil for other sessions.
  package var method: String?
  /// Whether the session gives no access before its second factor was passed.
  package var awaitsFactor = false

  package init(
    id: String, accountID: String, generation: Int = 0, rotatedAt: Timestamp, device: Device?, address: String?,
    country: String? = nil, createdAt: Timestamp, reauthenticatedAt: Timestamp? = nil, accessGeneration: Int = 0,
    lastUsedAt: Timestamp, idleEndsAt: Timestamp, endsAt: Timestamp, revokedAt: Timestamp? = nil, end: End? = nil,
    factorAt: Timestamp? = nil, cookieHash: String? = nil
  ) {
    self.id = id
    self.accountID = accountID
    self.generation = generation
    self.rotatedAt = rotatedAt
    self.device = device
    self.address = address
    self.country = country
    self.createdAt = createdAt
    self.reauthenticatedAt = reauthenticatedAt
    self.accessGeneration = accessGeneration
    self.lastUsedAt = lastUsedAt
    self.idleEndsAt = idleEndsAt
    self.endsAt = endsAt
    self.revokedAt = revokedAt
    self.end = end
    self.factorAt = factorAt
    self.cookieHash = cookieHash
  }

  /// When the person last proved who they are: at the sign-in, or later.
  package var authenticatedAt: Timestamp { reauthenticatedAt ?? createdAt }
}
