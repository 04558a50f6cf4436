// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountSuspendCommand: AccountChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "suspend", abstract: "Disables an account and ends all its sessions.",
    discussion: """
      Every function then answers auth/user-disabled. The address stays taken, and nothing is deleted. "account restore" \
      lifts the suspension.
      """)

  @OptionGroup var options: AccountOptions

  func change(_ account: Account, _ decision: Decision) throws(Problem) -> AccountCommandResult {
    guard account.status != .deleting else {
      throw Problem(.userDisabled, "\(account.named) is being deleted; restore it first")
    }
    let ended = try endSessions(of: account, as: .endedByOperator, decision)
    if account.status != .disabled {
      try decision.tables.accounts.setStatus(.disabled, of: account.id)
      try audit(.accountSuspended, account, decision)
    }
    return AccountCommandResult(
      sentence: "\(account.named) is suspended; ended sessions: \(ended)", details: ["endedSessions": JSON(ended)])
  }
}
