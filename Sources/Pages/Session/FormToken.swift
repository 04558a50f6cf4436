// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// The hidden field of a form: random bytes, and a keyed hash that binds them to the session, or to a cookie of a
/// person who is not signed in. Another site can neither read nor make one.
struct FormToken {
  /// The name of the field.
  static let field = "formToken"

  let environment: Environment

  /// What the token is bound to.
  enum Binding {
    case session(String)
    case cookie(String)

    fileprivate var text: String {
      switch self {
      case .session(let id): "session\n\(id)"
      case .cookie(let value): "cookie\n\(value)"
      }
    }
  }

  /// A new token for a form.
  func make(_ binding: Binding) throws(Problem) -> String {
    let value = environment.random(16).base64URL
    return "\(value).\(try hash(ofForm: value, binding))"
  }

  /// Requires that a form was made for this browser, and that no other site has sent it.
  /// - Parameter bindings: one of them is that of the token.
  /// - Throws: `auth/form-invalid`.
  func require(_ token: String?, _ bindings: [Binding], from browser: BrowserHeaders) throws(Problem) {
    // A browser that sends no referrer says `null` for each origin; the header for the site is then decisive.
    if let origin = browser.origin, origin != "null",
      try origin.lowercased() != Self.origin(of: environment.publicURL())
    {
      throw Problem(.formInvalid, "the form was sent by a page of another origin")
    }
    if let site = browser.fetchSite, !["same-origin", "none"].contains(site) {
      throw Problem(.formInvalid, "the form was sent by a page of another site")
    }
    let parts = token?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    var isBound = false
    for binding in bindings where parts.count == 2 && !isBound {
      isBound = try constantTimeEqual(hash(ofForm: String(parts[0]), binding), String(parts[1]))
    }
    guard isBound else {
      let url = try environment.publicURL()
      let hasNoCookies = [PageCookie.session, .form].allSatisfy { browser[$0.name(url)] == nil }
      throw Problem(
        .formInvalid, "the form's token is missing or is not of this session",
        message: Problem.Message(hasNoCookies ? "no-cookies" : nil))
    }
  }

  private func hash(ofForm value: String, _ binding: Binding) throws(Problem) -> String {
    try environment.hashKeys.hashInOwnTransaction("form\n\(binding.text)\n\(value)", in: environment.store)
  }

  /// Scheme, host and port of a URL as browsers write them (RFC 6454, section 6.2): in lower case, and without the port
  /// of the scheme.
  static func origin(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let origin = parts.prefix(3).joined(separator: "/").lowercased()
    let port = origin.hasPrefix("https:") ? ":443" : ":80"
    return String(origin.hasSuffix(port) ? origin.dropLast(port.count) : origin[...])
  }
}
