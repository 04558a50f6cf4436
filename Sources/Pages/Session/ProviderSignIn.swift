// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// A sign-in at a provider that a browser has begun. A cookie keeps it, encrypted, until the provider leads back.
struct ProviderSignIn {
  /// What happens with the ID token.
  enum Purpose: Equatable {
    case signIn(role: String?)
    case acceptInvitation(code: String)
    /// The provider is added to the account of a session.
    case link(sessionID: String)
  }

  let provider: String
  let purpose: Purpose
  let returnTo: String?
  /// The time zone of the browser.
  let timeZone: String?
  let state: String
  let nonce: String
  let verifier: String
  let begunAt: Timestamp

  static let lifetime = Duration.minutes(10)

  var json: JSON {
    let members: JSON = .object([
      "provider": JSON(provider), "return": returnTo.map(JSON.string), "timeZone": timeZone.map(JSON.string),
      "state": JSON(state), "nonce": JSON(nonce),
      "verifier": JSON(verifier), "begunAt": JSON(begunAt.milliseconds),
    ])
    return switch purpose {
    case .signIn(let role): members.merging(.object(["as": role.map(JSON.string)]))
    case .acceptInvitation(let code): members.merging(["invitation": .string(code)])
    case .link(let id): members.merging(["link": .string(id)])
    }
  }

  init(_ provider: String, _ purpose: Purpose, returnTo: String?, timeZone: String?, _ environment: Environment) {
    (self.provider, self.purpose, self.returnTo, self.timeZone) = (provider, purpose, returnTo, timeZone)
    state = environment.random(24).base64URL
    nonce = environment.random(24).base64URL
    verifier = environment.random(48).base64URL
    begunAt = environment.now
  }

  init(_ data: Fields) throws(Problem) {
    provider = try data.text("provider")
    let invitation = data.optionalText("invitation").map { Purpose.acceptInvitation(code: $0) }
    purpose =
      invitation ?? data.optionalText("link").map { .link(sessionID: $0) } ?? .signIn(role: data.optionalText("as"))
    returnTo = data.optionalText("return")
    timeZone = data.optionalText("timeZone")
    state = try data.text("state")
    nonce = try data.text("nonce")
    verifier = try data.text("verifier")
    begunAt = Timestamp(milliseconds: data.optionalInteger("begunAt") ?? 0)
  }
}

extension CodeFlow {
  /// The providers of a policy that pages offer.
  func offered(by policy: Policy) throws(Problem) -> [Provider] {
    var offered: [Provider] = []
    for provider in policy.providers.values.sorted(by: { $0.name < $1.name })
    where try isOffered(provider) { offered.append(provider) }
    return offered
  }
}

extension PageRequest {
  private static let place = "browser"

  /// Leads to the provider that the form names.
  func beginning(_ purpose: ProviderSignIn.Purpose) throws(Problem) -> PageResponse {
    guard let name = text("provider"), let provider = environment.policy.providers[name],
      try environment.authentication.codeFlow.isOffered(provider)
    else { throw Problem(.providerNotEnabled, "pages do not offer the provider") }
    let begun = ProviderSignIn(name, purpose, returnTo: text("return"), timeZone: text("timeZone"), environment)
    let address = try environment.authentication.codeFlow.address(
      of: provider, redirect: redirectURL, state: begun.state, nonce: begun.nonce, verifier: begun.verifier)
    let sealed = try environment.secret.seal(begun.json.text, for: .providerSignIns, at: Self.place)
    var response = PageResponse.leaving(to: address)
    response.cookies = [PageCookie.provider.header(sealed, publicURL, lifetime: ProviderSignIn.lifetime)]
    return response
  }

  var redirectURL: String { url(OauthCallback.path) }

  /// The sign-in that this browser has begun with that state; nil if there is none.
  func begun(state: String?) throws(Problem) -> ProviderSignIn? {
    guard let sealed = call.browser[PageCookie.provider.name(publicURL)], let state,
      let text = try environment.secret.opened(sealed, for: .providerSignIns, at: Self.place),
      let json = try? JSON(parsing: text)
    else { return nil }
    let begun = try ProviderSignIn(Fields(json))
    let age = environment.now - begun.begunAt
    guard constantTimeEqual(begun.state, state), age < ProviderSignIn.lifetime, age >= .zero else { return nil }
    return begun
  }
}
