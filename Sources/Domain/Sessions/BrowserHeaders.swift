// SPDX-License-Identifier: Apache-2.0

/// The headers of a browser's request that pages read.
package struct BrowserHeaders: Equatable, Sendable {
  /// `Cookie` (RFC 6265, section 4.2).
  package let cookie: String?
  /// `Origin` (RFC 6454). It is `null` for a form of a page without referrer.
  package let origin: String?
  /// `Sec-Fetch-Site` (W3C Fetch Metadata).
  package let fetchSite: String?
  /// `Sec-CH-UA-Mobile` (User-Agent Client Hints): `?1` or `?0`.
  package let isMobile: String?
  /// `Sec-CH-UA-Platform`, in quotation marks.
  package let platform: String?

  package init(
    cookie: String? = nil, origin: String? = nil, fetchSite: String? = nil, isMobile: String? = nil,
    platform: String? = nil
  ) {
    self.cookie = cookie
    self.origin = origin
    self.fetchSite = fetchSite
    self.isMobile = isMobile
    self.platform = platform
  }

  /// What the browser runs on; nil if it does not say it.
  var platformName: String? { platform.map { $0.filter { $0 != "\"" } } }

  /// The value of a cookie. The first one counts: browsers send the one with the longest path first.
  package subscript(name: String) -> String? {
    for pair in cookie?.split(separator: ";") ?? [] {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, String(parts[0]).trimmed == name else { continue }
      return String(parts[1]).trimmed
    }
    return nil
  }
}
