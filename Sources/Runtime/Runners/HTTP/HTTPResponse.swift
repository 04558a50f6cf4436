// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// A response to a request, for all runners (RFC 9110).
struct HTTPResponse {
  let status: Int
  /// Values have no line breaks.
  var headers: [(name: String, value: String)]
  var body: [UInt8]
}

/// An HTML page that a function returns: `html`, with its `status` and an optional `location`.
struct HTMLPage {
  let html: String
  let status: Int
  let location: String?
  /// The values of `Set-Cookie`.
  let cookies: [String]
  /// Whether the browser forgets the pages that it has cached.
  let clearsCache: Bool
  /// A file that the browser saves. It takes the place of the page.
  let download: (name: String, type: String, text: String)?
  /// After how many seconds a form may be sent again.
  let retryAfter: Int?
  private let policy: String?

  /// Nil for a result that is not a page.
  init?(_ result: JSON) {
    guard let html = result["html"]?.string else { return nil }
    self.html = html
    location = result["location"]?.string.map(Self.plainURL)
    status = location == nil ? result["status"]?.integer ?? 200 : 303
    cookies = (result["cookies"]?.array ?? []).compactMap { $0.string.map(Self.plainLine) }
    clearsCache = result["clearsCache"] == true
    retryAfter = result["retryAfter"]?.integer
    download = result["download"].map { file in
      let texts = ["name", "type", "text"].map { file[$0]?.string ?? "" }
      return (Self.plainLine(texts[0]), Self.plainLine(texts[1]), texts[2])
    }
    policy = result["contentSecurityPolicy"]?.string
  }

  /// A page with one message.
  init(status: Int, message: String, language: String) {
    let text = message.map { character -> String in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      default: String(character)
      }
    }.joined()
    html = """
      <!doctype html><html lang="\(language)"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
      <title>\(status)</title><style>body { max-width: 560px; margin: 8vh auto; padding: 0 16px; \
      font: 16px/24px system-ui, sans-serif; }</style><p>\(text)</p></html>
      """
    self.status = status
    location = nil
    cookies = []
    clearsCache = false
    retryAfter = nil
    download = nil
    policy = nil
  }

  /// What the page may load (Content Security Policy Level 3): its own inline styles and nothing else, unless the
  /// function sets a policy. No page may be framed, and forms are sent only to this host.
  var contentSecurityPolicy: String {
    let own = policy ?? "default-src 'none'" + (styles.isEmpty ? "" : "; style-src \(styles.joined(separator: " "))")
    let always = ["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"]
    let missing = always.filter { !own.contains($0.prefix { $0 != " " }) }
    return String(
      decoding: ([own] + missing).joined(separator: "; ").utf8.filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
  }

  private var styles: [String] {
    html.split(separator: "<style>", omittingEmptySubsequences: false).dropFirst().map { rest in
      let style = rest.split(separator: "</style>", maxSplits: 1, omittingEmptySubsequences: false)[0]
      return "'sha256-\(sha256(Array(style.utf8)).base64Text)'"
    }
  }

  private static func plainLine(_ text: String) -> String {
    String(decoding: text.utf8.filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
  }

  /// The URL with all characters encoded that could end a line.
  private static func plainURL(_ text: String) -> String {
    text.utf8.map { (0x21...0x7E).contains($0) ? String(UnicodeScalar($0)) : "%" + [$0].hexadecimal.uppercased() }
      .joined()
  }
}
