// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// Where a provider leads back after a sign-in: exchanges the code for an ID token, and calls the function of the API
/// for which the sign-in was begun.
package enum OauthCallback: BrowserPage {
  package static let name = "oauth-callback"
  package static let page = "oauth-callback"
  package static let path = "oauth/callback"
  /// The provider's form. The state protects it.
  package static let takesForeignForms = true

  fileprivate enum Section: String, PageFlag { case isEnded, isCancelled, isRefused }

  package static var variables: [String] { [Section.names] + ["returnTo"] + form() }

  package static func show(_ request: PageRequest) throws(Problem) -> PageResponse {
    guard let begun = try request.begun(state: request.text("state")) else {
      // The answer was used already, for example if the page is loaded again.
      return request.call.session == nil
        ? PageResponse(Section.isEnded) : PageResponse(location: request.url(NextPage.path))
    }
    var again = request
    (again.returnTo, again.timeZone) = (begun.returnTo, begun.timeZone)
    var response: PageResponse
    if let code = request.text("code"), request.text("error") == nil, isFrom(begun.provider, request) {
      response = try again.finishing(begun, code: code)
    } else {
      response = PageResponse(
        Section.isCancelled, ["returnTo": begun.returnTo.map { .string("?return=\($0.percentEncoded)") } ?? ""])
    }
    response.cookies.append(PageCookie.provider.header("", request.publicURL, lifetime: .zero))
    return response
  }

  /// Apple's form comes from another site, so it has no cookies. The next request has them.
  package static func act(_ request: PageRequest) throws(Problem) -> PageResponse {
    PageResponse(
      location: request.url(
        path,
        [
          "code": request.text("code"), "state": request.text("state"), "error": request.text("error"),
          "iss": request.text("iss"), "user": request.text("user"),
        ]))
  }

  /// RFC 9207: the answer is not of another provider.
  private static func isFrom(_ provider: String, _ request: PageRequest) -> Bool {
    guard let issuer = request.text("iss") else { return true }
    return request.environment.policy.providers[provider]?.accepts(issuer: issuer) ?? false
  }
}

extension PageRequest {
  /// The page after the sign-in, or one that says why it was refused.
  fileprivate func finishing(_ begun: ProviderSignIn, code: String) throws(Problem) -> PageResponse {
    do throws(Problem) { return try finish(begun, code: code) } catch {
      guard error.isRefusal else { throw error }
      var response = PageResponse(OauthCallback.Section.isRefused)
      response.refusal = try environment.messages.answer(error, call.language)
      return response
    }
  }

  private func finish(_ begun: ProviderSignIn, code: String) throws(Problem) -> PageResponse {
    guard let provider = environment.policy.providers[begun.provider] else {
      throw Problem(.providerNotEnabled, "the policy does not have the provider any more")
    }
    let token = try environment.authentication.codeFlow.idToken(
      of: provider, code: code, redirect: redirectURL, verifier: begun.verifier)
    let identity: JSON = .object([
      "provider": JSON(begun.provider), "idToken": JSON(token), "nonce": JSON(begun.nonce), "fullName": fullName,
    ])
    switch begun.purpose {
    case .signIn(let role):
      let event: JSON = .object(["identity": identity, "as": role.map(JSON.string)])
      return try SignInPage.signedIn(self, try perform(SignIn.self, event))
    case .acceptInvitation(let invitation):
      let event: JSON = ["code": .string(invitation), "identity": identity]
      return try SignInPage.signedIn(self, try perform(AcceptInvitation.self, event))
    case .link(let id):
      guard call.session?.id == id else { throw Problem(.formInvalid, "the link was begun in another session") }
      try perform(LinkIdentity.self, ["identity": identity])
      return PageResponse(location: returnURL.flatMap { $0.isOwn ? $0.text : nil } ?? url("account"))
    }
  }

  /// The name that Apple gives at the first sign-in.
  private var fullName: JSON? {
    guard let user = text("user"), let name = (try? JSON(parsing: user))?["name"] else { return nil }
    let parts = [("givenName", name["firstName"]?.string), ("familyName", name["lastName"]?.string)]
    let usable = parts.compactMap { key, value in
      value.flatMap { $0.unicodeScalars.count <= 99 ? (key, JSON.string($0)) : nil }
    }
    return usable.isEmpty ? nil : .object(JSON.Members(usable.map { (name: $0.0, value: $0.1) }))
  }
}
