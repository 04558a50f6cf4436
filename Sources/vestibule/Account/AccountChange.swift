// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

/// What a command has changed.
struct AccountChange {
  /// For people.
  let sentence: String
  /// Members of the JSON object beside those of the account.
  var details: JSON = [:]
}

/// A command that changes one account in one transaction.
protocol AccountChangeCommand: ParsableCommand {
  var options: AccountOptions { get }

  /// Changes the account, or throws a refusal before anything is written.
  func change(
    _ account: Account, _ environment: Environment, _ call: Call, _ rows: Transaction
  ) throws(Problem) -> AccountChange
}

extension AccountChangeCommand {
  func run() throws {
    try reportingFailure { () throws(Failure) in
      let environment = try operatorEnvironment()
      let call = Call.ofOperator("account", environment)
      let (made, after) = try deciding { () throws(Problem) in
        try environment.store.write { (rows) throws(Problem) in try decide(environment, call, rows) }
      }
      try printLine(options.json ? after.merging(made.details).text : made.sentence.printable)
    }
  }

  private func decide(
    _ environment: Environment, _ call: Call, _ rows: Transaction
  ) throws(Problem) -> (change: AccountChange, after: JSON) {
    let account = try options.account.account(environment, rows)
    let made = try change(account, environment, call, rows)
    guard let now = try rows.accounts.find(id: account.id) else { return (made, ["id": .string(account.id)]) }
    return (made, now.operatorJSON)
  }

  /// Adds an entry about the account to the audit log. The owner of an inviter's account sees it in `list-audit`.
  func audit(
    _ action: AuditAction, _ account: Account, _ environment: Environment, _ call: Call, _ rows: Transaction
  ) throws(Problem) {
    let isInviter = account.role == environment.policy.roles.inviter
    try environment.audit(call, action, account: account.id, inviter: isInviter ? account.id : nil, rows)
  }

  /// Ends all sessions of the account.
  /// - Returns: the number of sessions that were active.
  func endSessions(
    of account: Account, as end: Session.End, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Int {
    let active = try rows.sessions.all(of: account.id, now: environment.now).count
    try rows.sessions.revoke(of: account.id, except: "", as: end, at: environment.now)
    return active
  }
}
