// SPDX-License-Identifier: Apache-2.0

import Domain

/// What a server said, as it is stored and shown: one line of at most 500 characters, without mail addresses. Names of
/// hosts stay, because the operator needs them.
enum ServerText {
  private static let limit = 500
  private static let replacement = "[address]"

  /// - Parameters:
  ///   - parts: texts that are joined.
  ///   - recipient: the recipient of the mail, whose address is also removed in spellings without "@".
  /// - Returns: nil if nothing remains.
  static func shown(_ parts: String?..., recipient: String? = nil) -> String? {
    shown(parts, recipient: recipient)
  }

  static func shown(_ parts: [String?], recipient: String? = nil) -> String? {
    let joined = parts.compactMap { $0 }.joined(separator: " ").unicodeScalars
    var line = String.UnicodeScalarView()
    // More than is shown, because addresses become shorter.
    for scalar in joined.prefix(4 * limit) {
      let isSpace = scalar.isControl || scalar.properties.isWhitespace
      if isSpace, line.last == " " { continue }
      line.append(isSpace ? " " : scalar)
    }
    var text = Array(line)
    text = removingAddresses(from: text)
    if let recipient { text = removing(recipient, from: text) }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text.prefix(limit))
    let shown = String(view).trimmed
    return shown.isEmpty ? nil : shown
  }

  /// Removes spellings of one address that do not contain "@": `kim=example.com` (VERP), `kim%example.com`,
  /// `example.com!kim`, `kim at example.com`, `kim+40example.com` (RFC 3461).
  private static func removing(_ recipient: String, from text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard let at = recipient.lastIndex(of: "@"), recipient.unicodeScalars.count <= 320 else { return text }
    let (local, domain) = (recipient[..<at], recipient[recipient.index(after: at)...])
    guard !local.isEmpty, !domain.isEmpty else { return text }
    let marks = ["=", "%", "%40", "+40", "=40", " at ", " (at) ", "(at)", " [at] ", "[at]", "&#64;", "&#x40;"]
    let spellings = marks.map { "\(local)\($0)\(domain)" } + ["\(domain)!\(local)"]
    var text = text
    for spelling in spellings {
      let wanted = folded(Array(spelling.unicodeScalars))
      var hay = folded(text)
      while let start = position(of: wanted, in: hay) {
        text.replaceSubrange(start..<(start + wanted.count), with: Array(replacement.unicodeScalars))
        hay = folded(text)
      }
    }
    return text
  }

  /// Removes everything around a sign for "@" that can be part of an address.
  private static func removingAddresses(from text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var index = 0
    while index < text.count {
      guard let mark = markLength(text, index) else {
        result.append(text[index])
        index += 1
        continue
      }
      let isSpaced = text[index] == " "
      let local = localLength(result)
      let end = domainEnd(text, index + mark)
      guard local > 0, end > index + mark, !isSpaced || text[(index + mark)..<end].contains(".") else {
        result.append(text[index])
        index += 1
        continue
      }
      result.removeLast(local)
      result += replacement.unicodeScalars
      index = end
    }
    return result
  }

  /// The length of a sign for "@" at a place; nil if there is none.
  private static func markLength(_ text: [Unicode.Scalar], _ index: Int) -> Int? {
    // U+FE6B and U+FF20 are other forms of "@".
    if ["@", "\u{FE6B}", "\u{FF20}"].contains(text[index]) { return 1 }
    guard ["%", "&", "=", "+", "(", "[", " "].contains(text[index]) else { return nil }
    for mark in ["%40", "&#64;", "&#x40;", "&commat;", "=40", "+40", "(at)", "[at]", " (at) ", " [at] "] {
      let scalars = Array(mark.unicodeScalars)
      if index + scalars.count <= text.count, folded(Array(text[index..<(index + scalars.count)])) == scalars {
        return scalars.count
      }
    }
    return nil
  }

  /// How many of the last scalars belong to the part before "@": a quoted string, or what no separator ends.
  private static func localLength(_ text: [Unicode.Scalar]) -> Int {
    if text.last == "\"", let start = text.dropLast().lastIndex(of: "\"") { return text.count - start }
    return text.reversed().prefix { !isSeparator($0) }.count
  }

  private static func domainEnd(_ text: [Unicode.Scalar], _ start: Int) -> Int {
    guard start < text.count else { return start }
    if text[start] == "[", let end = text[start...].firstIndex(of: "]") { return end + 1 }
    var end = start
    while end < text.count, !isSeparator(text[end]), text[end] != "@", text[end] != "/" { end += 1 }
    // The end of a sentence.
    while end > start, text[end - 1] == "." { end -= 1 }
    return end
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || "<>()[]{},;:\"'`".unicodeScalars.contains(scalar)
  }

  /// Lower-cases only ASCII letters, so that both spellings have the same length.
  private static func folded(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    text.map { ("A"..."Z").contains($0) ? Unicode.Scalar($0.value + 32) ?? $0 : $0 }
  }

  private static func position(of wanted: [Unicode.Scalar], in text: [Unicode.Scalar]) -> Int? {
    guard wanted.count <= text.count else { return nil }
    return (0...(text.count - wanted.count)).first { text[$0] == wanted[0] && text[$0...].starts(with: wanted) }
  }
}
