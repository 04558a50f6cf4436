// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc

/// Templates in Mustache. They are rendered into the layout of their folder, `layout.html` or `layout.txt`; partials
/// are in `partials/`. A partial for both formats ends in `.mustache`. A file is read from the first folder that has
/// it, so an app's own folder contains only what it changes.
package final class TemplateFiles {
  let folders: [String]
  /// For processes that render many, by structure and language.
  private var prepared: [String: PreparedTemplate] = [:]
  /// The files that were parsed.
  private var parsed: [String: Template] = [:]

  package init(folders: [String]) {
    self.folders = folders.count == 2 && folders[0] == folders[1] ? [folders[0]] : folders
  }

  /// Whether one of the folders has the file.
  package func has(_ path: String) throws(Problem) -> Bool {
    for folder in folders where try exists("\(folder)/\(path)") { return true }
    return false
  }

  package func exists(_ place: String) throws(Problem) -> Bool {
    do { return try isThere(place) } catch { throw error.problem("TEMPLATES_DIR", place) }
  }

  /// The app's own folders, without the bundled one.
  package var ownFolders: [String] { folders.count > 1 ? folders.dropLast() : [] }

  /// An HTML template with its words, which is read and checked when it is first used.
  /// - Parameter languages: the template's language and its fallbacks, nearest first.
  /// - Throws: `service/misconfigured` with file and line, or with file and word.
  package func page(
    _ name: String, _ rules: @autoclosure () -> TemplateRules, _ languages: [String]
  ) throws(Problem) -> PreparedTemplate {
    let id = "\(name) \(languages.first ?? "")"
    if let known = prepared[id] { return known }
    let rules = rules()
    let words = try TemplateWords(of: name, rules.folder, languages, in: self)
    let made = try prepared("\(rules.folder)/\(name)/structure.html", rules, words, isHTML: true)
    try words.refuseUnknown()
    prepared[id] = made
    return made
  }

  /// Reads and checks a template with everything that it includes and its words.
  /// - Throws: `service/misconfigured` with file and line, or with file and word.
  package func prepared(
    _ path: String, _ rules: TemplateRules, _ words: TemplateWords, isHTML: Bool
  ) throws(Problem) -> PreparedTemplate {
    PreparedTemplate(try filled(try family(path, rules, isHTML: isHTML), rules, words), isHTML: isHTML)
  }

  /// Reads and checks a text that is one word, such as a subject.
  /// - Throws: `service/misconfigured` with file and word.
  package func prepared(
    word: String, _ rules: TemplateRules, _ words: TemplateWords
  ) throws(Problem) -> PreparedTemplate {
    let family = TemplateFamily(templates: ["": Template(parts: [.block(word, [])], included: [])])
    return PreparedTemplate(try filled(family, rules, words), isHTML: false)
  }

  /// The family with the words of its blocks.
  private func filled(
    _ family: TemplateFamily, _ rules: TemplateRules, _ words: TemplateWords
  ) throws(Problem) -> TemplateFamily {
    TemplateFamily(templates: family.templates, words: try WordSearch(family.templates, rules, words).words)
  }

  private func family(_ path: String, _ rules: TemplateRules, isHTML: Bool) throws(Problem) -> TemplateFamily {
    let ending = isHTML ? "html" : "txt"
    var family = ["": try template(path, nil, rules, [rules.variables])]
    var wanted = family[""]!.included
    while let name = wanted.popLast() {
      guard family[name] == nil else { continue }
      // They mostly have variables of the template that includes them, which are fewer.
      let variables = [rules.variables] + rules.sharedVariables
      let included =
        if name == "layout" {
          try template("\(rules.folder)/layout.\(ending)", nil, rules, variables)
        } else {
          try template(
            "\(rules.folder)/partials/\(name).\(ending)", "\(rules.folder)/partials/\(name).mustache", rules, variables)
        }
      family[name] = included
      wanted += included.included
    }
    try refuseLoop(in: family, from: [""], path)
    return TemplateFamily(templates: family)
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
  /// - Parameter other: its path if it is for both formats. Within a folder, `path` takes precedence.
  private func template(
    _ path: String, _ other: String?, _ rules: TemplateRules, _ variables: [KnownVariables]
  ) throws(Problem) -> Template {
    if let known = parsed[path] { return known }
    let (place, found) = try find(path, other) ?? ("", path)
    if let known = parsed[found] { return known }
    let wrong = "\(path) does not exist, cannot be read, or is not UTF-8"
    let text: [UInt8]
    do { text = try readFile(place) } catch { throw error.problem("TEMPLATES_DIR", wrong) }
    guard String(validating: text, as: UTF8.self) != nil else { throw .misconfigured("TEMPLATES_DIR", wrong) }
    var parser = TemplateParser(path: found, text: text, rules: rules, variables: variables)
    let template = try parser.template()
    parsed[found] = template
    return template
  }

  private func find(_ path: String, _ other: String?) throws(Problem) -> (place: String, path: String)? {
    for folder in folders {
      let place = "\(folder)/\(path)"
      if try exists(place) { return (place, path) }
      guard let other else { continue }
      let otherPlace = "\(folder)/\(other)"
      if try exists(otherPlace) { return (otherPlace, other) }
    }
    return nil
  }
}
