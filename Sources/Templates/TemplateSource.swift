import Domain

/// A template's text, looked at before it is used.
struct TemplateSource {
  private let path: String
  private let rules: TemplateRules
  /// Its tags in their order.
  private let tags: [Tag]

  private struct Tag {
    /// What it is, such as `#` of a section's beginning; nil for a variable.
    let sign: Character?
    let name: String
    let line: Int

    init(_ content: ArraySlice<UInt8>, line: Int) {
      let text = String(decoding: content, as: UTF8.self).trimmed
      sign = text.first.flatMap { "!$<>/%=#^&{".contains($0) ? $0 : nil }
      name = sign == nil ? text : String(text.dropFirst()).trimmed
      self.line = line
    }
  }

  /// - Throws: `service/misconfigured` naming file and line of a tag that does not end on its line.
  init(path: String, text: String, rules: TemplateRules) throws(Problem) {
    self.path = path
    self.rules = rules
    do throws(Unclosed) { tags = try Self.tags(in: Array(text.utf8)) } catch {
      throw Self.wrong(path, error.line, "{{\(error.start) is not closed")
    }
  }

  private struct Unclosed: Error {
    let line: Int
    let start: String
  }

  /// Byte by byte, for mails are checked before each is promised.
  private static func tags(in text: [UInt8]) throws(Unclosed) -> [Tag] {
    let (newline, open, close, comment) = (UInt8(ascii: "\n"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "!"))
    func isPair(_ byte: UInt8, at index: Int) -> Bool {
      index + 1 < text.count && text[index] == byte && text[index + 1] == byte
    }
    var tags: [Tag] = []
    var (index, line) = (0, 1)
    while index < text.count {
      guard isPair(open, at: index) else {
        if text[index] == newline { line += 1 }
        index += 1
        continue
      }
      let start = index + 2
      // Only a comment may go on over several lines.
      let isComment = start < text.count && text[start] == comment
      var (end, lastLine) = (start, line)
      while end < text.count, !isPair(close, at: end), isComment || text[end] != newline {
        if text[end] == newline { lastLine += 1 }
        end += 1
      }
      guard isPair(close, at: end) else {
        throw Unclosed(line: line, start: String(String(decoding: text[start..<end], as: UTF8.self).prefix(20)))
      }
      tags.append(Tag(text[start..<end], line: line))
      (index, line) = (end + 2, lastLine)
    }
    return tags
  }

  private func wrong(_ line: Int, _ what: String) -> Problem { Self.wrong(path, line, what) }

  private static func wrong(_ path: String, _ line: Int, _ what: String) -> Problem {
    .misconfigured("TEMPLATES_DIR", "\(path):\(line): \(what)")
  }

  /// The partials that it wants, and what it fills the blocks of.
  var takenIn: [String] { tags.filter { $0.sign == ">" || $0.sign == "<" }.map(\.name) }

  /// - Throws: `service/misconfigured` naming file and line of a variable that there is not, of one that would not be
  ///   escaped where that is not allowed, or of a section that does not end where it should.
  func check(_ known: Set<String>) throws(Problem) {
    let known = Self.withTails(known)
    for tag in tags where tag.name != "." && tag.sign.map({ "#^&{".contains($0) }) ?? true {
      guard rules.allowsUnescaped || !"&{".contains(tag.sign ?? " ") else {
        throw wrong(tag.line, "{{\(tag.name)}} should stand between two braces on each side, which escape it")
      }
      if known.contains(tag.name) { continue }
      throw wrong(tag.line, "{{\(tag.name)}} is no variable of this \(rules.what)")
    }
    // With other delimiters it would not be these tags.
    if let tag = tags.first(where: { $0.sign == "=" }) { throw wrong(tag.line, "other delimiters are not known here") }
    var open: [Tag] = []
    for tag in tags {
      switch tag.sign {
      case "#", "^", "<", "$": open.append(tag)
      case "/":
        guard let section = open.popLast() else { throw wrong(tag.line, "{{/\(tag.name)}} ends nothing") }
        guard section.name == tag.name else {
          throw wrong(
            tag.line, "{{/\(tag.name)}} should be {{/\(section.name)}}, which ends that of line \(section.line)")
        }
      default: break
      }
    }
    if let section = open.last { throw wrong(section.line, "{{\(section.sign!)\(section.name)}} has no end") }
  }

  /// The names of variables, and what they are called inside of a section of their object: within `{{#app}}` the name of
  /// a member stands alone.
  private static func withTails(_ names: Set<String>) -> Set<String> {
    var all = names
    for name in names {
      var tail = name[...]
      while let dot = tail.firstIndex(of: ".") {
        tail = tail[tail.index(after: dot)...]
        all.insert(String(tail))
      }
    }
    return all
  }
}
