// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountRestoreCommand: AccountChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Lifts the suspension or the deletion of an account.",
    discussion: """
      An account whose time to be restored has ended stays deleted, also before purge-records erases it.
      """)

  @OptionGroup var options: AccountOptions

  func change(_ account: Account, _ decision: Decision) throws(Problem) -> AccountCommandResult {
    if account.closedFor == .age { try decision.admission.forgetUnderage(of: account) }
    switch account.status {
    case .active: throw Problem(.eventInvalid, "\(account.named) is active")
    case .disabled:
      try decision.tables.accounts.setStatus(.active, of: account.id)
      try forgetGuardian(of: account, decision)
      try audit(.accountRestored, account, decision)
    case .deleting:
      guard account.deletesAt ?? decision.now > decision.now else {
        throw Problem(.codeExpired, "the time in which \(account.named) could be restored has ended")
      }
      try decision.deletions.storeRestoration(of: account)
    }
    return AccountCommandResult(sentence: "\(account.named) is active")
  }

  /// A decision of a guardian against the account does not outlive the operator's: it would delete the account later. A
  /// minor's guardian is asked anew.
  private func forgetGuardian(of account: Account, _ decision: Decision) throws(Problem) {
    guard account.consent.guardian.isAgainst else { return }
    var opened = account
    opened.status = .active
    opened.consent.guardian = .none
    try decision.tables.accounts.updateConsent(of: opened, at: decision.now)
  }
}
