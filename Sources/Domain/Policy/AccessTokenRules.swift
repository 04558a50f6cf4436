// SPDX-License-Identifier: Apache-2.0

/// The policy's `accessToken`: whom access tokens are for, and which further claims they have, for services that read
/// them.
package struct AccessTokenRules: Sendable {
  /// The value of a claim.
  package enum Value: Equatable, Sendable {
    case literal(String)
    case id, email, role, team, clients
    /// A profile field of the policy.
    case profile(String)
  }

  /// `aud`; nil for the name of the app.
  package let audience: String?
  package let claims: [(name: String, value: Value)]

  /// The most client records that a token names, and the most bytes of all claims. Servers limit the length of headers.
  package static let maximumClients = 50
  package static let maximumBytes = 4096
  /// The claims on which this service relies, and `gen`, by which it knows the newest token of a session.
  private static let reserved = ["iss", "sub", "aud", "exp", "iat", "sid", "gen"]

  /// - Throws: `service/misconfigured` for a reserved name, and for a value that accounts do not have.
  init(_ json: JSON?, _ profile: AccountRules.ProfileRules) throws(Problem) {
    audience = json?["audience"]?.string
    claims = try (json?["claims"]?.members?.pairs ?? []).map { (name, value) throws(Problem) in
      guard !Self.reserved.contains(name) else {
        throw Self.fault(name, "is reserved: every access token has it")
      }
      return (name, try Self.value(value.string ?? "", of: name, profile))
    }
  }

  private static func value(
    _ text: String, of name: String, _ profile: AccountRules.ProfileRules
  ) throws(Problem) -> Value {
    guard text.hasPrefix("$") else { return .literal(text) }
    switch text {
    case "$account.id": return .id
    case "$account.email": return .email
    case "$account.role": return .role
    case "$account.team": return .team
    case "$account.clients": return .clients
    default: break
    }
    let prefix = "$account.profile."
    let field = String(text.dropFirst(prefix.count))
    guard text.hasPrefix(prefix), profile.fields[field] != nil else {
      throw fault(
        name,
        "should be a text, or $account.id, .email, .role, .team, .clients or .profile. with a field of /profile/fields")
    }
    return .profile(field)
  }

  private static func fault(_ name: String, _ detail: String) -> Problem {
    .misconfigured("POLICY_FILE", "/accessToken/claims/\(name): \(detail)")
  }
}
