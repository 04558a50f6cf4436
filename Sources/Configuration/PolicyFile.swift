// SPDX-License-Identifier: Apache-2.0

import CBundled
import Domain

extension Settings {
  /// The policy of `POLICY_FILE`, or the built-in one.
  /// - Throws: `service/misconfigured` with the JSON pointers of the invalid values.
  package func policy() throws(Problem) -> Policy {
    let json: JSON
    if let path = try self["POLICY_FILE"] {
      let content: [UInt8]
      do { content = try readFile(path) } catch {
        throw error.problem("POLICY_FILE", "\(path) does not exist or cannot be read")
      }
      do { json = try JSON(parsing: Self.withoutByteOrderMark(content)) } catch {
        throw .misconfigured("POLICY_FILE", "\(path) is not JSON: \(error.reason), at byte \(error.offset)")
      }
    } else {
      guard let builtIn = Catalogue.json(bundled_policy()) else { throw .bug("the built-in policy is not JSON") }
      json = builtIn
    }
    let (normal, fields) = Catalogue.schema(["$ref": "#/$defs/policy"]).normalise(json)
    guard fields.isEmpty else {
      let places = fields.map { "\($0.pointer.isEmpty ? "the policy" : $0.pointer) \($0.detail)" }
      throw .misconfigured("POLICY_FILE", places.joined(separator: "; "))
    }
    let policy = try Policy(normal)
    try checkBotCheck(policy.botCheck?.functions ?? [])
    try Self.checkScheme(policy.app.urlScheme)
    try checkURLs(of: normal["providers"]?.members?.pairs ?? [], policy)
    return policy
  }

  /// The content of a text file without the mark that editors of Windows begin it with.
  private static func withoutByteOrderMark(_ content: [UInt8]) -> [UInt8] {
    content.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(content.dropFirst(3)) : content
  }

  /// The schemes whose links browsers and systems open themselves. A link with the code of an invitation must not be
  /// one.
  private static let takenSchemes = [
    "about", "blob", "content", "data", "file", "ftp", "http", "https", "intent", "javascript", "mailto", "sms", "tel",
    "vbscript", "ws", "wss",
  ]

  /// - Throws: `service/misconfigured` for an `app.urlScheme` that is not a scheme (RFC 3986, section 3.1) of an app.
  private static func checkScheme(_ scheme: String) throws(Problem) {
    let text = scheme.lowercased().utf8
    guard let first = text.first, (0x61...0x7A).contains(first),
      text.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
    else {
      throw .misconfigured(
        "POLICY_FILE", "/app/urlScheme should be a letter, then letters, digits, +, - and . (RFC 3986)")
    }
    guard !takenSchemes.contains(scheme.lowercased()) else {
      throw .misconfigured("POLICY_FILE", "/app/urlScheme should be the app's own scheme, and not \(scheme)")
    }
  }

  /// Refuses URLs of providers whose requests and answers others could read or change.
  private func checkURLs(of providers: [(name: String, value: JSON)], _ policy: Policy) throws(Problem) {
    let allowsInsecure = try flag("ALLOW_INSECURE")
    for (name, settings) in providers {
      var urls = ["jwksURL", "authorizationURL", "tokenURL"].map { (key: $0, url: settings[$0]?.string) }
      if settings["jwks"] == nil, settings["jwksURL"] == nil, let provider = policy.providers[name] {
        switch provider.keys {
        case .url: urls.append((key: "url", url: settings["url"]?.string))
        case .discovered: urls.append((key: "issuer", url: provider.issuers.first))
        case .inline: break
        }
      }
      for case (let key, let url?) in urls where !isConfidential(url, allowsInsecure: allowsInsecure) {
        throw .notConfidential(url, at: "/providers/\(name)/\(key)")
      }
    }
  }

  /// Refuses functions that the check for bots cannot protect: a signed-in caller needs no token, and a browser that
  /// opens a page cannot send one.
  private func checkBotCheck(_ functions: [String]) throws(Problem) {
    for (index, name) in functions.enumerated() {
      guard let entry = Catalogue.entryIfKnown(of: name), entry["access"] == "public", entry["produces"] == nil else {
        throw .misconfigured(
          "POLICY_FILE", "/botCheck/functions/\(index) should be a public function that is not a page")
      }
    }
  }
}
