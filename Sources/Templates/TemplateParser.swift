// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// Parses a template, or a word, and checks the variables that it uses.
struct TemplateParser {
  private let path: String
  /// The name of a word; nil for a template.
  private let word: String?
  private let rules: TemplateRules
  /// The name in a tag is one of the first list that has it.
  private let variables: [KnownVariables]
  private let text: [UInt8]
  private var index = 0
  /// The tags that are still open, the innermost last. The first is the template itself.
  private var open: [Opening] = [Opening(tag: nil)]
  private var included: [String] = []

  private struct Opening {
    let tag: Tag?
    /// The variable of a section.
    var variable: Template.Name?
    /// For a parent: the white space before it on its line.
    var indentation: [UInt8] = []
    var parts: [Template.Part] = []

    var isParent: Bool { tag?.sign == UInt8(ascii: "<") }
  }

  private struct Tag {
    /// The type of the tag, such as `#` for the start of a section; nil for a variable.
    let sign: UInt8?
    let name: String
    /// The range of the tag with its braces.
    let place: Range<Int>

    init(_ content: ArraySlice<UInt8>, place: Range<Int>) {
      sign = content.first.flatMap { signs.contains($0) ? $0 : nil }
      name = String(decoding: trimmed(sign == nil ? content : content.dropFirst()), as: UTF8.self)
      self.place = place
    }

    /// Whether a line that contains only this tag is removed.
    var mayStandAlone: Bool { sign.map { standaloneSigns.contains($0) } ?? false }

    /// The two names of `{{>partial word}}`.
    var nameAndWord: (name: String, word: String?) {
      guard let blank = name.utf8.firstIndex(of: UInt8(ascii: " ")) else { return (name, nil) }
      return (String(name[..<blank]), String(decoding: trimmed(Array(name.utf8[blank...])[...]), as: UTF8.self))
    }

    /// The tag in errors.
    var text: String { "{{\(sign.map { String(UnicodeScalar($0)) } ?? "")\(name)}}" }
  }

  init(path: String, text: [UInt8], rules: TemplateRules, variables: [KnownVariables], word: String? = nil) {
    self.path = path
    self.word = word
    self.rules = rules
    self.variables = variables
    self.text = text
  }

  /// - Throws: `service/misconfigured` with file and line, for a tag that is not closed on its line, an unknown
  ///   variable, an unescaped variable where that is not allowed, or a section without its end.
  mutating func template() throws(Problem) -> Template {
    var textStart = 0
    while let tag = try nextTag() {
      let line = tag.mayStandAlone ? lineOnlyOf(tag.place) : nil
      append(text: text[textStart..<(line ?? tag.place).lowerBound])
      // The indentation of a partial that is alone on its line applies to each of its lines.
      try take(tag, indentation: line.map { Array(text[$0.lowerBound..<tag.place.lowerBound]) } ?? [])
      if let line { index = max(index, line.upperBound) }
      textStart = index
    }
    append(text: text[textStart...])
    if let tag = open.last?.tag { throw wrong(tag, "\(tag.text) has no end") }
    return Template(parts: open[0].parts, included: included)
  }

