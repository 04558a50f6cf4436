// SPDX-License-Identifier: Apache-2.0

import Domain

/// The cookies of pages (RFC 6265).
package enum PageCookie: String {
  /// The session of a signed-in person.
  case session
  /// A random text to which the forms of a person who is not signed in are bound.
  case form
  /// A sign-in at a provider that has begun.
  case provider

  /// `__Host-` makes browsers refuse a cookie that another host or plain HTTP has set. With plain HTTP, which only
  /// development uses, it is not possible.
  package func name(_ publicURL: String) -> String { Self.isSecure(publicURL) ? "__Host-\(rawValue)" : rawValue }

  /// A `Set-Cookie` header.
  /// - Parameter lifetime: nil until the browser is closed; zero to remove the cookie.
  package func header(_ value: String, _ publicURL: String, lifetime: Duration?) -> String {
    let age = lifetime.map { "; Max-Age=\($0.secondsRoundedUp)" } ?? ""
    let secure = Self.isSecure(publicURL) ? "; Secure" : ""
    return "\(name(publicURL))=\(value); Path=/\(age); HttpOnly\(secure); SameSite=Lax"
  }

  private static func isSecure(_ publicURL: String) -> Bool { !publicURL.hasPrefix("http://") }
}
