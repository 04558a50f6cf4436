// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A reference to a resource (RFC 3986, section 4.1), taken apart as in its appendix B.
struct URIReference {
  /// Nil in a relative reference.
  let scheme: Substring?

  /// - Returns: nil if the text is not a reference.
  init?(_ text: String) {
    let beforeFragment = text.prefix { $0 != "#" }
    let beforeQuery = beforeFragment.prefix { $0 != "?" }
    let colon = beforeQuery.firstIndex { ":/".contains($0) }.flatMap { beforeQuery[$0] == ":" ? $0 : nil }
    scheme = colon.map { beforeQuery[..<$0] }
    var rest = colon.map { beforeQuery[beforeQuery.index(after: $0)...] } ?? beforeQuery
    if let scheme, !Self.isScheme(scheme) { return nil }
    if rest.hasPrefix("//") {
      let authority = rest.dropFirst(2).prefix { $0 != "/" }
      guard Self.isAuthority(authority) else { return nil }
      rest = rest[authority.endIndex...]
    }
    let query = beforeFragment[beforeQuery.endIndex...].dropFirst()
    let fragment = text[beforeFragment.endIndex...].dropFirst()
    guard Self.consists(rest, of: ":@/"), Self.consists(query, of: ":@/?"), Self.consists(fragment, of: ":@/?") else {
      return nil
    }
  }

  private static func isScheme(_ text: Substring) -> Bool {
    text.first.map { $0.isASCII && $0.isLetter } ?? false
      && text.utf8.allSatisfy { isLetterOrDigit($0) || "+-.".utf8.contains($0) }
  }

  private static func isAuthority(_ text: Substring) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let place = parts.last, parts.count <= 2, parts.dropLast().allSatisfy({ consists($0, of: ":") }) else {
      return false
    }
    let literal = place.hasPrefix("[") ? place.prefix { $0 != "]" } : ""
    let host = literal.isEmpty ? place.prefix { $0 != ":" } : place[..<literal.endIndex]
    let after = literal.isEmpty ? place[host.endIndex...] : place[literal.endIndex...].dropFirst()
    guard
      literal.isEmpty
        ? consists(host, of: "") : isLiteral(literal.dropFirst(), isClosed: literal.endIndex < place.endIndex)
    else { return false }
    return after.isEmpty || after.first == ":" && after.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// An address of IPv6, or of a version that does not exist yet.
  private static func isLiteral(_ text: Substring, isClosed: Bool) -> Bool {
    var address = in6_addr()
    let isFuture = text.lowercased().hasPrefix("v") && text.contains(".") && consists(text, of: ":")
    return isClosed && (inet_pton(AF_INET6, String(text), &address) == 1 || isFuture)
  }

  /// Whether a text has only unreserved characters, the delimiters that are allowed everywhere, percent-encoded octets,
  /// and these.
  private static func consists(_ text: Substring, of others: String) -> Bool {
    var digitsLeft = 0
    for byte in text.utf8 {
      if digitsLeft > 0 {
        guard isHexadecimal(byte) else { return false }
        digitsLeft -= 1
      } else if byte == UInt8(ascii: "%") {
        digitsLeft = 2
      } else {
        guard isLetterOrDigit(byte) || "-._~!$&'()*+,;=".utf8.contains(byte) || others.utf8.contains(byte) else {
          return false
        }
      }
    }
    return digitsLeft == 0
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
}
