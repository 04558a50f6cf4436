// SPDX-License-Identifier: Apache-2.0

import Configuration
import Foundation
import Identity

@testable import Delivery
@testable import Domain
@testable import Functions

/// The first line is JSON with a mail's `kind`, `recipient` and `values`; the rest replaces its structure, the words of
/// its subject and heading, and the partial `own`. Without a rest, the repository's templates are rendered.
enum MailTemplateLaws {
  static func check(_ input: [UInt8]) throws {
    guard let (line, template) = input.head, let head = try? JSON(parsing: line), head.members != nil else { return }
    guard let kind = OutboxMessage.Kind(rawValue: head["kind"]?.string ?? "") else { return }
    let values = head["values"] ?? example
    guard kind.isMail, let content = content(kind, head["recipient"]?.string, values) else { return }
    let blunt = self.content(kind, head["recipient"]?.string, blunted(values))
    guard !template.isEmpty else {
      try check(content, blunt: blunt, bundled.renderer())
      guard head["values"] == nil else { return }
      let (first, later) = (try made(content, bundled.newRenderer()), try made(content, bundled.renderer()))
      return try hold("later mails are rendered like the first", first?.bytes == later?.bytes)
    }
    guard String(validating: template, as: UTF8.self) != nil else { return }
    try own.write(template, kind)
    let tags = ["{{{", "{{&"]
    let isEscaped = !tags.contains { template.text.contains($0) }
    try check(content, blunt: isEscaped ? blunt : nil, own.renderer())
  }

  /// - Parameter blunt: the mail without markup in its values; nil if the templates do not escape every value in HTML.
  private static func check(_ content: MailContent, blunt: MailContent?, _ renderer: MailRenderer) throws {
    guard let message = try made(content, renderer) else { return }
    try hold("a subject is one line", !message.subject.contains(where: \.isNewline))
    try check(message)
    guard let blunt else { return }
    let expected = try made(blunt, renderer)?.html.utf8.count { $0 == UInt8(ascii: "<") }
    try hold("no value adds markup", message.html.utf8.count { $0 == UInt8(ascii: "<") } == expected)
  }

  private static func made(_ content: MailContent, _ renderer: MailRenderer) throws -> MailMessage? {
    do throws(Problem) { return try renderer.message(content, date: now) } catch {
      try hold("an invalid template is misconfigured: \(error)", error.code == .misconfigured)
      return nil
    }
  }

  /// Checks the message, parsed independently.
  private static func check(_ message: MailMessage) throws {
    let bytes = message.bytes
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    try hold("lines end in CR LF", lines.dropLast().allSatisfy { $0.last == 0x0D && !$0.dropLast().contains(0x0D) })
    try hold("lines are short", lines.allSatisfy { $0.count <= 998 })
    let header = lines.prefix { $0 != [0x0D] }
    let names = header.filter { $0.first != 0x20 }.map { String(decoding: $0.prefix { $0 != 0x3A }, as: UTF8.self) }
    try hold("its header has the fields of every mail: \(names)", names.filter { !optional.contains($0) } == always)
    try hold("a field is not repeated", Set(names).count == names.count)

    let part = MIMEPart(bytes[...])
    try hold("the subject reads back unchanged", decoded(part.header["subject"] ?? "") == Array(message.subject.utf8))
    let leaves = part.leaves()
    try hold("there are a text and an HTML part", leaves.map(\.type) == ["text/plain", "text/html"])
    for (leaf, text) in zip(leaves, [message.text, message.html]) {
      let expected = Array(text.utf8.filter { $0 != 0x0D })
      try hold("a part reads back unchanged", leaf.content.filter { $0 != 0x0D } == expected + [0x0A])
    }
  }

  private static let always = [
    "Date", "From", "To", "Message-ID", "Subject", "Auto-Submitted", "MIME-Version", "Content-Type",
  ]
  private static let optional = ["Reply-To", "List-Unsubscribe", "List-Unsubscribe-Post"]

  /// Decodes the encoded words of RFC 2047.
  private static func decoded(_ text: String) -> [UInt8] {
    guard text.hasPrefix("=?utf-8?B?") else { return Array(text.utf8) }
    return text.split(separator: " ").flatMap { bytes(base64: $0.dropFirst(10).dropLast(2)) ?? [] }
  }

