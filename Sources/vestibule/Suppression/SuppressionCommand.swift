// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

/// The commands for the suppression list.
struct SuppressionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suppression", abstract: "Lists the addresses that get no more mail, and removes one of them.",
    subcommands: [SuppressionListCommand.self, SuppressionRemoveCommand.self])
}

extension Suppression: ExpressibleByArgument {}

struct SuppressionListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists suppressed addresses, newest first.",
    discussion: """
      Addresses are in lower case, with their domain in ASCII, because all spellings of an address are one. Those at \
      Gmail have no dots and no part after a plus sign, because they are one mailbox. That of an erased account is a \
      hash (erased:...), which "suppression remove ADDRESS" finds.
      """)

  @Option(help: "Only addresses with this reason.")
  var reason: Suppression?

  @OptionGroup var options: ListOptions

  func run() throws {
    try reportingFailure { () throws(Failure) in try list() }
  }

  private func list() throws(Failure) {
    let environment = try operatorEnvironment()
    let found = try deciding { () throws(Problem) in
      try environment.store.read { (transaction) throws(Problem) in
        try transaction.operators.suppressions(reason: reason, limit: options.limit)
      }
    }
    guard !options.json else {
      for address in found { try printLine(address.json.text) }
      return
    }
    var table = TextTable(["ADDRESS", "REASON", "AT", "DETAIL"])
    for address in found {
      table.add([address.key, address.reason.rawValue, address.at.rfc3339, address.detail ?? ""])
    }
    try printLine(table.text)
  }
}

struct SuppressionRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes an address from the suppression list, so that it gets mail again.",
    discussion: """
      Mails that were suppressed are not sent again. If the address bounces or the recipient complains again, it is \
      suppressed again.
      """)

  @Argument(help: "The address.")
  var address: String

  @Flag(help: "Prints one JSON object.")
  var json = false

  func run() throws {
    try reportingFailure { () throws(Failure) in try remove() }
  }

  private func remove() throws(Failure) {
    guard let email = EmailAddress(address.trimmed) else { throw .usage("\(address.printable) is not a mail address") }
    let environment = try operatorEnvironment()
    let call = Call.ofOperator("suppression", environment)
    let reason = try deciding { () throws(Problem) in
      try environment.write(call) { (decision) throws(Problem) in
        guard let reason = try decision.suppressions.unsuppress(email) else {
          throw Problem(.notFound, "\(email.text) is not suppressed")
        }
        // The audit log contains no addresses.
        try decision.audit(.suppressionRemoved, account: try decision.tables.accounts.find(email: email)?.id)
        return reason
      }
    }
    let result: JSON = ["address": .string(email.mailboxKey), "reason": .string(reason.rawValue), "removed": true]
    try printLine(json ? result.text : "removed \(email.text.printable), which was \(reason.rawValue)")
  }
}

extension SuppressedAddress {
  fileprivate var json: JSON {
    .object([
      "address": JSON(key), "reason": JSON(reason.rawValue), "detail": detail.map(JSON.string), "at": JSON(at.rfc3339),
    ])
  }
}
