// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// `token`: signs in, and refreshes a session.
extension SupabaseRequest {
  func token() throws(Problem) -> SupabaseResponse {
    switch event.query.optionalText("grant_type") ?? text("grant_type") {
    case "password": return try signInWithPassword()
    case "refresh_token": return try refresh()
    case "id_token": return try signInWithIDToken()
    case "pkce": return try exchange()
    case "web3": return notOffered(.web3ProviderDisabled)
    default: throw .invalid("/grant_type", .eventInvalid, "is not one that this service knows")
    }
  }

  private func signInWithPassword() throws(Problem) -> SupabaseResponse {
    guard text("phone") == nil else { return notOffered(.phoneProviderDisabled) }
    let event: JSON = .members([("email", body.json("email")), ("password", body.json("password"))])
    return try signedIn(try perform(SignIn.self, event, SupabaseCall(method: .password)))
  }

  /// Clients of Supabase Auth give the provider the SHA-256 of their nonce, whatever form the policy says for it.
  private func signInWithIDToken() throws(Problem) -> SupabaseResponse {
    let identity: JSON = .members([
      ("provider", body.json("provider")), ("idToken", body.json("id_token")),
      ("nonce", text("nonce").map { .string(nonceInToken($0)) }),
    ])
    if body.json("link_identity")?.bool ?? false { return try link(identity) }
    var supabase = SupabaseCall(method: .oauth)
    supabase.newRole = newRole
    return try signedIn(try perform(SignIn.self, ["identity": identity], supabase))
  }

  /// Adds an identity to the account whose access token the client has sent.
  private func link(_ identity: JSON) throws(Problem) -> SupabaseResponse {
    guard call.token != nil else { return SupabaseError.noToken.response(event.version) }
    var request = self
    try request.authenticate(for: .session)
    _ = try request.perform(LinkIdentity.self, ["identity": identity])
    return try request.renewed(by: LinkIdentity.name)
  }

  /// The nonce with which the provider's tokens are compared, if they contain the SHA-256 of this one.
  private func nonceInToken(_ nonce: String) -> String {
    let provider = text("provider").flatMap { environment.policy.providers[$0] }
    return provider?.nonceForm == .plain ? sha256(Array(nonce.utf8)).hexadecimal : nonce
  }

  /// The answer of a sign-in.
  func signedIn(_ result: JSON) throws(Problem) -> SupabaseResponse {
    guard let id = result["account"]?["id"]?.string, let session = result["session"] else {
      throw .bug("a sign-in has no account")
    }
    return try self.session(session, of: id)
  }

  private func refresh() throws(Problem) -> SupabaseResponse {
    let token = try requiredText("refresh_token")
    let result = try perform(RefreshSession.self, ["refreshToken": .string(token)])
    guard let session = result["session"] else { throw .bug("a refreshed session has no tokens") }
    let known = try environment.readAtOnce(call) { (decision) throws(Problem) in
      try decision.tables.sessions.find(id: RefreshToken.unverifiedSession(of: token))
    }
    guard let account = known?.accountID else { throw .sessionRevoked(.signedOut) }
    return try self.session(session, of: account)
  }
}
