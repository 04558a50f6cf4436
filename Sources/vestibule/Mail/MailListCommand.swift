// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Storage

struct MailListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists mails, newest first.",
    discussion: "The outcome is what the relay or a mail server reported after the relay had accepted the mail.")

  @Option(help: "Only mails in this state.")
  var state: OutboxMessage.State?

  @Option(help: "Only mails of this kind.")
  var kind: OutboxMessage.Kind?

  @Option(help: ArgumentHelp("Only mails to this address, number or URL.", valueName: "address"))
  var to: String?

  @OptionGroup var options: ListOptions

  func run() throws {
    try reportingFailure { () throws(Failure) in try list() }
  }

  private func list() throws(Failure) {
    let environment = try MailCommand.environment()
    let filter = MailFilter(state: state, kind: kind, recipient: to?.trimmed.nfc)
    let records = try orFailure { () throws(Problem) in
      try environment.store.read { (transaction) throws(Problem) in
        try transaction.mailRecords.list(filter, limit: options.limit)
      }
    }
    if options.json {
      for record in records { try printLine(record.summary.text) }
    } else {
      try printLine(Self.table(records).text)
    }
  }

  private static func table(_ records: [MailRecord]) -> TextTable {
    var table = TextTable(["ID", "KIND", "STATE", "OUTCOME", "ATTEMPTS", "DUE", "TO", "TROUBLE"])
    for record in records {
      let mail = record.mail
      table.add([
        mail.id, mail.kind.rawValue, mail.state.rawValue, mail.outcome?.rawValue ?? "", String(mail.attempts),
        mail.state == .queued ? mail.dueAt.rfc3339 : "", mail.recipient, shortened(record.failure ?? ""),
      ])
    }
    return table
  }

  private static func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(59) + "…" : text }
}
