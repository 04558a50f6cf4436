// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A sign-in at a provider that a client has begun, as the `state` that the provider returns, encrypted. The client's
/// challenge binds its outcome to the client.
private struct SupabaseFlow {
  let provider: String
  let target: SupabaseTarget
  let nonce: String
  let verifier: String
  /// The session to whose account the provider is added; nil for a sign-in.
  let linksTo: String?
  let begunAt: Timestamp

  static let lifetime = Duration.minutes(10)
  private static let place = "state"

  init(_ provider: String, _ target: SupabaseTarget, linksTo session: String?, _ environment: Environment) {
    (self.provider, self.target, linksTo, begunAt) = (provider, target, session, environment.now)
    nonce = environment.random(24).base64URL
    verifier = environment.random(48).base64URL
  }

  func sealed(_ environment: Environment) throws(Problem) -> String {
    let text: JSON = .object([
      "provider": .string(provider), "redirect": target.redirect.map(JSON.string),
      "challenge": target.challenge.map(JSON.string), "nonce": .string(nonce), "verifier": .string(verifier),
      "linksTo": linksTo.map(JSON.string), "begunAt": JSON(begunAt.milliseconds),
    ])
    return try environment.secret.seal(text.text, for: .supabaseLinks, at: Self.place)
  }

  /// Nil for a text that is not a state of this service, or too old.
  init?(sealed text: String, _ environment: Environment) throws(Problem) {
    guard let opened = try environment.secret.opened(text, for: .supabaseLinks, at: Self.place),
      let json = try? JSON(parsing: Array(opened.utf8)), let provider = json["provider"]?.string,
      let nonce = json["nonce"]?.string, let verifier = json["verifier"]?.string,
      let begunAt = json["begunAt"]?.integer.map({ Timestamp(milliseconds: $0) }),
      environment.now < begunAt + Self.lifetime
    else { return nil }
    (self.provider, self.nonce, self.verifier, self.begunAt) = (provider, nonce, verifier, begunAt)
    target = SupabaseTarget(redirect: json["redirect"]?.string, challenge: json["challenge"]?.string)
    linksTo = json["linksTo"]?.string
  }
}

/// `authorize`, `callback` and `user/identities`: providers by authorization code with PKCE. The implicit flow is off.
extension SupabaseRequest {
  func authorize() throws(Problem) -> SupabaseResponse { .redirect(to: try providerURL(linksTo: nil)) }

  /// The URL at which a signed-in person adds a provider to the account.
  func authorizeLink() throws(Problem) -> SupabaseResponse {
    let session = try call.sessionAtEntry()
    try requireCompleteSession()
    let account = try caller
    try session.requireRecent(of: account, policy.session, at: environment.now)
    try LinkIdentity.requireProvenAddress(of: account)
    let url = try providerURL(linksTo: session.id)
    return event.query.optionalText("skip_http_redirect") == "true"
      ? SupabaseResponse(["url": .string(url)]) : .redirect(to: url)
  }

  private func providerURL(linksTo session: String?) throws(Problem) -> String {
    let name = event.query.optionalText("provider") ?? ""
    guard let provider = policy.providers[name], try environment.authentication.codeFlow.isOffered(provider) else {
      throw Problem(.providerNotEnabled, "the policy has no client secret of the provider")
    }
    let target = try target()
    guard target.challenge != nil else {
      throw .invalid("/code_challenge", .eventInvalid, "is required: the implicit flow is off; use the flow type pkce")
    }
    let begun = SupabaseFlow(name, target, linksTo: session, environment)
    return try environment.authentication.codeFlow.address(
      of: provider, redirect: try callbackURL(), state: try begun.sealed(environment), nonce: begun.nonce,
      verifier: begun.verifier)
  }

  private func callbackURL() throws(Problem) -> String { "\(try environment.publicURL())/auth/v1/callback" }

