// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// What a runner makes the response to a request of (RFC 9110).
struct HTTPResponse {
  let status: Int
  /// No value has a line break.
  var headers: [(name: String, value: String)]
  var body: [UInt8]
}

/// A page that a function has made for a person: `html`, with its `status` and perhaps a `location`.
struct HTMLPage {
  let html: String
  let status: Int
  let location: String?
  private let policy: String?

  /// Nil for a result that is no page.
  init?(_ result: JSON) {
    guard let html = result["html"]?.string else { return nil }
    self.html = html
    location = result["location"]?.string.map(Self.plainURL)
    status = location == nil ? result["status"]?.integer ?? 200 : 303
    policy = result["contentSecurityPolicy"]?.string
  }

  /// A page that says one thing.
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
      <title>\(status)</title><p>\(text)</p></html>
      """
    self.status = status
    location = nil
    policy = nil
  }

  /// What the page may load (Content Security Policy Level 3): nothing, unless the function says what, and the styles
  /// that stand in it. Whatever a page is, nobody frames it and its forms stay here.
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

  /// A URL in which nothing could end a line.
  private static func plainURL(_ text: String) -> String {
    text.utf8.map { (0x21...0x7E).contains($0) ? String(UnicodeScalar($0)) : "%" + [$0].hexadecimal.uppercased() }
      .joined()
  }
}
