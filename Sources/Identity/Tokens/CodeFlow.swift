// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import HTTP

/// The authorization code flow with PKCE (RFC 6749, section 4.1; RFC 7636; OpenID Connect Core 1.0, section 3.1).
package struct CodeFlow {
  private let issuerClient: IssuerClient
  private let secrets: () throws(Problem) -> [String]

  /// - Parameter secrets: the texts `<provider>=<secret>` of `CLIENT_SECRETS`.
  package init(_ issuerClient: IssuerClient, secrets: @escaping () throws(Problem) -> [String]) {
    self.issuerClient = issuerClient
    self.secrets = secrets
  }

  /// Whether pages offer a provider: whether it has a client secret.
  package func isOffered(_ provider: Provider) throws(Problem) -> Bool { try secret(of: provider) != nil }

  private func secret(of provider: Provider) throws(Problem) -> String? {
    guard let client = provider.browserClient else { return nil }
    if let secret = client.secret { return secret }
    let prefix = provider.name + "="
    return try secrets().first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// The address at which the person signs in.
  /// - Parameters:
  ///   - redirect: where the provider leads back.
  ///   - verifier: the secret of PKCE, of which the address contains only the hash.
  package func address(
    of provider: Provider, redirect: String, state: String, nonce: String, verifier: String
  ) throws(Problem) -> String {
    guard let client = provider.browserClient else { throw Self.off }
    let base = try endpoints(of: provider, client).authorization
    var parameters = [
      ("response_type", "code"), ("client_id", client.clientID), ("redirect_uri", redirect), ("scope", client.scope),
      ("state", state), ("nonce", provider.claimed(nonce: nonce)), ("code_challenge_method", "S256"),
      ("code_challenge", sha256(Array(verifier.utf8)).base64URL),
    ]
    if client.usesFormPost { parameters.append(("response_mode", "form_post")) }
    return base + (base.contains("?") ? "&" : "?") + formEncoded(parameters)
  }

  /// Exchanges a code for an ID token, which is verified like any other.
  /// - Throws: `auth/invalid-id-token` if the provider refuses the code; `service/unavailable`;
  ///   `service/misconfigured` if it refuses the client.
  package func idToken(
    of provider: Provider, code: String, redirect: String, verifier: String
  ) throws(Problem) -> String {
    guard let client = provider.browserClient, let secret = try secret(of: provider) else { throw Self.off }
    let (_, url, usesHeader) = try endpoints(of: provider, client)
    var parameters = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect), ("code_verifier", verifier),
    ]
    var authorization: String?
    if usesHeader {
      // RFC 6749, section 2.3.1.
      let pair = "\(client.clientID.percentEncoded):\(secret.percentEncoded)"
      authorization = "Basic " + Array(pair.utf8).base64Text
    } else {
      parameters += [("client_id", client.clientID), ("client_secret", secret)]
    }
    let response = try issuerClient.post(url, form: formEncoded(parameters), authorization: authorization)
    let answer = try? JSON(parsing: response.body)
    if response.status == 200, let token = answer?["id_token"]?.string { return token }
    let error = answer?["error"]?.string ?? ""
    guard response.status < 500, response.status != 429 else {
      throw .unavailable("\(provider.name) is unavailable", cause: "\(url) answered with status \(response.status)")
    }
    if ["invalid_client", "unauthorized_client"].contains(error) {
      throw .misconfigured("POLICY_FILE", "/providers/\(provider.name)/clientSecret: the provider answers \(error)")
    }
    throw Problem(
      .invalidIDToken, "the provider has not accepted the code", cause: "status \(response.status) \(error)")
  }

  private typealias Endpoints = (authorization: String, token: String, usesHeader: Bool)

  /// The endpoints of the policy, or of the issuer's discovery document (OpenID Connect Discovery 1.0).
  private func endpoints(of provider: Provider, _ client: BrowserClient) throws(Problem) -> Endpoints {
    if let authorization = client.authorizationURL, let token = client.tokenURL {
      return (authorization, token, usesHeader: false)
    }
    let document = try discovered(provider)
    guard let authorization = document["authorization_endpoint"]?.string,
      let token = document["token_endpoint"]?.string,
      issuerClient.mayAsk(authorization), issuerClient.mayAsk(token)
    else { throw .unavailable("the discovery document of \(provider.name) has no usable endpoints", cause: "") }
    // The default is the header.
    let methods = document["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string) ?? []
    return (authorization, token, usesHeader: !methods.contains("client_secret_post"))
  }

  private func discovered(_ provider: Provider) throws(Problem) -> JSON {
    let url = KeySets.discoveryURL(provider.issuers[0])
    // The cache of the key set has the same URL without a fragment.
    let key = url + "#endpoints"
    if let cached = try issuerClient.cached(key), cached.freshUntil > issuerClient.now { return cached.keys }
    guard issuerClient.mayAsk(url) else { throw .notConfidential(url, at: "/providers/\(provider.name)/issuer") }
    try issuerClient.requireNoRecentFailure(of: key)
    let response = try issuerClient.get(url, of: key, try HTTPClient())
    guard response.status == 200, let document = try? JSON(parsing: response.body),
      let issuer = document["issuer"]?.string, provider.accepts(discovered: issuer)
    else { throw .unavailable("the discovery document of \(provider.name) is invalid", cause: url) }
    try issuerClient.cache(document, of: key, for: .hours(1), issuer: key)
    return document
  }

  private static var off: Problem {
    Problem(.providerNotEnabled, "the policy has no client secret of the provider")
  }
}

extension Provider {
  /// The nonce as the provider's tokens contain it.
  fileprivate func claimed(nonce: String) -> String {
    switch nonceForm {
    case .sha256: sha256(Array(nonce.utf8)).hexadecimal
    case .plain: nonce
    }
  }
}
