// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Delivery
import Domain
import Runtime

struct MailPreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Renders mails from the templates to NAME.LOCALE.txt, .html and .eml.",
    discussion: """
      It needs neither a database nor a relay; MAIL_FROM and PUBLIC_URL are examples unless they are set. Errors in \
      templates are reported with file and line.
      """)

  @Argument(help: "A kind of mail, or all.")
  var kind: PreviewedKinds

  @Option(
    help: ArgumentHelp(
      "A JSON file with values for the mails.",
      discussion: "It is merged over the built-in example (RFC 7396): null removes a value.", valueName: "file"),
    completion: .file())
  var fixture: String?

  @Option(
    help: ArgumentHelp("A language; can be repeated (default: all languages of the policy).", valueName: "locale"))
  var locale: [PreviewedLocale] = []

  @Option(help: "The names in the built-in example.")
  var variant = MailExample.Variant.plain

  @Option(help: ArgumentHelp("The folder to write to.", valueName: "folder"), completion: .directory)
  var out = "mail-preview"

  func run() throws {
    try reportingFailure { () throws(Failure) in try preview() }
  }

  private func preview() throws(Failure) {
    let (renderer, policy) = try orFailure { () throws(Problem) in
      let policy = try Settings().policy()
      let settings = Settings(defaults: [
        "MAIL_FROM": Mailbox(name: policy.app.name, address: MailExample.sender).description,
        "PUBLIC_URL": "https://example.com",
      ])
      let renderer = MailRenderer(
        settings: RenderingSettings(settings), policy: policy, messages: settings.messages(wording: policy.messages))
      try renderer.check()
      return (renderer, policy)
    }
    let example = MailExample(variant, policy, patch: try fixture.map(MailExample.patch(inFile:)) ?? [:])
    var mails: [(name: String, content: MailContent)] = []
    for kind in kind.kinds {
      for locale in locale.isEmpty ? policy.app.locales : locale.map(\.text) {
        mails.append(("\(kind.rawValue).\(locale)", try example.content(of: kind, locale: locale)))
      }
    }
    let folder = try OutputFolder(out)
    var table = TextTable(["MAIL", "SUBJECT"])
    var failures: [String] = []
    for (name, content) in mails {
      let preview: Preview
      do throws(Problem) { preview = try Preview(content, renderer) } catch {
        guard error.code == .misconfigured else { throw Failure(error) }
        if !failures.contains(error.detail) { failures.append(error.detail) }
        continue
      }
      for (ending, bytes) in preview.files { try folder.write(bytes, to: "\(name).\(ending)") }
      table.add([name, preview.subject])
    }
    try printLine(table.text)
    if !failures.isEmpty { throw .misconfigured(failures.joined(separator: "\nvestibule: ")) }
  }
}

/// One rendered mail and its files.
private struct Preview {
  let subject: String
  let files: [(ending: String, bytes: [UInt8])]

  init(_ content: MailContent, _ renderer: MailRenderer) throws(Problem) {
    if content.kind == .invitationSMS {
      let text = try renderer.textMessage(content)
      subject = text
      files = [("txt", Array((text + "\n").utf8))]
      return
    }
    let message = try renderer.message(content, date: MailExample.timestamp)
    subject = message.subject
    files = [("txt", Array(message.text.utf8)), ("html", Array(message.html.utf8)), ("eml", message.bytes)]
  }
}

/// The argument of the command: one kind of mail, or all.
struct PreviewedKinds: ExpressibleByArgument {
  let kinds: [OutboxMessage.Kind]

  static let all = OutboxMessage.Kind.allCases.filter { [.mailRelay, .textMessages].contains($0.route) }

  static var allValueStrings: [String] { all.map(\.rawValue) + ["all"] }

  init?(argument: String) {
    kinds = argument == "all" ? Self.all : Self.all.filter { $0.rawValue == argument }
    if kinds.isEmpty { return nil }
  }
}

/// A language tag (BCP 47), which becomes a part of file names.
struct PreviewedLocale: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({
        (1...8).contains($0.utf8.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      })
    else { return nil }
    text = argument
  }
}
