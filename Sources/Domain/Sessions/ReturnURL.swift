// SPDX-License-Identifier: Apache-2.0

/// Where a page leads after a sign-in: a path of this service, or a URL below one that the policy lists. Anything else
/// is refused, so that a link of this service cannot lead to another site.
package struct ReturnURL: Equatable, Sendable {
  /// The absolute URL.
  package let text: String
  /// Whether it is a page of this service.
  package let isOwn: Bool

  /// Nil for a text that leads elsewhere, or whose meaning browsers and this parser might see differently.
  /// - Parameters:
  ///   - text: a path that begins with one slash, relative to `base`, or an absolute URL.
  ///   - base: `PUBLIC_URL`, without a trailing slash.
  ///   - listed: the policy's `app.returnURLs`.
  package init?(_ text: String, base: String, listed: [String]) {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy(Self.isPlain) else { return nil }
    let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
    guard let url = Parts(isPath ? base + text : text) else { return nil }
    let own = Parts(base).map { url.isBelow($0) } ?? false
    guard own || listed.contains(where: { Parts($0).map { url.isBelow($0) } ?? false }) else { return nil }
    self.text = isPath ? base + text : text
    isOwn = own
  }

  /// Printable ASCII without the characters that a URL does not contain (RFC 3986, section 2), and without the
  /// backslash, which browsers read as a slash.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"\\\"<>^`{|}".utf8.contains(byte)
  }

  /// Scheme and authority in lower case, and the path.
  private struct Parts {
    let origin: String
    let path: Substring

    init?(_ url: String) {
      guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
      let scheme = url[..<colon].lowercased()
      let start = url.index(colon, offsetBy: 3)
      let authority = url[start...].prefix { !"/?#".contains($0) }.lowercased()
      // Without user, password and percent-encoding.
      guard ["https", "http"].contains(scheme), !authority.isEmpty, !authority.contains("@"), !authority.contains("%")
      else { return nil }
      let standard = scheme == "https" ? ":443" : ":80"
      origin = scheme + "://" + (authority.hasSuffix(standard) ? String(authority.dropLast(standard.count)) : authority)
      path = url[url.index(start, offsetBy: authority.count)...].prefix { $0 != "?" && $0 != "#" }
      guard path.isEmpty || path.hasPrefix("/"), !Self.hasDots(path) else { return nil }
    }

    /// Whether a browser would resolve segments of the path, or may read an encoded character as a separator.
    private static func hasDots(_ path: Substring) -> Bool {
      let lower = path.lowercased()
      let ambiguous = ["%2e", "%2f", "%5c", "//"].contains { lower.contains($0) }
      return ambiguous || lower.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }

    func isBelow(_ other: Parts) -> Bool {
      guard origin == other.origin else { return false }
      let prefix = other.path.hasSuffix("/") ? other.path.dropLast() : other.path
      return path.hasPrefix(prefix) && (path.count == prefix.count || path.dropFirst(prefix.count).hasPrefix("/"))
    }
  }
}

extension Policy {
  /// The URL to which an app or a page returns after an acceptance; nil for one that the policy does not list.
  package func returnURL(_ text: String) -> String? { ReturnURL(text, base: "", listed: app.returnURLs)?.text }
}
