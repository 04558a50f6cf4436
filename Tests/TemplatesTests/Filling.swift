// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Templates

/// Renders the main template, which has an empty name, with the others as partials. The text must be the same if values
/// were put in before: each of them alone, or all.
func fill(_ templates: [String: String], _ names: [String], _ values: JSON, isHTML: Bool) throws -> String {
  let rules = TemplateRules(what: "test", folder: "", variables: names, sharedVariables: names, allowsUnescaped: true)
  let read = try templates.mapValues { text in
    var parser = TemplateParser(path: "t", text: Array(text.utf8), rules: rules, variables: [KnownVariables(names)])
    return try parser.template()
  }
  let text = fill(read, values, isHTML: isHTML)
  let constants = (values.members?.pairs ?? []).filter { !values.hasMemberWithin(named: $0.name) }
  for some in [constants] + constants.map({ [$0] }) {
    let folding = TemplateFolding(constant: ConstantValues(id: "", JSON.Members(some)), isHTML: isHTML)
    #expect(
      fill(read.mapValues(folding.folded), values, isHTML: isHTML) == text, "\(templates), with \(some.map(\.name))")
  }
  return text
}

private func fill(_ templates: [String: Template], _ values: JSON, isHTML: Bool) -> String {
  var filling = TemplateFilling(TemplateFamily(templates: templates), isHTML: isHTML, values)
  filling.fill(templates[""]!.parts)
  return String(decoding: filling.filled, as: UTF8.self)
}

extension JSON {
  /// Whether an object within this one has a member of that name.
  fileprivate func hasMemberWithin(named name: String) -> Bool {
    switch self {
    case .array(let items): items.contains { $0[name] != nil || $0.hasMemberWithin(named: name) }
    case .object(let members):
      members.pairs.contains { ($0.value.members?[name]) != nil || $0.value.hasMemberWithin(named: name) }
    case .null, .bool, .number, .string: false
    }
  }
}
