// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountEndSessionsCommand: AccountChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "end-sessions", abstract: "Ends all sessions of an account.")

  @OptionGroup var options: AccountOptions

  func change(_ account: Account, _ decision: Decision) throws(Problem) -> AccountCommandResult {
    let ended = try endSessions(of: account, as: .endedByOperator, decision)
    try audit(.accountSessionsEnded, account, decision)
    return AccountCommandResult(
      sentence: "ended sessions of \(account.named): \(ended)", details: ["endedSessions": JSON(ended)])
  }
}