  private mutating func take(_ tag: Tag, indentation: [UInt8]) throws(Problem) {
    // Each level uses a level of the stack when it is rendered.
    guard open.count <= 100 else { throw wrong(tag, "\(tag.text) is in more than a hundred others") }
    if word != nil, let sign = tag.sign, signsOfStructures.contains(sign) {
      throw wrong(tag, "\(tag.text) should be in the structure: a word has only variables and sections")
    }
    switch tag.sign {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "&"):
      let isEscaped = tag.sign == nil
      guard isEscaped || (rules.allowsUnescaped && word == nil) else {
        throw wrong(tag, "{{\(tag.name)}} should have two braces on each side, so that it is escaped")
      }
      let isIsolated =
        word.map { !rules.wordsOfTitles.contains($0) && rules.isolatedVariables.contains(tag.name) } ?? false
      let name = try known(tag)
      try append(isIsolated ? .isolated(name) : .variable(name, isEscaped: isEscaped), of: tag)
    case UInt8(ascii: "#"), UInt8(ascii: "^"):
      open.append(Opening(tag: tag, variable: try known(tag)))
    case UInt8(ascii: "$"): open.append(Opening(tag: tag))
    case UInt8(ascii: "<"):
      included.append(tag.name)
      open.append(Opening(tag: tag, indentation: indentation))
    case UInt8(ascii: ">"):
      let (name, word) = tag.nameAndWord
      included.append(name)
      let part: Template.Part =
        if let word {
          .partial(name, word: word, indentation: indentation)
        } else {
          .partial(name, indentation: indentation)
        }
      try append(part, of: tag)
    case UInt8(ascii: "/"): try close(tag)
    case UInt8(ascii: "!"): break
    case UInt8(ascii: "="): throw wrong(tag, "other delimiters are not supported")
    default: throw wrong(tag, "\(tag.text) is an unknown tag")
    }
  }

  private mutating func close(_ end: Tag) throws(Problem) {
    guard let opening = open.last, let tag = opening.tag else { throw wrong(end, "{{/\(end.name)}} ends nothing") }
    guard tag.name == end.name else {
      throw wrong(
        end, "{{/\(end.name)}} should be {{/\(tag.name)}}, which ends that of line \(line(at: tag.place.lowerBound))")
    }
    open.removeLast()
    let part: Template.Part =
      switch tag.sign {
      case UInt8(ascii: "$"): .block(tag.name, opening.parts)
      case UInt8(ascii: "<"):
        .parent(tag.name, indentation: opening.indentation, blocks: Self.blocks(among: opening.parts))
      default: .section(opening.variable!, isInverted: tag.sign == UInt8(ascii: "^"), opening.parts)
      }
    try append(part, of: tag)
  }

  private static func blocks(among parts: [Template.Part]) -> [Template.Block] {
    parts.reduce(into: []) { blocks, part in
      guard case .block(let name, let parts) = part else { return }
      blocks.removeAll { $0.name == name }
      blocks.append(Template.Block(name: name, parts: parts))
    }
  }

  /// - Throws: `service/misconfigured` if a part other than a block is directly within a parent, where it would not
  ///   be rendered.
  private mutating func append(_ part: Template.Part, of tag: Tag) throws(Problem) {
    if let parent = open.last, parent.isParent, tag.sign != UInt8(ascii: "$") {
      throw wrong(tag, "\(tag.text) should be in a block: {{<\(parent.tag!.name)}} has only those")
    }
    append(part)
  }

  private mutating func append(text: ArraySlice<UInt8>) {
    append(word == nil ? .text(Array(text)) : Self.plain(text))
  }

  private mutating func append(_ part: Template.Part) {
    if part != .text([]) { open[open.count - 1].parts.append(part) }
  }

  private func known(_ tag: Tag) throws(Problem) -> Template.Name {
    for list in variables {
      if let name = list[tag.name] { return name }
    }
    throw wrong(tag, "{{\(tag.name)}} is not a variable of this \(rules.what)")
  }

  /// Byte by byte, because mails are checked before each one is promised.
  private mutating func nextTag() throws(Problem) -> Tag? {
    guard let start = nextPair(of: brace, from: index) else { return nil }
    let begin = start + 2
    let sign = begin < text.count ? text[begin] : 0
    let end = nextPair(of: endBrace, from: begin)
    let content = text[begin..<(end ?? text.count)]
    index = (end ?? text.count) + (sign == brace ? 3 : 2)
    // Only comments may span several lines.
    let line = sign == UInt8(ascii: "!") ? content : content.prefix { $0 != newline }
    guard end != nil, isPair(endBrace, at: index - 2), line.count == content.count else {
      throw wrong(at: start, "{{\(String(decoding: line, as: UTF8.self).prefix(20)) is not closed")
    }
    return Tag(content, place: start..<index)
  }

  /// The position of the next two of a byte, by memchr, because most of a template is text.
  private func nextPair(of byte: UInt8, from start: Int) -> Int? {
    text.withUnsafeBytes { text in
      var place = start
      while place < text.count, let found = memchr(text.baseAddress! + place, Int32(byte), text.count - place) {
        place = UnsafeRawPointer(found) - text.baseAddress!
        if isPair(byte, at: place) { return place }
        place += 1
      }
      return nil
    }
  }

  private func isPair(_ byte: UInt8, at index: Int) -> Bool {
    index + 1 < text.count && text[index] == byte && text[index + 1] == byte
  }

  /// The whole line with its line break, if it contains only this range and white space; otherwise nil.
  private func lineOnlyOf(_ place: Range<Int>) -> Range<Int>? {
    var (start, end) = (place.lowerBound, place.upperBound)
    while start > 0, isBlank(text[start - 1]) { start -= 1 }
    while end < text.count, isBlank(text[end]) { end += 1 }
    guard start == 0 || text[start - 1] == newline else { return nil }
    if end + 1 < text.count, text[end] == UInt8(ascii: "\r"), text[end + 1] == newline { end += 1 }
    guard end == text.count || text[end] == newline else { return nil }
    return start..<min(end + 1, text.count)
  }

  private func line(at index: Int) -> Int { text[..<index].count { $0 == newline } + 1 }

  private func wrong(_ tag: Tag, _ what: String) -> Problem { wrong(at: tag.place.lowerBound, what) }

  private func wrong(at index: Int, _ what: String) -> Problem {
    .misconfigured("TEMPLATES_DIR", "\(path):\(word.map { " \($0)" } ?? "\(line(at: index))"): \(what)")
  }
}

