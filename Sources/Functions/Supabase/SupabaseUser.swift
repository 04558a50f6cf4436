// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// An account in the form of Supabase's users.
struct SupabaseUser {
  let account: Account
  private(set) var identities: [LinkedIdentity]
  private(set) var factors: [Factor]
  let hasPassword: Bool
  private(set) var appMetadata: JSON
  let userMetadata: JSON
  /// The address that waits for its proof; nil if none does.
  private var newAddress: EmailAddress?

  /// Supabase's name of the provider of people who sign in by their address.
  static let email = "email"

  /// Supabase's name of a sign-in method.
  static func provider(_ method: SignInMethod) -> String { method == .password ? email : method.name }

  init(_ id: String, _ decision: Decision) throws(Problem) {
    let tables = decision.tables
    guard let account = try tables.accounts.find(id: id) else {
      throw Problem(.userNotFound, "there is no such user")
    }
    self.account = account
    identities = try tables.identities.all(of: id).filter { $0.endedAt == nil }
    factors = try tables.factors.all(of: id, now: decision.now)
    hasPassword = try tables.accounts.signInMethods(of: id).contains(.password)
    appMetadata = try decision.sessions.appMetadata(of: account)
    userMetadata = try tables.userMetadata.find(id)
    newAddress = try decision.addresses.pending(of: account)
  }

  /// The user as if they had only their address.
  var ofAddress: SupabaseUser {
    var user = self
    (user.identities, user.factors, user.newAddress) = ([], [], nil)
    let email = JSON.string(Self.email)
    user.appMetadata = appMetadata.merging(["provider": email, "providers": [email]])
    return user
  }

  var json: JSON {
    let confirmedAt = account.provenPrimary?.provenAt
    return .object([
      "id": .string(account.id), "aud": .string(Policy.supabaseAudience), "role": .string(Policy.supabaseAudience),
      "email": .string(account.email?.text ?? ""), "new_email": newAddress.map { .string($0.text) },
      "phone": .string(account.phone ?? ""),
      "email_confirmed_at": confirmedAt.map(Self.time), "confirmed_at": confirmedAt.map(Self.time),
      "last_sign_in_at": account.lastSignInAt.map(Self.time), "app_metadata": appMetadata,
      "user_metadata": userMetadata, "identities": .array(ownIdentity + identities.map(json)),
      "factors": .array(factors.filter { $0.type == .totp }.map(json)), "created_at": Self.time(account.createdAt),
      "updated_at": Self.time(account.updatedAt), "is_anonymous": false,
    ])
  }

  private static func time(_ time: Timestamp) -> JSON { .string(time.rfc3339) }

  /// The identity of somebody who signs in by the address, with a password or a mailed code.
  private var ownIdentity: [JSON] {
    guard let email = account.email, hasPassword || identities.isEmpty else { return [] }
    let data: JSON = [
      "sub": .string(account.id), "email": .string(email.text), "email_verified": .bool(account.emailVerified),
      "phone_verified": false,
    ]
    return [identity(Self.id(of: "email\n\(account.id)"), account.id, Self.email, data, account.createdAt)]
  }

  private func json(_ linked: LinkedIdentity) -> JSON {
    let data: JSON = .object([
      "sub": .string(linked.subject), "provider_id": .string(linked.subject), "iss": .string(linked.issuer),
      "email": linked.email.map { JSON($0.text) }, "email_verified": .bool(linked.emailVerified),
      "full_name": linked.displayName.map(JSON.string), "name": linked.displayName.map(JSON.string),
      "avatar_url": linked.photoURL.map(JSON.string),
    ])
    return identity(Self.id(of: linked), linked.subject, linked.provider, data, linked.linkedAt)
  }

  private func identity(_ id: String, _ subject: String, _ provider: String, _ data: JSON, _ at: Timestamp) -> JSON {
    .object([
      "identity_id": .string(id), "id": .string(subject), "user_id": .string(account.id), "provider": .string(provider),
      "identity_data": data, "email": data["email"], "created_at": Self.time(at), "updated_at": Self.time(at),
      "last_sign_in_at": Self.time(account.lastSignInAt ?? at),
    ])
  }

  /// The sign-in method of an identity; nil if the account has no such identity.
  func method(ofIdentity id: String) -> SignInMethod? {
    if id == Self.id(of: "email\n\(account.id)") { return .password }
    return identities.first { Self.id(of: $0) == id }.map { SignInMethod($0.provider) }
  }

  /// The id of an identity, which clients give to remove it.
  static func id(of linked: LinkedIdentity) -> String { id(of: "\(linked.issuer)\n\(linked.subject)") }

  /// A UUID (RFC 9562, version 8) of a text.
  private static func id(of text: String) -> String {
    uuid(of: Array(sha256(Array(text.utf8)).prefix(16)))
  }

  /// A UUID (RFC 9562, version 8) with the bits of 16 bytes, except those of the version and the variant.
  static func uuid(of bits: [UInt8]) -> String {
    var bytes = bits
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array(bytes.hexadecimal)
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return parts.joined(separator: "-")
  }

  private func json(_ factor: Factor) -> JSON {
    .object([
      "id": .string(factor.id), "friendly_name": .string(factor.name ?? ""),
      "factor_type": .string(factor.type.rawValue),
      "status": factor.isConfirmed ? "verified" : "unverified", "created_at": Self.time(factor.createdAt),
      "updated_at": Self.time(factor.confirmedAt ?? factor.createdAt),
    ])
  }
}

extension SupabaseRequest {
  /// A user, as stored.
  func user(_ id: String) throws(Problem) -> JSON {
    try environment.read(call) { (decision) throws(Problem) in try SupabaseUser(id, decision).json }
  }

  /// The answer of a sign-in: the session with its user.
  /// - Parameters:
  ///   - session: the member `session` of a function's result.
  ///   - user: nil for the account that the access token names.
  func session(_ session: JSON, of account: String) throws(Problem) -> SupabaseResponse {
    guard let access = session["accessToken"]?.string, let refresh = session["refreshToken"]?.string,
      let end = session["accessTokenExpiresAt"]?.string.flatMap(Timestamp.init(rfc3339:))
    else { throw .bug("a session has no tokens") }
    return SupabaseResponse([
      "access_token": .string(access), "token_type": "bearer",
      "expires_in": JSON(end.wholeSeconds - environment.now.wholeSeconds), "expires_at": JSON(end.wholeSeconds),
      "refresh_token": .string(refresh), "user": try user(account),
    ])
  }
}
