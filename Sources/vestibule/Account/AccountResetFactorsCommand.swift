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

  func change(
    _ account: Account, _ environment: Environment, _ call: Call, _ rows: Transaction
  ) throws(Problem) -> AccountChange {
    let removed = try rows.factors.confirmed(of: account, now: environment.now).count
    try rows.factors.removeAll(of: account.id)
    if removed > 0 { try environment.notify(account, of: .factorRemoved, by: call, rows) }
    try audit(.accountFactorsReset, account, environment, call, rows)
    return AccountChange(
      sentence: "removed factors of \(account.named): \(removed)", details: ["removedFactors": JSON(removed)])
  }
}
