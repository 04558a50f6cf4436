// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Where links and providers lead back, and the codes of PKCE (RFC 7636) that they bring along.
extension SupabaseRequest {
  /// What the client asks of a link.
  /// - Throws: `event/invalid` for a method of PKCE other than S256.
  func target() throws(Problem) -> SupabaseTarget {
    let challenge = try pkceChallenge()
    return SupabaseTarget(redirect: redirect(hasChallenge: challenge != nil), challenge: challenge)
  }

  private func parameter(_ name: String) -> String? {
    let text = event.query.optionalText(name) ?? body.optionalText(name)
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func pkceChallenge() throws(Problem) -> String? {
    guard let challenge = parameter("code_challenge") else { return nil }
    guard parameter("code_challenge_method")?.lowercased() == "s256" else {
      throw .invalid("/code_challenge_method", .eventInvalid, "should be s256")
    }
    guard bytes(base64: challenge)?.count == 32 else {
      throw .invalid("/code_challenge", .eventInvalid, "should be a SHA-256 in base64url")
    }
    return challenge
  }

  /// The requested URL; nil if there is none, or if the policy does not allow it. Both lead to the site.
  /// - Parameter hasChallenge: whether an app may get a code. Another app can register the same scheme, so nothing
  ///   leads to an app without PKCE.
  func redirect(hasChallenge: Bool) -> String? {
    guard let text = parameter("redirect_to") else { return nil }
    if hasChallenge, isOfApp(text) { return text }
    guard let base = try? environment.publicURL() else { return nil }
    return ReturnURL(text, base: base, listed: policy.app.returnURLs)?.text
  }

  private func isOfApp(_ url: String) -> Bool {
    let scheme = "\(policy.app.urlScheme.lowercased())://"
    let isPlain = url.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\\\"<>^`{|}".utf8.contains($0) }
    return url.utf8.count <= 2048 && isPlain && url.lowercased().hasPrefix(scheme)
  }

  /// Leads to the target, or to the site.
  /// - Parameter pairs: what the URL gets as its query.
  func response(to redirect: String?, with pairs: [(name: String, value: String)]) throws(Problem) -> SupabaseResponse {
    let url = if let redirect { redirect } else { try environment.publicURL() }
    guard !pairs.isEmpty else { return .redirect(to: url) }
    let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? "#\(parts[1])" : ""
    return .redirect(to: "\(parts[0])\(parts[0].contains("?") ? "&" : "?")\(formEncoded(pairs))\(fragment)")
  }

  /// Leads back with an error, as Supabase does.
  func response(to redirect: String?, refusing problem: Problem, of route: SupabaseRoute?) throws(Problem)
    -> SupabaseResponse
  {
    let error = SupabaseError(problem, try environment.messages.answer(problem, call.language), of: route)
    return try response(
      to: redirect,
      with: [
        ("error", error.status >= 500 ? "server_error" : "access_denied"), ("error_code", error.code.rawValue),
        ("error_description", error.message),
      ])
  }
}

/// A code that a client exchanges for a session: the account, encrypted, bound to the client by PKCE. It can be
/// used once, within five minutes.
struct SupabaseFlowCode {
  let account: String
  let method: SupabaseCall.Method
  let challenge: String
  let begunAt: Timestamp
  /// The session whose account gets a sign-in method, and the identity as `link-identity` takes it; nil for a sign-in.
  /// It is added when the client exchanges the code: a person who follows somebody else's link to a provider adds
  /// nothing.
  var link: (session: String, identity: JSON)?

  static let lifetime = Duration.minutes(5)
  private static let place = "auth_code"

  func sealed(_ environment: Environment) throws(Problem) -> String {
    let text: JSON = .object([
      "account": .string(account), "method": .string(method.rawValue), "challenge": .string(challenge),
      "begunAt": JSON(begunAt.milliseconds), "session": link.map { .string($0.session) }, "identity": link?.identity,
    ])
    return try environment.secret.seal(text.text, for: .supabaseLinks, at: Self.place)
  }

  /// Nil for a text that is not such a code.
  init?(sealed text: String, _ environment: Environment) throws(Problem) {
    guard let opened = try environment.secret.opened(text, for: .supabaseLinks, at: Self.place),
      let json = try? JSON(parsing: Array(opened.utf8)), let account = json["account"]?.string,
      let method = json["method"]?.string.flatMap(SupabaseCall.Method.init), let challenge = json["challenge"]?.string,
      let begunAt = json["begunAt"]?.integer
    else { return nil }
    self.init(account: account, method: method, challenge: challenge, begunAt: Timestamp(milliseconds: begunAt))
    if let session = json["session"]?.string, let identity = json["identity"] { link = (session, identity) }
  }

  init(account: String, method: SupabaseCall.Method, challenge: String, begunAt: Timestamp) {
    (self.account, self.method, self.challenge, self.begunAt) = (account, method, challenge, begunAt)
  }
}

extension SupabaseRequest {
  /// `token` with `grant_type=pkce`: a code and the secret whose hash began the flow, for a session.
  func exchange() throws(Problem) -> SupabaseResponse {
    let text = try requiredText("auth_code")
    let verifier = try requiredText("code_verifier")
    guard let code = try SupabaseFlowCode(sealed: text, environment),
      environment.now < code.begunAt + SupabaseFlowCode.lifetime
    else { throw Problem(.codeExpired, "the code is unknown, or it has expired") }
    guard constantTimeEqual(sha256(Array(verifier.utf8)).base64URL, code.challenge) else {
      throw Problem(.codeInvalid, "the code was begun by another client")
    }
    // The bytes, because a text can be written in several ways in base64.
    let token = SingleUseToken(
      hash: sha256(bytes(base64: text) ?? []).hexadecimal, expiresAt: code.begunAt + SupabaseFlowCode.lifetime)
    if let link = code.link {
      // A repetition must not link an identity again that was removed since.
      try environment.read(call) { (decision) throws(Problem) in
        try decision.sessions.requireUnused(token, of: code.account)
      }
      try add(link.identity, to: link.session)
    }
    let event = SignIn.Event(
      proof: .credential(.account(code.account, token)), role: nil, statement: StatedConsent(), device: nil)
    return try signedIn(try perform(SignIn.self, event, SupabaseCall(method: code.method), isGuessable: false))
  }
}
