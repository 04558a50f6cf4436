// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc

/// Templates in Mustache. HTML is rendered into the `layout.html` of its folder; partials are in `partials/`. A file
/// is read from the first folder that has it, so that an app's own folder contains only what it changes.
package final class TemplateFiles {
  private let folders: [String]
  /// Templates that were read, checked and parsed, for processes that render many: each with its partials by name,
  /// the template itself under an empty name.
  private var families: [String: [String: Template]] = [:]
  /// The layouts and partials that were parsed, by their files.
  private var shared: [String: Template] = [:]
  /// Families with constant values put in, by the id of the values and the path. They are made when a family is filled with the same values
  /// for the second time, which takes about as long as to fill it.
  private var folded: [String: [String: Template]] = [:]
  private var filledOnce: Set<String> = []

  package init(folders: [String]) { self.folders = folders }

  /// Whether one of the folders has the file.
  package func has(_ path: String) -> Bool { find(path) != nil }

  /// Reads and checks a template with its partials, before a message is promised.
  /// - Throws: `service/misconfigured` with file and line.
  package func check(_ path: String, _ rules: TemplateRules) throws(Problem) { _ = try family(path, rules) }

  /// Renders a template with values. `rules` are evaluated only if the template has not been parsed yet.
  /// - Parameter constant: those of the values that other renderings have too.
  /// - Throws: `service/misconfigured` with file and line.
  package func fill(
    _ path: String, _ rules: @autoclosure () -> TemplateRules, _ values: JSON, constant: ConstantValues? = nil
  ) throws(Problem) -> String {
    var family = if let known = families[path] { known } else { try family(path, rules()) }
    if let constant { family = folded(family, path, constant) }
    var filling = TemplateFilling(family, isHTML: Self.isHTML(path), values)
    filling.fill(family[""]?.parts ?? [])
    return String(decoding: filling.filled, as: UTF8.self)
  }

  private func folded(_ family: [String: Template], _ path: String, _ constant: ConstantValues) -> [String: Template] {
    let id = "\(constant.id) \(path)"
    if let known = folded[id] { return known }
    guard !filledOnce.insert(id).inserted else { return family }
    let folding = TemplateFolding(constant: constant, isHTML: Self.isHTML(path))
    let result = family.mapValues(folding.folded)
    folded[id] = result
    return result
  }

  private func find(_ path: String) -> String? { folders.map { "\($0)/\(path)" }.first { access($0, F_OK) == 0 } }

  private static func isHTML(_ path: String) -> Bool { path.hasSuffix(".html") }

  private func family(_ path: String, _ rules: TemplateRules) throws(Problem) -> [String: Template] {
    if let known = families[path] { return known }
    var family = ["": try template(path, rules, [rules.variables])]
    var wanted = family[""]!.included
    if Self.isHTML(path) {
      family["layout"] = try sharedTemplate("\(rules.folder)/layout.html", rules)
      wanted += family["layout"]!.included
    }
    while let name = wanted.popLast() {
      guard family[name] == nil else { continue }
      let file = "\(rules.folder)/partials/\(name).\(Self.isHTML(path) ? "html" : "txt")"
      family[name] = try sharedTemplate(file, rules)
      wanted += family[name]!.included
    }
    try refuseLoop(in: family, from: [""], path)
    families[path] = family
    return family
  }

  /// A layout or partial, which several templates include.
  private func sharedTemplate(_ path: String, _ rules: TemplateRules) throws(Problem) -> Template {
    if let known = shared[path] { return known }
    // It mostly has variables of the template that includes it, which are fewer.
    let parsed = try template(path, rules, [rules.variables, rules.sharedVariables])
    shared[path] = parsed
    return parsed
  }

  /// - Parameter way: a template after those that include it.
  /// - Throws: `service/misconfigured` for a template that includes itself, because rendering would never end.
  private func refuseLoop(in family: [String: Template], from way: [String], _ path: String) throws(Problem) {
    for name in family[way[way.count - 1]]?.included ?? [] {
      let longer = way + [name]
      guard !way.contains(name) else {
        throw .misconfigured("TEMPLATES_DIR", "\(path): \(longer.dropFirst().joined(separator: " > ")) includes itself")
      }
      try refuseLoop(in: family, from: longer, path)
    }
  }

  /// Reads, checks and parses one file.
  private func template(_ path: String, _ rules: TemplateRules, _ variables: [KnownVariables]) throws(Problem)
    -> Template
  {
    guard let file = find(path), let text = try? readFile(file), String(validating: text, as: UTF8.self) != nil else {
      throw .misconfigured("TEMPLATES_DIR", "\(path) does not exist, cannot be read, or is not UTF-8")
    }
    var parser = TemplateParser(path: path, text: text, rules: rules, variables: variables)
    return try parser.template()
  }
}
