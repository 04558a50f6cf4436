import Domain
import Foundation
import Mustache

/// The templates of mails: `templates/mail/<name>/<locale>/{subject.txt,body.txt,body.html}` in Mustache, with the
/// HTML that they share in `templates/mail/layout.html`.
final class MailTemplates {
  private let folder: String
  /// Read once, for a run that sends many mails.
  private var parsed: [String: MustacheTemplate] = [:]

  init(folder: String) {
    self.folder = folder
    MustacheContentTypes.register(EscapedHTML(), named: MailContentType.html.rawValue)
  }

  struct Rendered {
    var subject: String
    var text: String
    var html: String
  }

  /// Fills a mail's three templates in the nearest language there is: `de-AT`, `de`, then the default.
  func render(_ kind: String, locale: String, default fallback: String, _ values: [String: Any]) throws(Problem)
    -> Rendered
  {
    let languages = LanguageTag(locale).chain + LanguageTag(fallback).chain
    guard let language = languages.first(where: { has("\(kind)/\($0)") }) else {
      throw .misconfigured("TEMPLATES_DIR", "there is no mail \(kind) in \(languages.joined(separator: ", "))")
    }
    let subject = try fill("\(kind)/\(language)/subject.txt", values, .text)
    return Rendered(
      subject: subject.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed,
      text: try fill("\(kind)/\(language)/body.txt", values, .text),
      html: try fill("\(kind)/\(language)/body.html", values, .html))
  }

  /// Fills the one template of a text message.
  func text(_ kind: String, locale: String, default fallback: String, _ values: [String: Any]) throws(Problem) -> String
  {
    let languages = LanguageTag(locale).chain + LanguageTag(fallback).chain
    guard let language = languages.first(where: { has("\(kind)/\($0)", "body.txt") }) else {
      throw .misconfigured("TEMPLATES_DIR", "there is no message \(kind) in \(languages.joined(separator: ", "))")
    }
    return try fill("\(kind)/\(language)/body.txt", values, .text).trimmed
  }

  private func has(_ path: String, _ file: String = "subject.txt") -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(path)/\(file)")
  }

  private func fill(_ path: String, _ values: [String: Any], _ type: MailContentType) throws(Problem) -> String {
    do {
      var library = MustacheLibrary()
      if type == .html { library.register(try template("layout.html", type), named: "layout") }
      library.register(try template(path, type), named: "mail")
      return library.render(values, withTemplate: "mail") ?? ""
    } catch {
      throw .misconfigured("TEMPLATES_DIR", "mail/\(path): \(error)")
    }
  }

  /// The content type stands in the template itself, as its first directive: text is not escaped, HTML is.
  private func template(_ path: String, _ type: MailContentType) throws -> MustacheTemplate {
    if let known = parsed[path] { return known }
    let source = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
    let template = try MustacheTemplate(string: "{{% CONTENT_TYPE:\(type.rawValue)}}" + source)
    parsed[path] = template
    return template
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
