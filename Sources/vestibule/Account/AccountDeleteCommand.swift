// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountDeleteCommand: AccountChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes an account, after a time in which it can be restored.",
    discussion: """
      All sessions end at once, and the address stays taken. The owner gets the mail with the code that restores the \
      account. "account restore" cancels the deletion until its time; then purge-records erases the account with all its \
      data. With --now nothing can be restored. The clients of an inviter, their invitations and workouts are deleted too.
      """)

  @OptionGroup var options: AccountOptions

  @Flag(help: "Erases the account at once.")
  var now = false

  @Option(
    help: ArgumentHelp(
      "The time in which the account can be restored, in days (default: deletion.graceDays of the policy, or 30).",
      valueName: "days"))
  var graceDays: Int?

  func validate() throws { try require("--grace-days", graceDays, in: 1...3650) }

  func change(_ account: Account, _ decision: Decision) throws(Problem) -> AccountCommandResult {
    if now {
      try audit(.accountDeleted, account, decision)
      try decision.deletions.erase(account)
      return AccountCommandResult(sentence: "deleted \(account.named)", details: ["deleted": true])
    }
    guard account.status != .deleting else {
      throw Problem(.userDisabled, "\(account.named) is being deleted already; --now erases it at once")
    }
    guard account.status == .active else {
      throw Problem(
        .userDisabled, "\(account.named) is suspended, and its owner could restore it; --now erases it at once")
    }
    let ended = try decision.tables.sessions.all(of: account.id, now: decision.now).count
    let usual = decision.policy.deletion.grace
    let grace = graceDays.map { .days($0) } ?? (usual > .zero ? usual : .days(30))
    _ = try decision.deletions.delete(account, grace: grace, dispatch: .later)
    return AccountCommandResult(
      sentence: "\(account.named) is deleted at \((decision.now + grace).rfc3339); ended sessions: \(ended)",
      details: ["endedSessions": JSON(ended)])
  }
}
