// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct AccountDeleteCommand: AccountChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes an account, after a time in which it can be restored.",
    discussion: """
      All sessions end at once, and the address stays taken. "account restore" cancels the deletion until its time; then \
      purge-records erases the account with all its data. With --now nothing can be restored. The clients of an inviter, \
      their invitations and workouts are deleted too.
      """)

  @OptionGroup var options: AccountOptions

  @Flag(help: "Erases the account at once.")
  var now = false

  @Option(help: ArgumentHelp("The time in which the account can be restored, in days.", valueName: "days"))
  var graceDays = 30

  func validate() throws {
    guard (1...3650).contains(graceDays) else { throw ValidationError("--grace-days should be 1 to 3650") }
  }

  func change(
    _ account: Account, _ environment: Environment, _ call: Call, _ rows: Transaction
  ) throws(Problem) -> AccountChange {
    if now {
      try audit("account.deleted", account, environment, call, rows)
      try rows.erase(account, at: environment.now)
      return AccountChange(sentence: "deleted \(account.named)", details: ["deleted": true])
    }
    guard account.status != .deleting else {
      throw Problem(.userDisabled, "\(account.named) is being deleted already; --now erases it at once")
    }
    let deletesAt = environment.now + .days(graceDays)
    let ended = try endSessions(of: account, as: .accountClosed, environment, rows)
    try rows.setStatus(.deleting, of: account.id)
    try rows.setDeletionTime(deletesAt, of: account.id)
    try environment.notify(account, of: .deletionRequested, ["deletesAt": .string(deletesAt.rfc3339)], by: call, rows)
    try audit("account.deletion-requested", account, environment, call, rows)
    return AccountChange(
      sentence: "\(account.named) is deleted at \(deletesAt.rfc3339); ended sessions: \(ended)",
      details: ["endedSessions": JSON(ended)])
  }
}
