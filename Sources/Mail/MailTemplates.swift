import Domain
import Foundation
import Mustache

/// The templates of mails: `mail/<kind>/<locale>/{subject.txt,body.txt,body.html}` in Mustache, with the HTML that they
/// share in `mail/layout.html` and pieces in `mail/partials/`. A file is taken from the first folder that has it, so
/// that an app's own needs to hold only what it changes.
final class MailTemplates {
  private let folders: [String]
  /// Read, checked and parsed once, for a run that sends many mails.
  private var libraries: [String: MustacheLibrary] = [:]

  init(folders: [String]) {
    self.folders = folders
    MustacheContentTypes.register(EscapedHTML(), named: MailContentType.html.rawValue)
  }

  struct Rendered {
    var subject: String
    var text: String
    var html: String
  }

  /// Reads what a mail is made from, before it is promised.
  /// - Throws: `service/misconfigured` naming file and line.
  func check(_ kind: OutboxMail.Kind, locale: String, default fallback: String) throws(Problem) {
    for file in Self.files(of: kind) { _ = try library(try path(kind, locale, fallback, file), kind) }
  }

  /// Fills a mail's three templates in the nearest language there is: `de-AT`, `de`, then the default.
  func render(
    _ kind: OutboxMail.Kind, locale: String, default fallback: String, _ values: [String: Any]
  ) throws(Problem) -> Rendered {
    let subject = try fill(try path(kind, locale, fallback, "subject.txt"), kind, values)
    return Rendered(
      subject: subject.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed,
      text: try fill(try path(kind, locale, fallback, "body.txt"), kind, values),
      html: try fill(try path(kind, locale, fallback, "body.html"), kind, values))
  }

  /// Fills the one template of a text message.
  func text(
    _ kind: OutboxMail.Kind, locale: String, default fallback: String, _ values: [String: Any]
  ) throws(Problem) -> String {
    try fill(try path(kind, locale, fallback, "body.txt"), kind, values).trimmed
  }

  private static func files(of kind: OutboxMail.Kind) -> [String] {
    switch kind {
    case .webhook: []
    case .invitationSMS: ["body.txt"]
    default: ["subject.txt", "body.txt", "body.html"]
    }
  }

  /// A file of a mail in the nearest language that any folder has the mail in.
  private func path(
    _ kind: OutboxMail.Kind, _ locale: String, _ fallback: String, _ file: String
  ) throws(Problem) -> String {
    let languages = LanguageTag(locale).chain + LanguageTag(fallback).chain
    for language in languages {
      let path = "mail/\(kind.rawValue)/\(language)/\(file)"
      if find(path) != nil { return path }
    }
    throw .misconfigured(
      "TEMPLATES_DIR",
      "there is no mail/\(kind.rawValue)/\(languages[0])/\(file), nor one in a language that it falls back to")
  }

  private func find(_ path: String) -> String? {
    folders.map { "\($0)/\(path)" }.first { FileManager.default.fileExists(atPath: $0) }
  }

  private func fill(_ path: String, _ kind: OutboxMail.Kind, _ values: [String: Any]) throws(Problem) -> String {
    try library(path, kind).render(values, withTemplate: "mail") ?? ""
  }

  private func library(_ path: String, _ kind: OutboxMail.Kind) throws(Problem) -> MustacheLibrary {
    if let known = libraries[path] { return known }
    let type: MailContentType = path.hasSuffix(".html") ? .html : .text
    var library = MustacheLibrary()
    var wanted = ["mail": try register(path, as: "mail", type, MailVariables.names(of: kind), in: &library)]
    if type == .html {
      wanted["layout"] = try register("mail/layout.html", as: "layout", type, MailVariables.ofAnyMail, in: &library)
    }
    var rest = wanted.values.flatMap(\.self)
    while let partial = rest.popLast() {
      guard wanted[partial] == nil else { continue }
      let file = "mail/partials/\(partial).\(type == .html ? "html" : "txt")"
      wanted[partial] = try register(file, as: partial, type, MailVariables.ofAnyMail, in: &library)
      rest += wanted[partial] ?? []
    }
    try refuseLoop(of: wanted, from: ["mail"], path)
    libraries[path] = library
    return library
  }

  /// - Parameters:
  ///   - wanted: what each template takes in.
  ///   - way: a template behind those that have taken it in.
  /// - Throws: `service/misconfigured` for one that takes in itself: the mail would have no end.
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
    _ path: String, as name: String, _ type: MailContentType, _ variables: Set<String>,
    in library: inout MustacheLibrary
  ) throws(Problem) -> [String] {
    guard let file = find(path), let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw .misconfigured("TEMPLATES_DIR", "there is no file \(path) that can be read as UTF-8")
    }
    let source = try TemplateSource(path: path, text: text)
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

private enum MailContentType: String { case text = "TEXT", html = "HTML" }
