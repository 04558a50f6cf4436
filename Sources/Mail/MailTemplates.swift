// SPDX-License-Identifier: Apache-2.0

import Domain
import Templates

/// The templates of mails: `mail/<kind>/<locale>/{subject.txt,body.txt,body.html}`.
final class MailTemplates {
  private let files: TemplateFiles
  /// A cache, because a run may render many mails.
  private var paths: [String: String] = [:]

  init(folders: [String]) { files = TemplateFiles(folders: folders) }

  struct Rendered {
    var subject: String
    var text: String
    var html: String
  }

  /// Checks the templates of a mail before the mail is queued.
  /// - Throws: `service/misconfigured` with file and line.
  func check(_ kind: OutboxMessage.Kind, locale: String, default fallback: String) throws(Problem) {
    let rules = kind.templateRules
    for file in Self.files(of: kind) { try files.check(try path(kind, locale, fallback, file), rules) }
  }

  /// Renders a mail's three templates in the best available language: `de-AT`, `de`, then the default.
  func render(
    _ kind: OutboxMessage.Kind, locale: String, default fallback: String, _ values: JSON, constant: ConstantValues?
  ) throws(Problem) -> Rendered {
    func fill(_ file: String) throws(Problem) -> String {
      try self.fill(kind, locale, fallback, file, values, constant: constant)
    }
    let subject = try fill("subject.txt").trimmed
    let hasLines = subject.contains(where: \.isNewline)
    return Rendered(
      subject: hasLines ? subject.split(whereSeparator: \.isNewline).joined(separator: " ") : subject,
      text: try fill("body.txt"), html: try fill("body.html"))
  }

  /// Renders the template of a text message.
  func text(
    _ kind: OutboxMessage.Kind, locale: String, default fallback: String, _ values: JSON
  ) throws(Problem) -> String {
    try fill(kind, locale, fallback, "body.txt", values).trimmed
  }

  private static func files(of kind: OutboxMessage.Kind) -> [String] {
    switch kind {
    case .push, .webhook, .appleExchange, .appleRevocation: []
    case .invitationSMS: ["body.txt"]
    default: ["subject.txt", "body.txt", "body.html"]
    }
  }

  /// The path of a mail's file in the best available language.
  private func path(
    _ kind: OutboxMessage.Kind, _ locale: String, _ fallback: String, _ file: String
  ) throws(Problem) -> String {
    let wanted = "\(kind.rawValue)/\(locale)/\(file)"
    if let known = paths[wanted] { return known }
    let languages = LanguageTag(locale).chain + LanguageTag(fallback).chain
    for language in languages {
      let path = "mail/\(kind.rawValue)/\(language)/\(file)"
      guard files.has(path) else { continue }
      paths[wanted] = path
      return path
    }
    throw .misconfigured(
      "TEMPLATES_DIR",
      "there is no mail/\(kind.rawValue)/\(languages[0])/\(file), and none in a fallback language")
  }

  private func fill(
    _ kind: OutboxMessage.Kind, _ locale: String, _ fallback: String, _ file: String, _ values: JSON,
    constant: ConstantValues? = nil
  ) throws(Problem) -> String {
    try files.fill(try path(kind, locale, fallback, file), kind.templateRules, values, constant: constant)
  }
}

extension OutboxMessage.Kind {
  fileprivate var templateRules: TemplateRules {
    TemplateRules(
      what: "mail", folder: "mail", variables: MailVariables.names(of: self), sharedVariables: MailVariables.ofAnyMail,
      allowsUnescaped: true)
  }
}
