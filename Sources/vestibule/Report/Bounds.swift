// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain

/// A number of a report that is out of bounds.
struct Alert {
  let name: String
  let message: String

  var json: JSON { ["name": JSON(name), "message": JSON(message)] }
}

/// What a report may say without anybody being told.
struct Bounds: ParsableArguments {
  @Option(help: ArgumentHelp("Of sign-ins, how many in a hundred may be refused.", valueName: "percent"))
  var maxRefused = 5

  @Option(help: ArgumentHelp("So few sign-ins say nothing about how many are refused.", valueName: "count"))
  var minSignIns = 20

  @Option(help: ArgumentHelp("How long a mail that is due may wait.", valueName: "seconds"))
  var maxMailDelay = 900

  @Option(help: ArgumentHelp("How many mails may fail for good.", valueName: "count"))
  var maxFailedMails = 10

  @Option(help: ArgumentHelp("How many invitations may have come to their end unmarked.", valueName: "count"))
  var maxOverdue = 1000

  @Option(help: ArgumentHelp("How often a refresh token may have been used again.", valueName: "count"))
  var maxTokenReuse = 5

  @Option(
    help: ArgumentHelp("How many may be refused for their age (no bound unless it is given).", valueName: "count"))
  var maxUnderage: Int?

  func validate() throws {
    let numbers = [maxRefused, minSignIns, maxMailDelay, maxFailedMails, maxOverdue, maxTokenReuse, maxUnderage ?? 0]
    guard numbers.allSatisfy({ (0...1_000_000_000).contains($0) }) else {
      throw ValidationError("Bounds are numbers from 0 up.")
    }
  }

  /// What may be out of bounds, and whether it is.
  func checks(_ report: Report) -> [(alert: Alert, isOut: Bool)] {
    let attempts = report.allAttempts
    let permille = attempts.refusedPermille ?? 0
    let failed = report.endedMails["failed"] ?? 0
    let reused = report.events["session.token-reused"] ?? 0
    let underage = report.refusals(for: .underageUser)
    return [
      (
        Alert(
          name: "refused-sign-ins",
          message:
            "\(percent(ofPermille: permille)) % of \(attempts.count) sign-ins were refused (bound: \(maxRefused) %)"),
        attempts.count >= minSignIns && permille > maxRefused * 10
      ),
      (
        Alert(
          name: "mail-delay",
          message:
            "a mail has been due for \(report.mails.delay.wholeSeconds) s (bound: \(maxMailDelay) s): is deliver-mail"
            + " scheduled, and does the relay answer?"), report.mails.delay.wholeSeconds > maxMailDelay
      ),
      (
        Alert(
          name: "failed-mails",
          message: "\(failed) mails failed for good (bound: \(maxFailedMails)): `vestibule mail list --state failed`"),
        failed > maxFailedMails
      ),
      (
        Alert(
          name: "overdue-invitations",
          message:
            "\(report.overdueInvitations) invitations have come to their end and are not marked (bound: \(maxOverdue)):"
            + " is expire-invitations scheduled?"), report.overdueInvitations > maxOverdue
      ),
      (
        Alert(
          name: "token-reuse",
          message: "refresh tokens were used again \(reused) times (bound: \(maxTokenReuse)): they may have been stolen"
        ),
        reused > maxTokenReuse
      ),
      (
        Alert(name: "underage", message: "\(underage) were refused for their age (bound: \(maxUnderage ?? 0))"),
        maxUnderage.map { underage > $0 } ?? false
      ),
    ]
  }

  func alerts(_ report: Report) -> [Alert] { checks(report).filter(\.isOut).map(\.alert) }
}
