// SPDX-License-Identifier: Apache-2.0

import Domain

/// A response to a client of Supabase Auth.
package struct SupabaseResponse: FunctionOutput {
  var status = 200
  var headers: [(name: String, value: String)] = []
  /// Nil for none.
  var body: JSON?
  /// Where a browser is led.
  var location: String?
  /// A page for a browser.
  private var page: HTMLPage?

  /// The header by which a client says which form of errors it reads, and learns which one it gets.
  static let versionHeader = "x-supabase-api-version"
  /// The version since which `code` is the name of the error.
  static let version = "2024-01-01"

  init(_ body: JSON, status: Int = 200) { (self.body, self.status) = (body, status) }

  private init() {}

  /// A page.
  /// - Parameters:
  ///   - page: its Content Security Policy allows forms for this site only.
  ///   - target: the URL to which its form leads, which the page has to allow; nil for this site.
  init(page: HTMLPage, leadingTo target: String?) {
    var page = page
    if let origin = target.flatMap(Self.origin) {
      page.contentSecurityPolicy = page.contentSecurityPolicy?.replacing(
        "form-action 'self'", with: "form-action 'self' \(origin)")
    }
    (self.page, status) = (page, page.status)
  }

  /// The origin of a URL for a Content Security Policy, or the scheme of one that opens an app.
  private static func origin(of url: String) -> String? {
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
    let scheme = url[..<colon]
    guard ["https", "http"].contains(scheme.lowercased()) else { return "\(scheme):" }
    let authority = url[url.index(colon, offsetBy: 3)...].prefix { !"/?#".contains($0) }
    return "\(scheme)://\(authority)"
  }

  /// Leads a browser to a URL.
  static func redirect(to url: String) -> SupabaseResponse {
    var response = SupabaseResponse()
    (response.status, response.location) = (303, url)
    return response
  }

  /// No body.
  static var done: SupabaseResponse {
    var response = SupabaseResponse()
    response.status = 204
    return response
  }

  /// An answer that caches may keep.
  func cached(seconds: Int) -> SupabaseResponse {
    var response = self
    response.headers.append(("Cache-Control", "public, max-age=\(seconds)"))
    return response
  }

  /// The response with the version, if the client has sent one that is answered.
  func versioned(_ version: String?) -> SupabaseResponse {
    guard version == Self.version, !headers.contains(where: { $0.name == Self.versionHeader }) else { return self }
    var response = self
    response.headers.append((Self.versionHeader, Self.version))
    return response
  }

  package var json: JSON {
    .object([
      "status": JSON(status),
      "headers": headers.isEmpty ? nil : .object(JSON.Members(headers.map { ($0.name, .string($0.value)) })),
      "body": body, "html": location == nil ? nil : "", "location": location.map(JSON.string),
    ]).merging(page?.json ?? [:])
  }
}
