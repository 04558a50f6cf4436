// SPDX-License-Identifier: Apache-2.0

import Domain

/// A parsed template in Mustache (mustache.github.io/mustache.5.html, with the specification's blocks and parents).
///
/// Mustache is implemented here instead of in a library: swift-mustache (2.1.1) took 45 % of a send's instructions,
/// inspects values by reflection, and links Foundation, which adds 42 MB to each executable that renders. Lambdas,
/// transforms and other delimiters are not supported: templates are files of an app, and values are JSON.
struct Template {
  enum Part: Equatable {
    case text([UInt8])
    /// A text of a word that is written differently in HTML.
    case word(text: [UInt8], html: [UInt8])
    case variable(Name, isEscaped: Bool)
    /// A variable whose value is isolated in HTML (`<bdi>`), because it may have another direction.
    case isolated(Name)
    case section(Name, isInverted: Bool, [Part])
    /// `{{>name}}`. Its indentation is added to each of its lines.
    case partial(String, indentation: [UInt8])
    /// `{{<name}}`: a partial whose blocks are overridden.
    case parent(String, indentation: [UInt8], blocks: [Block])
    case block(String, [Part])

    /// `{{>name word}}`: a partial whose block `words` is one word.
    static func partial(_ name: String, word: String, indentation: [UInt8]) -> Part {
      .parent(name, indentation: indentation, blocks: [Block(name: "words", parts: [.block(word, [])])])
    }
  }

  /// A block, or the words that fill it.
  struct Block: Equatable {
    let name: String
    var parts: [Part]

    /// Compares the lengths first, because most names that are searched differ in it.
    func isNamed(_ other: String) -> Bool { name.utf8.count == other.utf8.count && name == other }
  }

  /// The name of a variable: `app.name` is the member `name` of the innermost `app`. `.` is the current section's
  /// value and has no members.
  struct Name: Equatable {
    /// The member of each number that tells whether a word takes the singular. English, German and Spanish have these
    /// two forms of whole numbers (CLDR's `one` and `other`).
    static let isOne = "isOne"

    let members: [String]

    init(_ text: String) {
      guard text.utf8.contains(UInt8(ascii: ".")) else {
        members = [text]
        return
      }
      members = text.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
    }

    var text: String { members.dropFirst().reduce(into: members.first ?? "") { $0 += ".\($1)" } }
  }

  let parts: [Part]
  /// The partials and parents that the template includes.
  let included: [String]
}

/// A template with everything that it includes.
struct TemplateFamily {
  /// By name. The template itself has an empty name.
  var templates: [String: Template]
  /// The words of its blocks. An override of the block takes precedence.
  var words: [Template.Block] = []

  var main: [Template.Part] { templates[""]?.parts ?? [] }
}

/// Renders templates, byte by byte.
struct TemplateFilling {
  let family: TemplateFamily
  /// Whether values are escaped for HTML.
  let isHTML: Bool
  /// The values in which names are looked up, the innermost last.
  private var values: [JSON]
  /// The overrides of blocks, the outermost first. They are so few that a search is cheaper than hashing.
  private var blocks: [Override] = []
  private var indentation: [UInt8] = []
  private var isLineStart = true
  private(set) var filled: [UInt8] = []

  private struct Override {
    let block: Template.Block
    var isActive = true
  }

  init(_ family: TemplateFamily, isHTML: Bool, _ values: JSON) {
    self.family = family
    self.isHTML = isHTML
    self.values = [values]
    filled.reserveCapacity(16_384)
  }

