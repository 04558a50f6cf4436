import Domain
import Foundation

/// A template's text, looked at before it is used.
struct TemplateSource {
  let path: String
  let text: String
  let rules: TemplateRules

  private struct Tag {
    /// What it is, such as `#` of a section's beginning; nil for a variable.
    let sign: Character?
    let name: String
    let line: Int
  }

  /// Its tags in their order.
  /// - Throws: `service/misconfigured` naming file and line of one that does not end on its line.
  private func tags() throws(Problem) -> [Tag] {
    var tags: [Tag] = []
    var isInComment = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var parts = line.components(separatedBy: "{{")[...]
      if isInComment {
        guard line.contains("}}") else { continue }
        isInComment = false
      }
      parts = parts.dropFirst()
      for part in parts {
        guard let end = part.range(of: "}}") else {
          isInComment = part.hasPrefix("!")
          if isInComment { continue }
          throw wrong(index + 1, "{{\(part.prefix(20)) is not closed")
        }
        let tag = part[..<end.lowerBound].trimmingCharacters(in: .whitespaces)
        let sign = tag.first.flatMap { "!$<>/%=#^&{".contains($0) ? $0 : nil }
        tags.append(Tag(sign: sign, name: sign == nil ? tag : String(tag.dropFirst()).trimmed, line: index + 1))
      }
    }
    return tags
  }

  private func wrong(_ line: Int, _ what: String) -> Problem {
    .misconfigured("TEMPLATES_DIR", "\(path):\(line): \(what)")
  }

  /// The partials that it wants, and what it fills the blocks of.
  func takenIn() throws(Problem) -> [String] {
    try tags().filter { $0.sign == ">" || $0.sign == "<" }.map(\.name)
  }

  /// - Throws: `service/misconfigured` naming file and line of a variable that there is not, of one that would not be
  ///   escaped where that is not allowed, or of a section that does not end where it should.
  func check(_ known: Set<String>) throws(Problem) {
    let tags = try tags()
    for tag in tags where tag.name != "." && tag.sign.map({ "#^&{".contains($0) }) ?? true {
      guard rules.allowsUnescaped || !"&{".contains(tag.sign ?? " ") else {
        throw wrong(tag.line, "{{\(tag.name)}} should stand between two braces on each side, which escape it")
      }
      // Inside of {{#app}} the name of a member stands alone.
      if known.contains(tag.name) || known.contains(where: { $0.hasSuffix("." + tag.name) }) { continue }
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
}