extension TemplateParser {
  /// The text of a word: in HTML escaped as the content of an element, but for `<strong>` and `</strong>`; in text
  /// without these, without soft hyphens (U+00AD), and with a plain hyphen for each non-breaking one (U+2011), which
  /// not every font has.
  fileprivate static func plain(_ part: ArraySlice<UInt8>) -> Template.Part {
    guard part.contains(where: isSpecialInWords) else { return .text(Array(part)) }
    var text: [UInt8] = []
    var html: [UInt8] = []
    var index = part.startIndex
    while index < part.endIndex {
      let byte = part[index]
      if byte == UInt8(ascii: "<"), let tag = tagsOfWords.first(where: part[index...].starts(with:)) {
        html += tag
        index += tag.count
        continue
      }
      index += 1
      switch byte {
      case UInt8(ascii: "&"): html += "&amp;".utf8
      case UInt8(ascii: "<"): html += "&lt;".utf8
      case UInt8(ascii: ">"): html += "&gt;".utf8
      case 0xE2 where part[index...].starts(with: nonBreakingHyphen[1...]):
        html += "&#8209;".utf8
        text.append(UInt8(ascii: "-"))
        index += 2
        continue
      case 0xC2 where part[index...].first == 0xAD:
        html += "&shy;".utf8
        index += 1
        continue
      default: html.append(byte)
      }
      text.append(byte)
    }
    return .word(text: text, html: html)
  }
}

/// Without white space at both ends.
private func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var text = text
  while let byte = text.first, isBlank(byte) { text.removeFirst() }
  while let byte = text.last, isBlank(byte) { text.removeLast() }
  return text
}

private func isSpecialInWords(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == 0xE2 || byte == 0xC2
}

private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

private let signs = Array("!$<>/%=#^&{".utf8)
private let signsOfStructures = Array("$<>".utf8)
/// The only HTML in words.
private let tagsOfWords = [Array("<strong>".utf8), Array("</strong>".utf8)]
private let nonBreakingHyphen = Array("\u{2011}".utf8)
private let standaloneSigns = Array("!$<>/#^".utf8)
private let newline = UInt8(ascii: "\n")
private let brace = UInt8(ascii: "{")
private let endBrace = UInt8(ascii: "}")