  mutating func fill(_ parts: [Template.Part]) {
    for part in parts {
      switch part {
      case .text(let text): append(text)
      case .word(let text, let html): append(isHTML ? html : text)
      case .variable(let name, let isEscaped): append(value(of: name), isEscaped: isEscaped && isHTML)
      case .isolated(let name): appendIsolated(value(of: name))
      case .section(let name, let isInverted, let parts): fill(parts, value(of: name), isInverted: isInverted)
      case .partial(let name, let indentation): fill(name, indentation)
      case .parent(let name, let indentation, let own):
        let outerCount = blocks.count
        // The outermost template that overrides a block takes precedence.
        for block in own where override(of: block.name) == nil { blocks.append(Override(block: block)) }
        fill(name, indentation)
        blocks.removeLast(blocks.count - outerCount)
      case .block(let name, let parts):
        guard let index = override(of: name) else {
          fill(word(name) ?? parts)
          break
        }
        // An override does not apply within itself, which would never end.
        blocks[index].isActive = false
        fill(blocks[index].block.parts)
        blocks[index].isActive = true
      }
    }
  }

  private func override(of name: String) -> Int? {
    for index in blocks.indices where blocks[index].isActive && blocks[index].block.isNamed(name) { return index }
    return nil
  }

  private func word(_ name: String) -> [Template.Part]? {
    for index in family.words.indices where family.words[index].isNamed(name) { return family.words[index].parts }
    return nil
  }

  private mutating func fill(_ name: String, _ indentation: [UInt8]) {
    let outer = self.indentation
    self.indentation += indentation
    fill(family.templates[name]?.parts ?? [])
    self.indentation = outer
  }

  /// A section is rendered once for a value, once for each item of a list, and not at all for nothing, `false` or an
  /// empty list. An inverted section is rendered only in these last cases.
  private mutating func fill(_ parts: [Template.Part], _ value: JSON?, isInverted: Bool) {
    let inner: [JSON] =
      switch value {
      case nil, .null, .bool(false): []
      case .array(let items): items
      case .some(let value): [value]
      }
    if isInverted {
      if inner.isEmpty { fill(parts) }
      return
    }
    for value in inner {
      values.append(value)
      fill(parts)
      values.removeLast()
    }
  }

  private func value(of name: Template.Name) -> JSON? {
    guard let first = name.members.first else { return values.last }
    for index in values.indices.reversed() {
      guard case .object(let members) = values[index], var found = members[first] else { continue }
      for member in name.members.dropFirst() {
        guard let next = found[member] ?? found.singular(member) else { return nil }
        found = next
      }
      return found
    }
    return nil
  }

  private mutating func append(_ value: JSON?, isEscaped: Bool) {
    switch value {
    case .string(let text), .number(let text):
      indent()
      if isEscaped { appendEscaped(text.utf8) } else { filled += text.utf8 }
    case .bool(let flag):
      indent()
      filled += (flag ? "true" : "false").utf8
    case nil, .null, .array, .object: break
    }
  }

  private mutating func appendIsolated(_ value: JSON?) {
    guard isHTML else { return append(value, isEscaped: false) }
    append(Self.isolation)
    append(value, isEscaped: true)
    append(Self.isolationEnd)
  }

  private static let isolation = Array("<bdi>".utf8)
  private static let isolationEnd = Array("</bdi>".utf8)

  /// By bytes, so that a combining character (such as U+0600) does not hide a character that must be escaped.
  private mutating func appendEscaped(_ text: String.UTF8View) {
    guard text.contains(where: { Self.escape(of: $0) != nil }) else {
      filled += text
      return
    }
    for byte in text {
      if let escape = Self.escape(of: byte) { filled += escape.utf8 } else { filled.append(byte) }
    }
  }

  private static func escape(of byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }

  private mutating func append(_ text: [UInt8]) {
    if indentation.isEmpty {
      filled += text
      isLineStart = text.last == UInt8(ascii: "\n")
      return
    }
    for byte in text {
      if byte != UInt8(ascii: "\n") { indent() }
      filled.append(byte)
      isLineStart = byte == UInt8(ascii: "\n")
    }
  }

  private mutating func indent() {
    if isLineStart { filled += indentation }
    isLineStart = false
  }
}

extension JSON {
  /// Whether a number is one, as its member `isOne`.
  fileprivate func singular(_ member: String) -> JSON? {
    guard case .number(let digits) = self, member == Template.Name.isOne else { return nil }
    return .bool(digits == "1")
  }
}
