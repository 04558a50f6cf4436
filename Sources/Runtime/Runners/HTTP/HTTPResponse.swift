// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// A response to a request, for all runners (RFC 9110).
struct HTTPResponse {
  let status: Int
  /// Values have no line breaks.
  var headers: [(name: String, value: String)]
  var body: [UInt8]
}

extension HTMLPage {
  /// A page with one message.
  init(status: Int, message: String, language: String) {
    let text = message.map { character -> String in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      default: String(character)
      }
    }.joined()
    self.init(
      status: status,
      html: """
        <!doctype html><html lang="\(language)"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\
        <title>\(status)</title><style>body { max-width: 560px; margin: 8vh auto; padding: 0 16px; \
        font: 16px/24px system-ui, sans-serif; }</style><p>\(text)</p></html>
        """)
  }

  /// What the page may load (Content Security Policy Level 3): its own inline styles and nothing else, unless the
  /// function sets a policy. No page may be framed, and forms are sent only to this host.
  package var sentPolicy: String {
    let styles = styles.isEmpty ? "" : "; style-src \(styles.joined(separator: " "))"
    let own = contentSecurityPolicy ?? "default-src 'none'\(styles)"
    let always = ["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"]
    let missing = always.filter { !own.contains($0.prefix { $0 != " " }) }
    return ([own] + missing).joined(separator: "; ").plainLine
  }

  private var styles: [String] {
    html.split(separator: "<style>", omittingEmptySubsequences: false).dropFirst().map { rest in
      let style = rest.split(separator: "</style>", maxSplits: 1, omittingEmptySubsequences: false)[0]
      return "'sha256-\(sha256(Array(style.utf8)).base64Text)'"
    }
  }
}

extension String {
  /// The text without characters that a header's value cannot have.
  var plainLine: String { String(decoding: utf8.filter { (0x20...0x7E).contains($0) }, as: UTF8.self) }

  /// The URL with all characters encoded that could end a line.
  var plainURL: String {
    utf8.map { (0x21...0x7E).contains($0) ? String(UnicodeScalar($0)) : "%" + [$0].hexadecimal.uppercased() }.joined()
  }
}
