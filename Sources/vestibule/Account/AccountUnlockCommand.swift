// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountUnlockCommand: AccountChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Resets the limits that count failed sign-ins to an account.",
    discussion: """
      These are the limit of the account, and those of the devices on which it has had sessions. The limit of a network \
      address ends by itself.
      """)

  @OptionGroup var options: AccountOptions

  @Option(help: "The id of another device, on which the account has had no session.")
  var device: [String] = []

  func change(_ account: Account, _ decision: Decision) throws(Problem) -> AccountCommandResult {
    try decision.limits.forgetGuesses(at: account)
    for id in try decision.tables.operators.deviceIDs(of: account.id) + device {
      try decision.limits.forget(.signIn, of: "device\n\(id)")
    }
    try audit(.accountUnlocked, account, decision)
    return AccountCommandResult(sentence: "\(account.named) is unlocked")
  }
}
