// SPDX-License-Identifier: Apache-2.0

import Domain
import Templates

/// The templates of mails: the structure `mail/<kind>/structure.mustache`, for text and HTML, and the words of each
/// language, `mail/<kind>/words.<locale>.json`.
final class MailTemplates {
  private let files: TemplateFiles
  /// A cache by kind and language, because a run may render many mails.
  private var mails: [String: Mail] = [:]

  init(folders: [String]) { files = TemplateFiles(folders: folders) }

  struct Rendered {
    var subject: String
    /// The name of the sender; nil for mails that no inviter caused.
    var sender: String?
    var text: String
    var html: String
  }

  /// The templates of a mail in one language. A text message has neither a subject nor HTML.
  private struct Mail {
    let text: PreparedTemplate
    var subject: PreparedTemplate?
    var sender: PreparedTemplate?
    var html: PreparedTemplate?
    /// The variables that are days and times.
    let times: [String]
  }

  /// Checks the templates of a mail before the mail is queued.
  /// - Throws: `service/misconfigured` with the file, and the line or word.
  func check(_ kind: OutboxMessage.Kind, locale: String, default fallback: String) throws(Problem) {
    if kind.model != nil { _ = try mail(kind, locale, fallback) }
  }

  /// Renders a mail in the best available language: `de-AT`, `de`, then the default.
  func render(
    _ kind: OutboxMessage.Kind, locale: String, default fallback: String, _ values: JSON, constant: ConstantValues?
  ) throws(Problem) -> Rendered {
    let mail = try mail(kind, locale, fallback)
    return Rendered(
      subject: (mail.subject?.fill(values, constant: constant) ?? "").onOneLine,
      sender: mail.sender?.fill(values, constant: constant).onOneLine,
      text: mail.text.fill(values, constant: constant),
      html: mail.html?.fill(values.unbroken(mail.times), constant: constant) ?? "")
  }

  /// Renders a text message.
  func text(
    _ kind: OutboxMessage.Kind, locale: String, default fallback: String, _ values: JSON
  ) throws(Problem) -> String {
    try mail(kind, locale, fallback).text.fill(values).trimmed
  }

  private func mail(_ kind: OutboxMessage.Kind, _ locale: String, _ fallback: String) throws(Problem) -> Mail {
    let id = "\(kind.rawValue) \(locale)"
    if let known = mails[id] { return known }
    let rules = kind.templateRules
    let structure = "mail/\(kind.rawValue)/structure.mustache"
    let words = try TemplateWords(of: kind.rawValue, "mail", try languages(kind, locale, fallback), in: files)
    var mail = Mail(
      text: try files.prepared(structure, rules, words, isHTML: false), times: kind.model?.names(of: kind).times ?? [])
    if kind != .invitationSMS {
      mail.subject = try files.prepared(word: "subject", rules, words)
      if kind.isFromInviter { mail.sender = try files.prepared(word: "sender", rules, words) }
      mail.html = try files.prepared(structure, rules, words, isHTML: true)
    }
    try words.refuseUnknown()
    mails[id] = mail
    return mail
  }

  private func languages(
    _ kind: OutboxMessage.Kind, _ locale: String, _ fallback: String
  ) throws(Problem) -> [String] {
    let wanted = LanguageTag(locale).chain
    let others = LanguageTag(fallback).chain
    try refuseFormerFiles(of: kind, wanted == others ? wanted : wanted + others)
    return try files.languages(of: kind.rawValue, "mail", wanted, default: others)
  }

  /// - Throws: `service/misconfigured` if an app's own folder has files in the form that mails had earlier, one for
  ///   each language, because they would have no effect.
  private func refuseFormerFiles(of kind: OutboxMessage.Kind, _ languages: [String]) throws(Problem) {
    for folder in files.ownFolders {
      for language in languages {
        let mail = "\(folder)/mail/\(kind.rawValue)/\(language)"
        if try files.exists(mail) {
          throw .formerTemplate(mail, words: "mail/\(kind.rawValue)/words.\(language).json", "Mails")
        }
        for partial in ["not-you", "security-notice", "steps", "stores"] {
          let place = "\(folder)/mail/partials/\(partial)-\(language)"
          for file in [place + ".html", place + ".txt"] where try files.exists(file) {
            throw .formerTemplate(file, words: "mail/words.\(language).json", "Mails")
          }
        }
      }
    }
  }
}

extension JSON {
  /// The values, of which those with these names stay on one line.
  fileprivate func unbroken(_ names: [String]) -> JSON {
    merging(.object(JSON.Members(names.compactMap { name in self[name]?.string.map { (name, .string($0.unbroken)) } })))
  }
}

extension String {
  /// The text of a header field.
  fileprivate var onOneLine: String {
    let text = trimmed
    guard text.contains(where: \.isNewline) else { return text }
    return text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension OutboxMessage.Kind {
  /// The layout and the partials may use the variables of every kind. Those of another one have no values.
  fileprivate var templateRules: TemplateRules {
    let names = model?.names(of: self)
    return TemplateRules(
      what: "mail", folder: "mail", variables: SharedVariables.names + [names?.all ?? ""],
      sharedVariables: Self.allCases.compactMap { $0.model?.names(of: $0).all }, allowsUnescaped: true,
      isolatedVariables: names?.given ?? [])
  }
}
