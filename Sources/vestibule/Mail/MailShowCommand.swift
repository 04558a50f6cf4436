// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct MailShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one mail, without its secrets.")

  @Argument(help: "The mail's id, from \"mail list\".")
  var id: String

  @Flag(help: "Prints one JSON object.")
  var json = false

  func run() throws {
    try reportingFailure { () throws(Failure) in try show() }
  }

  private func show() throws(Failure) {
    let environment = try MailCommand.environment()
    let found = try orFailure { () throws(Problem) in
      try environment.read(.ofOperator("mail", environment)) { (decision) throws(Problem) in
        try MailDetails(of: id.trimmed, decision)
      }
    }
    guard let details = found else { throw .impossible("there is no mail \(id.printable)") }
    try printLine(json ? details.json.text : details.text)
  }
}

/// A mail, its invitation, and the audit entries about both.
private struct MailDetails {
  let mail: JSON
  let invitation: JSON?
  let suppression: Suppression?
  let audit: [AuditEntry]

  init?(of id: String, _ decision: Decision) throws(Problem) {
    guard let record = try decision.tables.mailRecords.find(id: id) else { return nil }
    mail = record.details
    invitation = try record.mail.invitationID.flatMap { (id) throws(Problem) in
      try decision.tables.invitations.find(id: id)
    }?
    .json(at: decision.now)
    suppression = try EmailAddress(record.mail.recipient).flatMap { (address) throws(Problem) in
      try decision.suppressions.suppression(of: address)
    }
    audit = try decision.tables.mailRecords.audit(
      about: [record.mail.id, record.mail.invitationID].compactMap { $0 })
  }

  var json: JSON {
    mail.merging(
      .object([
        "suppression": suppression.map { JSON($0.rawValue) }, "invitation": invitation,
        "audit": .array(audit.map(\.json)),
      ]))
  }

  var text: String {
    var lines = TextLines.of(mail)
    if let suppression {
      lines.append(TextLines.line("suppression", "\(suppression.rawValue): no unsolicited mail"))
    }
    if let invitation { lines += ["", "invitation"] + TextLines.of(invitation).map { "  " + $0 } }
    if !audit.isEmpty {
      lines += ["", "audit"]
      lines += audit.map { entry in
        let details = [entry.code?.rawValue, entry.accountID.map { "by \($0)" }].compactMap { $0 }
        return "  "
          + ([entry.at.rfc3339, entry.action, "(\(entry.function))"] + details).joined(separator: "  ").printable
      }
    }
    return lines.joined(separator: "\n")
  }
}
