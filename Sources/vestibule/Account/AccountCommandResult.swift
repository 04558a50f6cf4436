// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

/// What a command has changed.
struct AccountCommandResult {
  /// For people.
  let sentence: String
  /// Members of the JSON object in addition to those of the account.
  var details: JSON = [:]
}

/// A command that changes one account in one transaction.
protocol AccountChangeCommand: ParsableCommand {
  var options: AccountOptions { get }

  /// Changes the account, or throws a refusal before anything is written.
  func change(_ account: Account, _ decision: Decision) throws(Problem) -> AccountCommandResult
}

extension AccountChangeCommand {
  func run() throws {
    try reportingFailure { () throws(Failure) in
      let environment = try operatorEnvironment()
      let call = Call.ofOperator("account", environment)
      let (made, after) = try deciding { () throws(Problem) in
        try environment.write(call) { (decision) throws(Problem) in try decide(decision) }
      }
      try printLine(options.json ? after.merging(made.details).text : made.sentence.printable)
    }
  }

  private func decide(_ decision: Decision) throws(Problem) -> (change: AccountCommandResult, after: JSON) {
    let account = try options.account.account(decision)
    let made = try change(account, decision)
    guard let now = try decision.tables.accounts.find(id: account.id) else {
      return (made, ["id": .string(account.id)])
    }
    return (made, now.operatorJSON)
  }

  /// Adds an entry about the account to the audit log. The owner of an inviter's account sees it in `list-audit`.
  func audit(_ action: AuditAction, _ account: Account, _ decision: Decision) throws(Problem) {
    try decision.audit(action, account: account.id, team: decision.teams.auditedTeamID(of: account))
  }

  /// Ends all sessions of the account.
  /// - Returns: the number of sessions that were active.
  func endSessions(of account: Account, as end: Session.End, _ decision: Decision) throws(Problem) -> Int {
    let active = try decision.tables.sessions.all(of: account.id, now: decision.now).count
    try decision.sessions.endAll(of: account.id, as: end)
    return active
  }
}
