// SPDX-License-Identifier: Apache-2.0

import Domain
import Mustache
import TestSupport
import Testing

/// Same output as swift-mustache.
@Suite struct MustacheTests {
  @Test func whatIsMadeOfAnyTemplatesIsWhatSwiftMustacheMakes() throws {
    for seed in 0..<3000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let templates = ["": generator.template(depth: 3), "p": generator.partial(), "q": generator.partial()]
      let layout = "\(generator.text(depth: 0))\n{{$head}}no head{{/head}}\n{{$body}}\nno body\n{{/body}}\n"
      try compare(templates.merging(["layout": layout]) { one, _ in one }, seed)
    }
  }

  private func compare(_ templates: [String: String], _ seed: Int) throws {
    let names = ["name", "object", "object.inner", "list", "yes", "no", "none", "days"]
    var library = MustacheLibrary()
    for (name, text) in templates {
      library.register(try MustacheTemplate(string: text), named: name.isEmpty ? "main" : name)
    }
    let values: JSON = [
      "name": "<Kim> & \"Co\"", "object": ["inner": "in"], "list": ["a", "b"], "yes": true, "no": false, "days": 30,
    ]
    let expected = withoutBlankLines(library.render(values.plain, withTemplate: "main") ?? "")
    let actual = withoutBlankLines(try fill(templates, names, values, isHTML: true))
    #expect(actual == expected, "seed \(seed): \(templates)")
  }
}

/// The specification leaves indented blank lines open.
private func withoutBlankLines(_ text: String) -> [Substring] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.allSatisfy(\.isWhitespace) ? "" : $0 }
}

extension JSON {
  /// The value as swift-mustache reads it.
  fileprivate var plain: Any {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag
    case .array(let items): items.map(\.plain)
    case .object(let members): Dictionary(uniqueKeysWithValues: members.pairs.map { ($0.name, $0.value.plain) })
    case .null: Optional<String>.none as Any
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func one(of texts: [String]) -> String { texts.randomElement(using: &self)! }

  /// A template, half of them with a layout.
  fileprivate mutating func template(depth: Int) -> String {
    if Bool.random(using: &self) { return text(depth: depth) }
    let blocks = ["head", "body", "other"].shuffled(using: &self).prefix(Int.random(in: 0...3, using: &self))
    return "{{<layout}}\n" + blocks.map { "{{$\($0)}}\(text(depth: depth, isIndented: false)){{/\($0)}}\n" }.joined()
      + "{{/layout}}\n"
  }

  /// A template without a layout.
  fileprivate mutating func partial() -> String {
    text(depth: 1).replacing("{{>p}}", with: "p").replacing("{{>q}}", with: "q")
  }

  /// Words, variables and sections, some of them on separate lines.
  /// - Parameter isIndented: whether lines may be indented; swift-mustache removes the indentation of blocks.
  fileprivate mutating func text(depth: Int, isIndented: Bool = true) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...5, using: &self) {
      switch Int.random(in: 0...(depth > 0 ? 9 : 4), using: &self) {
      case 0, 1: text += one(of: ["word", "a ", "\n", "  \n", "a { b", "}} ", "é"])
      case 2: text += "{{\(one(of: ["name", "object.inner", "days", "none"]))}}"
      case 3: text += one(of: ["{{{name}}}", "{{&name}}", "{{! a comment }}", "\n{{! a comment }}\n"])
      case 4: text += one(of: ["\n{{>p}}\n", "{{>q}}", "\n{{>q}}\n"])
      default:
        let name = one(of: ["yes", "no", "none", "list", "object", "name"])
        // swift-mustache treats adjacent tags as standalone.
        let (sign, end) = (one(of: ["#", "#", "^"]), one(of: ["-", "\n", isIndented ? "\n  " : "\n"]))
        text +=
          "\(end){{\(sign)\(name)}}\(end)\(self.text(depth: depth - 1, isIndented: isIndented))\(end){{/\(name)}}\(end)"
      }
    }
    // It drops trailing blanks.
    return text + "."
  }
}
