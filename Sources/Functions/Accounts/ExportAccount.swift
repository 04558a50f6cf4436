// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// All data of the caller's account, as one object. `PersonalData` lists what it contains.
package enum ExportAccount: Function {
  package static let name = "export-account"
  package static let needsRecentSignIn = true

  package typealias Event = NoData

  package struct Output: FunctionOutput {
    let account: Account
    let export: AccountExport

    package var json: JSON {
      let consent = account.consent.json.merging(export.account["consent"] ?? [:])
      var json: JSON = ["account": account.json.merging(export.account).merging(["consent": consent])]
      for part in AccountExport.parts { json = json.merging(.object([part: .array(export.lists[part] ?? [])])) }
      for part in ["ownClients", "joinLinks", "teams"] {
        if let rows = export.lists[part] { json = json.merging(.object([part: .array(rows)])) }
      }
      return json.merging(["truncated": JSON(export.truncated)])
    }
  }

  /// The maximum number of rows of each list.
  private static let limit = 10_000

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let caller = try decision.requireCaller()
      if caller.role == decision.policy.roles.inviter { _ = try decision.teams.of(caller).all() }
      let output = try output(of: caller, decision.policy, decision.tables)
      try decision.audit(.accountExported, account: caller.id)
      try decision.outbox.notify(caller, of: .exported, by: call)
      return output
    }
  }

  /// The export of an account, without any effect.
  package static func output(of account: Account, _ policy: Policy, _ transaction: Transaction) throws(Problem)
    -> Output
  {
    let isInviter = account.role == policy.roles.inviter
    return Output(
      account: account, export: try transaction.exports.export(account, includesClients: isInviter, limit: limit))
  }
}
