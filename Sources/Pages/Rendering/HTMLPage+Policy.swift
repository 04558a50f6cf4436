// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Functions
import Identity

extension HTMLPage {
  /// A page with its Content Security Policy: it may use its own inline style, show the logo and its icon, and send its
  /// form to this host.
  /// - Parameter hasScript: whether it may use its own inline scripts, if it has any.
  init(_ status: Int, _ html: String, logo: String? = nil, hasScript: Bool = false) {
    // Browsers normalise line ends before they compute the hash of a style.
    let hasReturns = Array(html.utf8)[...].range(of: [UInt8(ascii: "\r")]) != nil
    let text = hasReturns ? html.replacing("\r\n", with: "\n") : html
    let bytes = Array(text.utf8)
    let scripts = hasScript ? Self.hashes(of: "script", in: bytes).map { " script-src \($0);" } ?? "" : ""
    let images = " img-src \(logo.map { "\(Self.source($0)) " } ?? "")data:;"
    let styles = Self.hashes(of: "style", in: bytes) ?? "'none'"
    self.init(
      status: status, html: text,
      contentSecurityPolicy:
        "default-src 'none'; style-src \(styles);\(scripts)\(images) form-action 'self'; base-uri 'none'; "
        + "frame-ancestors 'none'")
  }

  /// The contents of the elements with a name, as hashes of a policy; nil if there are none.
  private static func hashes(of element: String, in html: [UInt8]) -> String? {
    let (start, end) = (Array("<\(element)>".utf8), Array("</\(element)>".utf8))
    var (rest, hashes) = (html[...], [String]())
    while let opening = rest.range(of: start) {
      rest = rest[opening.upperBound...]
      let content = rest[..<(rest.range(of: end)?.lowerBound ?? rest.endIndex)]
      hashes.append("'sha256-\(Array(SHA256.hash(data: content)).base64Text)'")
      rest = rest[content.endIndex...]
    }
    return hashes.isEmpty ? nil : hashes.joined(separator: " ")
  }

  /// A URL as a source expression (Content Security Policy Level 3, section 2.3.1): without its query, and with
  /// characters that would end the expression or its directive percent-encoded.
  private static func source(_ url: String) -> String {
    url.prefix { $0 != "?" && $0 != "#" }.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = character.isLetter || character.isNumber || "-._~:/%@!$&()*+=".contains(character)
      return isPlain ? String(character) : "%" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
