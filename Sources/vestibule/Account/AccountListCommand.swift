// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

extension Account.Status: ExpressibleByArgument {
  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

struct AccountListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists accounts, newest first.",
    discussion: "If there are more accounts than --limit, stderr names the option that continues the list.")

  @Option(help: "Only accounts with this role.")
  var role: String?

  @Option(help: "Only accounts with this status.")
  var status: Account.Status?

  @Option(help: ArgumentHelp("Only accounts whose address or name contains this text.", valueName: "text"))
  var search: String?

  @Option(help: ArgumentHelp("Only accounts that were created before the account with this id.", valueName: "id"))
  var before: String?

  @OptionGroup var options: ListOptions

  func run() throws {
    try reportingFailure { () throws(Failure) in try list() }
  }

  private func list() throws(Failure) {
    let environment = try operatorEnvironment()
    if let role { try environment.policy.requireRole(role) }
    let found = try deciding { () throws(Problem) in
      try environment.store.read { (transaction) throws(Problem) in try accounts(transaction) }
    }
    let page = found.prefix(options.limit)
    if options.json {
      for account in page { try printLine(account.operatorJSON.text) }
    } else {
      try printLine(Self.table(Array(page)).text)
    }
    if found.count > page.count, let last = page.last {
      writeStandardError("vestibule: there are more accounts: --before \(last.id)\n")
    }
  }

  /// The number of accounts in one query.
  private static let batch = 500

  /// One account more than the list shows, if there are more.
  private func accounts(_ transaction: Transaction) throws(Problem) -> [Account] {
    let text = search?.nfc.lowercased()
    var found: [Account] = []
    var last = before.map { $0.trimmed.lowercased() }
    while true {
      let batch = try transaction.operators.accounts(
        AccountFilter(role: role, status: status), before: last, limit: Self.batch)
      for account in batch where text.map(account.contains) ?? true {
        found.append(account)
        if found.count > options.limit { return found }
      }
      guard batch.count == Self.batch else { return found }
      last = batch.last?.id
    }
  }

  private static func table(_ accounts: [Account]) -> TextTable {
    var table = TextTable(["ID", "ADDRESS", "NAME", "ROLE", "STATUS", "CREATED", "LAST SIGN-IN"])
    for account in accounts {
      let address = account.email.map { account.emailVerified ? $0.text : "\($0.text) (unverified)" }
      table.add([
        account.id, address ?? "", account.displayName, account.role, account.status.rawValue,
        account.createdAt.rfc3339, account.lastSignInAt?.rfc3339 ?? "",
      ])
    }
    return table
  }
}

extension Account {
  /// - Parameter text: in lower case and NFC.
  fileprivate func contains(_ text: String) -> Bool {
    [displayName, email?.text ?? ""].contains { $0.nfc.lowercased().contains(text) }
  }
}
