// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountResetFactorsCommand: AccountChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset-factors", abstract: "Removes all second factors and recovery codes of an account.",
    discussion: """
      For a person who has lost their device. Verify who asks for it: afterwards the password or the provider is enough to \
      sign in. The owner of the account gets a mail.
      """)

  @OptionGroup var options: AccountOptions

  func change(_ account: Account, _ decision: Decision) throws(Problem) -> AccountCommandResult {
    let removed = try decision.tables.factors.confirmed(of: account, now: decision.now).count
    try decision.tables.factors.removeAll(of: account.id)
    if removed > 0 { try decision.outbox.notify(account, of: .factorRemoved(name: nil), by: decision.call) }
    try audit(.accountFactorsReset, account, decision)
    return AccountCommandResult(
      sentence: "removed factors of \(account.named): \(removed)", details: ["removedFactors": JSON(removed)])
  }
}
