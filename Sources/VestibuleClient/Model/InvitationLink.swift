// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A link of a mail that opens the app: `https://app.example.com/invite?code=…` or `pfa://invite?code=…`.
public enum AppLink: Hashable, Sendable {
  /// An invitation, or a link by which many people join.
  case invitation(InvitationLink)
  /// The verification of an address.
  case emailVerification(code: String)
  /// A new password.
  case passwordReset(code: String)
  /// A sign-in with a mailed code.
  case signIn(code: String)

  /// - Parameters:
  ///   - url: the URL that opened the app.
  ///   - configuration: whose links are accepted; nil accepts `https` links of any host, and links of any
  ///     scheme of an app.
  /// - Returns: nil for other URLs.
  public init?(_ url: URL, of configuration: AppConfiguration? = nil) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme?.lowercased(),
      let code = parts.queryItems?.first(where: { $0.name == "code" })?.value?.trimmingCharacters(
        in: .whitespacesAndNewlines),
      (1...128).contains(code.utf8.count), code.isVisibleASCII
    else { return nil }
    let page: String
    if scheme == "https" || scheme == "http" {
      guard Self.isLink(parts, below: configuration?.publicURL) else { return nil }
      page = parts.path.split(separator: "/").last.map(String.init) ?? ""
    } else {
      // In `pfa://invite?code=…` the page is where other URLs have the host.
      guard configuration.map({ $0.app.urlScheme.lowercased() == scheme }) ?? true else { return nil }
      page = [parts.host ?? "", parts.path.replacingOccurrences(of: "/", with: "")].joined()
    }
    switch page {
    case "invite", "join": self = .invitation(InvitationLink(code: code))
    case "verify-email": self = .emailVerification(code: code)
    case "reset-password": self = .passwordReset(code: code)
    case "sign-in-code": self = .signIn(code: code)
    default: return nil
    }
  }

  private static func isLink(_ parts: URLComponents, below base: String?) -> Bool {
    guard let base else { return parts.scheme?.lowercased() == "https" }
    guard let known = URLComponents(string: base), known.scheme?.lowercased() == parts.scheme?.lowercased(),
      known.host?.lowercased() == parts.host?.lowercased(), known.port == parts.port
    else { return false }
    let folders = known.path.split(separator: "/")
    return parts.path.split(separator: "/").dropLast().elementsEqual(folders)
  }
}

/// The code of an invitation or of a link by which many people join, from a link or as a person pasted or typed it.
public struct InvitationLink: Hashable, Sendable {
  /// The code, for `preview-invitation` and `accept-invitation`.
  public let code: String

  /// An invitation with a code.
  public init(code: String) { self.code = code.uppercased() }

  /// The invitation of a link of either form; nil for other URLs.
  public init?(_ url: URL, of configuration: AppConfiguration? = nil) {
    guard case .invitation(let link)? = AppLink(url, of: configuration) else { return nil }
    self = link
  }

  /// The invitation in what a person pasted or typed: a link, a text that contains one, or the code alone. A short code
  /// has eight letters and digits, with or without hyphens, such as `7K3M-Q9XA`.
  public init?(pasted text: String, of configuration: AppConfiguration? = nil) {
    let words = text.split(whereSeparator: \.isWhitespace).map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: "<>()\"'.,"))
    }
    let links = words.compactMap { URL(string: $0) }.compactMap { InvitationLink($0, of: configuration) }
    if let link = links.first {
      self = link
    } else if words.count == 1, Self.isCode(words[0].uppercased()) {
      self.init(code: words[0])
    } else {
      return nil
    }
  }

  private static func isCode(_ text: String) -> Bool {
    func consists(of alphabet: String, _ text: String) -> Bool { text.utf8.allSatisfy(alphabet.utf8.contains) }
    // People read a 0 as an O, and a 1 as an I or an L. The server does so too.
    let short = text.replacingOccurrences(of: "-", with: "")
    if short.utf8.count == 8 { return consists(of: "0123456789ABCDEFGHIJKLMNOPQRSTVWXYZ", short) }
    return (16...64).contains(text.utf8.count) && consists(of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", text)
  }
}