  /// The values with `(` for each `<`.
  private static func blunted(_ value: JSON) -> JSON {
    switch value {
    case .string(let text):
      .string(String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "<" ? "(" : $0 })))
    case .array(let items): .array(items.map(blunted))
    case .object(let members): .object(JSON.Members(members.pairs.map { ($0.name, blunted($0.value)) }))
    case .null, .bool, .number: value
    }
  }

  /// Nil if a value is missing.
  private static func content(_ kind: OutboxMessage.Kind, _ recipient: String?, _ values: JSON) -> MailContent? {
    guard let model = kind.model else { return nil }
    let address = recipient.flatMap { EmailAddress($0) == nil ? nil : $0 } ?? "kim@example.com"
    let stored = StoredMail(kind, values, appName: "PFA", recipient: address)
    return try? MailContent(id: "m1", locale: "en", model, stored)
  }

  private static let now = Timestamp(seconds: 1_795_268_220)

  /// Values for any mail.
  private static let example: JSON = [
    "code": "K7QW2MZ4XPA3JD6VYH5TBNRLEGCS2OUF", "client": ["name": "Kim <b>", "email": "kim@example.com"],
    "inviter": ["displayName": "Ada & \"Co\" <x>", "email": "ada@example.com", "id": "a1"],
    "account": ["displayName": "Kim '<i>'", "email": "kim@example.com"], "newEmail": "kim2@example.com",
    "expiresAt": "2026-12-21T13:37:00Z", "when": "2026-11-21T13:37:00Z", "days": 30, "note": "Knee.\n<script>",
    "hours": 24, "isOneHour": false, "device": ["name": "<Phone>", "platform": "ios"], "address": "192.0.2.1",
    "provider": "google", "unsubscribeToken": "k5TgQz0dVw8LmRp3", "minutes": 15, "isLost": true, "isApproved": true,
    "deletesAt": "2026-12-21T13:37:00Z", "country": "ES", "factor": ["name": "<Key>"], "clientId": "c1",
    "joinLink": ["name": "<Course>"],
  ]

  private static let bundled: Folder = {
    // LeakSanitizer does not find a pointer with an enumeration's case in its high bits, so it is released at exit.
    atexit { bundled.forget() }
    return Folder(path: Repository.root.appending(path: "templates").path, isKept: true)
  }()
  private static let own: Folder = {
    atexit { try? FileManager.default.removeItem(atPath: own.path) }
    let path = FileManager.default.temporaryDirectory.appending(path: "vestibule-laws-\(getpid())").path
    return Folder(path: path, isKept: false)
  }()

  /// A folder of templates.
  private final class Folder: @unchecked Sendable {
    let path: String
    private let messages: Messages
    private var kept: MailRenderer?
    private let policy = try! PolicyLaws.policy([:])!.policy
    private var written: Set<OutboxMessage.Kind> = []

    /// - Parameter isKept: whether the templates never change, so they are read only once.
    init(path: String, isKept: Bool) {
      self.path = path
      messages = Self.settings(Repository.root.appending(path: "templates").path).messages()
      kept =
        isKept
        ? MailRenderer(settings: RenderingSettings(Self.settings(path)), policy: policy, messages: messages) : nil
    }

    func forget() { kept = nil }

    func renderer() -> MailRenderer { kept ?? newRenderer() }

    func newRenderer() -> MailRenderer {
      MailRenderer(settings: RenderingSettings(Self.settings(path)), policy: policy, messages: messages)
    }

    private static func settings(_ path: String) -> Settings {
      Settings(defaults: [
        "MAIL_FROM": "PFA <hello@pfa.example>", "PUBLIC_URL": "https://pfa.example", "TEMPLATES_DIR": path,
      ])
    }

    /// Writes the structure and words of a mail, a partial, and the layout of the repository.
    func write(_ template: [UInt8], _ kind: OutboxMessage.Kind) throws {
      let mail = "\(path)/mail/\(kind.rawValue)"
      if written.insert(kind).inserted {
        for folder in [mail, "\(path)/mail/partials"] { try makeFolder(folder) }
        for name in ["layout.html", "layout.txt", "words.en.json"] {
          try link("templates/mail/\(name)", "\(path)/mail/\(name)")
        }
        for name in ["paragraph.html", "paragraph.txt"] {
          try link("templates/mail/partials/\(name)", "\(path)/mail/partials/\(name)")
        }
      }
      for file in ["\(mail)/structure.mustache", "\(path)/mail/partials/own.mustache"] {
        try Data(template).write(to: URL(filePath: file))
      }
      var words = try Repository.json("templates/mail/\(kind.rawValue)/words.en.json")
      // A word has neither partials nor blocks.
      if !["{{>", "{{<", "{{$", "{{{", "{{&"].contains(where: template.text.contains) {
        words = words.merging(["subject": .string(template.text), "heading": .string(template.text)])
      }
      try Data(words.text.utf8).write(to: URL(filePath: "\(mail)/words.en.json"))
    }

    private func link(_ file: String, _ place: String) throws {
      if symlink(Repository.root.appending(path: file).path, place) != 0, errno != EEXIST {
        throw FileFailure.ofLastCall
      }
    }
  }
}
