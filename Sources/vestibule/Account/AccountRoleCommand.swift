// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountRoleCommand: AccountChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "role", abstract: "Changes the role of an account.",
    discussion: """
      Functions use the new role at once. An access token keeps the role it was issued with until it expires: \
      end-sessions makes the person sign in again.
      """)

  @OptionGroup var options: AccountOptions

  @Argument(help: "The new role, one of the policy's.")
  var role: String

  func change(_ account: Account, _ decision: Decision) throws(Problem) -> AccountCommandResult {
    if let refusal = decision.policy.roles.refusal(of: role) { throw Problem(.invalidRole, refusal) }
    guard account.role != role else {
      return AccountCommandResult(sentence: "\(account.named) has the role \(role) already")
    }
    if account.role == decision.policy.roles.inviter, decision.policy.hasTeams {
      try decision.tables.teamSuccession.leaveShared(account.id) { (membership) throws(Problem) in
        if membership.role == .owner { try decision.teams.requireOtherOwner(than: account.id, in: membership.teamID) }
      }
    }
    try decision.tables.accounts.setRole(role, of: account.id, at: decision.now)
    var changed = account
    // An inviter sees the entry also after the change.
    if role == decision.policy.roles.inviter { changed.role = role }
    try audit(.accountRoleChanged, changed, decision)
    return AccountCommandResult(sentence: "\(account.named) has the role \(role)")
  }
}
