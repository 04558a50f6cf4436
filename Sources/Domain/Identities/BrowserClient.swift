// SPDX-License-Identifier: Apache-2.0

/// This service as a client of a provider's authorization code flow (RFC 6749, section 4.1), with which people sign in
/// on pages.
package struct BrowserClient: Sendable {
  package let clientID: String
  /// The policy's `clientSecret`; nil if the variable `CLIENT_SECRETS` may contain it.
  package let secret: String?
  /// Nil if the discovery document has it.
  package let authorizationURL: String?
  package let tokenURL: String?
  package let scope: String
  /// Whether the provider answers with a form. Apple does if it is asked for the name.
  package let usesFormPost: Bool

  /// Google: developers.google.com/identity/openid-connect. Apple: "Sign in with Apple REST API".
  /// - Returns: nil if the policy has neither a client id nor audiences.
  init?(_ provider: String, _ settings: JSON, audiences: [String], bundleIDs: [String]) {
    // Apple's client of pages is a service id, which is not a bundle id.
    let first = audiences.first { !bundleIDs.contains($0) } ?? audiences.first
    guard let clientID = settings["clientID"]?.string ?? first else { return nil }
    self.clientID = clientID
    secret = settings["clientSecret"]?.string
    let (authorization, token): (String?, String?) =
      switch provider {
      case "google": ("https://accounts.google.com/o/oauth2/v2/auth", "https://oauth2.googleapis.com/token")
      case "apple": ("https://appleid.apple.com/auth/authorize", "https://appleid.apple.com/auth/token")
      default: (nil, nil)
      }
    authorizationURL = settings["authorizationURL"]?.string ?? authorization
    tokenURL = settings["tokenURL"]?.string ?? token
    usesFormPost = provider == "apple"
    scope = usesFormPost ? "name email" : "openid email profile"
  }
}
