// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountUnlinkCommand: AccountChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink", abstract: "Removes the identity of a provider from an account.",
    discussion: """
      Afterwards another identity of the provider with the same verified address signs in to the account. Do this only \
      for the same person: an address may have got another owner. All sessions of the account end.
      """)

  @OptionGroup var options: AccountOptions

  @Option(help: "The provider's name in the policy.")
  var provider: String

  func change(_ account: Account, _ decision: Decision) throws(Problem) -> AccountCommandResult {
    guard try decision.tables.identities.all(of: account.id).contains(where: { $0.provider == provider }) else {
      throw Problem(.eventInvalid, "\(account.named) has no identity of \(provider)")
    }
    try decision.identities.unlink(SignInMethod(provider), from: account, keeping: nil)
    return AccountCommandResult(sentence: "\(account.named) has no identity of \(provider) any more")
  }
}
