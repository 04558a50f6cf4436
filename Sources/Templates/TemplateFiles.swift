import Domain
import Foundation
import Mustache

/// Templates in Mustache. HTML is filled into the `layout.html` of its folder, and pieces are in `partials/`. A file is
/// taken from the first folder that has it, so that an app's own needs to hold only what it changes.
public final class TemplateFiles {
  private let folders: [String]
  /// Read, checked and parsed once, for a run that fills many.
  private var libraries: [String: MustacheLibrary] = [:]

  public init(folders: [String]) {
    self.folders = folders
    MustacheContentTypes.register(EscapedHTML(), named: TemplateType.html.rawValue)
  }

  public func has(_ path: String) -> Bool { find(path) != nil }

  /// Reads what a template is made from, before anything is promised.
  /// - Throws: `service/misconfigured` naming file and line.
  public func check(_ path: String, _ rules: TemplateRules) throws(Problem) { _ = try library(path, rules) }

  public func fill(_ path: String, _ rules: TemplateRules, _ values: [String: Any]) throws(Problem) -> String {
    try library(path, rules).render(TemplateObject(members: values), withTemplate: "the template") ?? ""
  }

  private func find(_ path: String) -> String? {
    folders.map { "\($0)/\(path)" }.first { FileManager.default.fileExists(atPath: $0) }
  }

  private func library(_ path: String, _ rules: TemplateRules) throws(Problem) -> MustacheLibrary {
    if let known = libraries[path] { return known }
    let type: TemplateType = path.hasSuffix(".html") ? .html : .text
    var library = MustacheLibrary()
    var wanted = [
      "the template": try register(path, as: "the template", type, rules, rules.variables, in: &library)
    ]
    if type == .html {
      let layout = "\(rules.folder)/layout.html"
      wanted["layout"] = try register(layout, as: "layout", type, rules, rules.sharedVariables, in: &library)
    }
    var rest = wanted.values.flatMap(\.self)
    while let partial = rest.popLast() {
      guard wanted[partial] == nil else { continue }
      let file = "\(rules.folder)/partials/\(partial).\(type == .html ? "html" : "txt")"
      wanted[partial] = try register(file, as: partial, type, rules, rules.sharedVariables, in: &library)
      rest += wanted[partial] ?? []
    }
    try refuseLoop(of: wanted, from: ["the template"], path)
    libraries[path] = library
    return library
  }

  /// - Parameters:
  ///   - wanted: what each template takes in.
  ///   - way: a template behind those that have taken it in.
  /// - Throws: `service/misconfigured` for one that takes in itself: what is made of it would have no end.
  private func refuseLoop(of wanted: [String: [String]], from way: [String], _ path: String) throws(Problem) {
    for name in wanted[way[way.count - 1]] ?? [] {
      let longer = way + [name]
      guard !way.contains(name) else {
        throw .misconfigured("TEMPLATES_DIR", "\(path): \(longer.joined(separator: " > ")) takes in itself")
      }
      try refuseLoop(of: wanted, from: longer, path)
    }
  }

  /// Reads, checks and parses one file.
  /// - Returns: what it takes in.
  private func register(
    _ path: String, as name: String, _ type: TemplateType, _ rules: TemplateRules, _ variables: Set<String>,
    in library: inout MustacheLibrary
  ) throws(Problem) -> [String] {
    guard let file = find(path), let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw .misconfigured("TEMPLATES_DIR", "there is no file \(path) that can be read as UTF-8")
    }
    let source = try TemplateSource(path: path, text: text, rules: rules)
    try source.check(variables)
    do {
      // The content type stands in the template itself, as its first directive: text is not escaped, HTML is.
      library.register(try MustacheTemplate(string: "{{% CONTENT_TYPE:\(type.rawValue)}}" + text), named: name)
    } catch let error as MustacheTemplate.ParserError {
      throw .misconfigured("TEMPLATES_DIR", "\(path):\(error.context.lineNumber): \(error.error)")
    } catch {
      throw .misconfigured("TEMPLATES_DIR", "\(path): \(error)")
    }
    return source.takenIn
  }
}

extension JSON {
  /// The members of this object, as templates are filled with them.
  public var templateValues: [String: Any] {
    var values: [String: Any] = [:]
    for (name, value) in members?.pairs ?? [] { values[name] = value.templateValue }
    return values
  }

  /// This value, as a template is filled with it; nil for null.
  public var templateValue: Any? {
    switch self {
    case .string(let text): text
    case .number(let digits): digits
    case .bool(let flag): flag
    case .object: TemplateObject(members: templateValues)
    case .array(let items): items.compactMap(\.templateValue)
    case .null: nil
    }
  }
}

/// An object, as Mustache looks into it. It would look into a dictionary, too, but first look up each time whether it can.
private struct TemplateObject: MustacheParent {
  let members: [String: Any]

  func child(named name: String) -> Any? { members[name] }
}

/// Escapes scalar by scalar. Mustache's own goes by character, and there are letters (U+0600) that make one character
/// of themselves and a `<` behind them.
private struct EscapedHTML: MustacheContentType {
  func escapeText(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "&": escaped += "&amp;".unicodeScalars
      case "\"": escaped += "&quot;".unicodeScalars
      case "'": escaped += "&#39;".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}

private enum TemplateType: String { case text = "TEXT", html = "HTML" }
