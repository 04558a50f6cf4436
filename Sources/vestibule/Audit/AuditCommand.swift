// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

/// Prints entries of the audit log.
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Lists entries of the audit log, newest first.",
    discussion: "It shows what was done or refused, when, by whom, and from which network address.")

  @Option(help: ArgumentHelp("Only entries of this account or about it: its address or id.", valueName: "account"))
  var account: AccountReference?

  @Option(
    help: ArgumentHelp("Only entries with this action, such as account.signed-in or refused.", valueName: "action"))
  var action: String?

  @Option(help: ArgumentHelp("Only entries within this time: 90m, 24h, 7d.", valueName: "time"))
  var since: TimeSpan?

  @OptionGroup var options: ListOptions

  func validate() throws {
    guard let action, AuditAction(rawValue: action) == nil else { return }
    throw ValidationError("'\(action)' is not an action of the audit log; they are auditAction in functions.json")
  }

  func run() throws {
    try reportingFailure { () throws(Failure) in try list() }
  }

  private func list() throws(Failure) {
    let environment = try operatorEnvironment()
    let entries = try deciding { () throws(Problem) in
      try environment.read(.ofOperator("audit", environment)) { (decision) throws(Problem) in
        let filter = AuditFilter(
          accountID: try accountID(decision), action: action,
          since: since.map { decision.now - $0.duration })
        return try decision.tables.operators.audit(filter, limit: options.limit)
      }
    }
    guard !options.json else {
      for entry in entries { try printLine(entry.json.text) }
      return
    }
    var table = TextTable([
      "AT", "ACTION", "FUNCTION", "ACCOUNT", "SUBJECT", "CODE", "COUNT", "ADDRESS", "OPERATOR", "SERVICE",
    ])
    for entry in entries {
      table.add([
        entry.at.rfc3339, entry.action, entry.function, entry.accountID ?? "", entry.subjectID ?? "",
        entry.code?.rawValue ?? "", entry.count.map { String($0) } ?? "", entry.address ?? "", entry.operatorName ?? "",
        entry.service ?? "",
      ])
    }
    try printLine(table.text)
  }

  /// An id also selects the entries of an account that was deleted.
  private func accountID(_ decision: Decision) throws(Problem) -> String? {
    switch account {
    case nil: nil
    case .id(let id): id
    case .address: try account?.account(decision).id
    }
  }
}
