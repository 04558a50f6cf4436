// SPDX-License-Identifier: Apache-2.0

import Domain

@testable import Templates

/// Renders the main template, which has an empty name, with the others as partials.
func fill(_ templates: [String: String], _ names: [String], _ values: JSON, isHTML: Bool) throws -> String {
  let rules = TemplateRules(
    what: "test", folder: "", variables: names, sharedVariables: names, allowsUnescaped: true)
  let read = try templates.mapValues { text in
    var parser = TemplateParser(path: "t", text: Array(text.utf8), rules: rules, variables: [KnownVariables(names)])
    return try parser.template()
  }
  var filling = TemplateFilling(read, isHTML: isHTML, values)
  filling.fill(read[""]!.parts)
  return String(decoding: filling.filled, as: UTF8.self)
}
