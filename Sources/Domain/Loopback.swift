// SPDX-License-Identifier: Apache-2.0

/// The host of a URL of the form `scheme://host[:port][/…]`, in lower case.
package func host(ofURL url: String) -> String {
  guard let scheme = url.firstIndex(of: ":"), url[scheme...].hasPrefix("://") else { return "" }
  let authority = url[url.index(scheme, offsetBy: 3)...].prefix { !"/?#".contains($0) }
  let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
  if host.hasPrefix("[") { return host.dropFirst().prefix { $0 != "]" }.lowercased() }
  return host.prefix { $0 != ":" }.lowercased()
}

/// Whether secrets may be sent to a URL: it is of https, or of http on this machine.
package func isConfidential(_ url: String) -> Bool {
  url.hasPrefix("https://") || url.hasPrefix("http://") && isLoopback(host(ofURL: url))
}

/// Whether secrets may be sent to a URL that an operator has set.
/// - Parameter allowsInsecure: whether `ALLOW_INSECURE` allows http on this machine.
package func isConfidential(_ url: String, allowsInsecure: Bool) -> Bool {
  url.hasPrefix("https://") || allowsInsecure && isConfidential(url)
}

/// Whether a host is this machine, by its name or address alone.
package func isLoopback(_ host: String) -> Bool {
  if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
  let parts = host.split(separator: ".", omittingEmptySubsequences: false)
  return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
}