  /// Where a provider leads back.
  func callback() throws(Problem) -> SupabaseResponse {
    func field(_ name: String) -> String? { event.query.optionalText(name) ?? text(name) }
    guard let begun = try SupabaseFlow(sealed: field("state") ?? "", environment),
      let challenge = begun.target.challenge
    else {
      let code = SupabaseErrorCode.badOAuthState.rawValue
      return try response(to: nil, with: [("error", "invalid_request"), ("error_code", code)])
    }
    guard let code = field("code"), field("error") == nil, isFrom(begun.provider, field("iss")) else {
      // RFC 6749, section 4.1.2.1: only the provider says that a person has declined.
      let said = field("error")
      let error =
        said.flatMap { ["access_denied", "temporarily_unavailable"].contains($0) ? $0 : nil } ?? "server_error"
      return try response(to: begun.target.redirect, with: [("error", error), ("error_code", "bad_oauth_callback")])
    }
    do throws(Problem) {
      let flow = try flowCode(of: begun, code, challenge)
      return try response(to: begun.target.redirect, with: [("code", try flow.sealed(environment))])
    } catch {
      guard error.isRefusal else { throw error }
      return try response(to: begun.target.redirect, refusing: error, of: nil)
    }
  }

  /// RFC 9207: the answer is not of another provider.
  private func isFrom(_ provider: String, _ issuer: String?) -> Bool {
    issuer.map { policy.providers[provider]?.accepts(issuer: $0) ?? false } ?? true
  }

  /// What the client exchanges for a session, after the sign-in at the provider.
  private func flowCode(
    of begun: SupabaseFlow, _ code: String, _ challenge: String
  ) throws(Problem) -> SupabaseFlowCode {
    guard let provider = policy.providers[begun.provider] else {
      throw Problem(.providerNotEnabled, "the policy does not have the provider any more")
    }
    let token = try environment.authentication.codeFlow.idToken(
      of: provider, code: code, redirect: try callbackURL(), verifier: begun.verifier)
    let identity: JSON = [
      "provider": .string(begun.provider), "idToken": .string(token), "nonce": .string(begun.nonce),
    ]
    func made(for account: String) -> SupabaseFlowCode {
      SupabaseFlowCode(account: account, method: .oauth, challenge: challenge, begunAt: environment.now)
    }
    if let session = begun.linksTo {
      var flow = made(for: try owner(of: session).account.id)
      flow.link = (session, identity)
      return flow
    }
    var supabase = SupabaseCall(method: .oauth)
    (supabase.newRole, supabase.beginsSession) = (newRole, false)
    let result = try perform(SignIn.self, ["identity": identity], supabase)
    guard let id = result["account"]?["id"]?.string else { throw .bug("a sign-in has no account") }
    return made(for: id)
  }

  /// Adds an identity to the account of a session.
  func add(_ identity: JSON, to session: String) throws(Problem) {
    _ = try signedIn(try owner(of: session)).perform(LinkIdentity.self, ["identity": identity])
  }

  private func owner(of sessionID: String) throws(Problem) -> Caller {
    let found = try environment.read(call) { (decision) throws(Problem) -> Caller? in
      guard let session = try decision.tables.sessions.find(id: sessionID),
        let account = try decision.tables.accounts.find(ofSession: sessionID)
      else { return nil }
      return Caller(account: account, .session(session))
    }
    guard let found else { throw .sessionRevoked(.signedOut) }
    try found.requireLiveSession(at: environment.now)
    return found
  }

  private func signedIn(_ caller: Caller) -> SupabaseRequest {
    SupabaseRequest(event, call.signedIn(caller), environment, parameter: parameter)
  }

  /// Removes a sign-in method, unless it is the last one.
  func unlink() throws(Problem) -> SupabaseResponse {
    let caller = try caller
    let method = try environment.read(call) { (decision) throws(Problem) in
      try SupabaseUser(caller.id, decision).method(ofIdentity: parameter ?? "")
    }
    guard let method else { throw Problem(.notFound, "the account has no such identity") }
    _ = try perform(UnlinkIdentity.self, ["provider": .string(method.name)])
    return SupabaseResponse([:])
  }
}
