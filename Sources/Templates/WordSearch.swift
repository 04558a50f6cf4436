// SPDX-License-Identifier: Apache-2.0

import Domain

/// Finds the words that a template and everything that it includes need.
struct WordSearch {
  private let templates: [String: Template]
  private let rules: TemplateRules
  private let source: TemplateWords
  private var visited: [String] = []
  /// The blocks that an including template fills. They need no word.
  private var overridden: [Template.Block] = []
  private var isLayout = false
  /// The variables of the sections around a part, without inverted ones.
  private var sections: [Template.Name] = []
  private var missing: [String] = []
  private(set) var words: [Template.Block] = []

  /// - Throws: `service/misconfigured` with file and word, for a wrong word, or if there is no word for a block that
  ///   would be empty without one.
  init(_ templates: [String: Template], _ rules: TemplateRules, _ source: TemplateWords) throws(Problem) {
    self.templates = templates
    self.rules = rules
    self.source = source
    try visit("")
    for name in missing where !isOverridden(name) { throw source.missing(name) }
  }

  private mutating func visit(_ name: String) throws(Problem) {
    if visited.contains(name) { return }
    visited.append(name)
    let outer = isLayout
    isLayout = name == "layout"
    try search(templates[name]?.parts ?? [])
    isLayout = outer
  }

  private mutating func search(_ parts: [Template.Part]) throws(Problem) {
    for part in parts {
      switch part {
      case .text, .word, .variable, .isolated: break
      case .section(let name, let isInverted, let parts):
        if isInverted {
          try search(parts)
        } else if mayBeRendered(name) {
          sections.append(name)
          try search(parts)
          sections.removeLast()
        }
      case .partial(let name, _): try visit(name)
      case .parent(let name, _, let blocks):
        for block in blocks {
          try search(block.parts)
          overridden.append(block)
        }
        try visit(name)
      case .block(let name, let parts):
        try take(name, isEmpty: parts.isEmpty)
        try search(parts)
      }
    }
  }

  /// A layout has sections for links, for example, which a template without a link never renders.
  private func mayBeRendered(_ section: Template.Name) -> Bool {
    !isLayout || !sections.isEmpty || rules.variables.contains(section.text, withinObjects: false)
  }

  private mutating func take(_ name: String, isEmpty: Bool) throws(Problem) {
    for index in words.indices where words[index].isNamed(name) { return }
    if isOverridden(name) { return }
    if let word = try source.word(name, rules) {
      words.append(word)
    } else if isEmpty, sections.allSatisfy({ rules.variables.contains($0.text) }) {
      missing.append(name)
    }
  }

  private func isOverridden(_ name: String) -> Bool {
    for index in overridden.indices where overridden[index].isNamed(name) { return true }
    return false
  }
}
