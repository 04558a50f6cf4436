// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain

/// A number of a report that is out of bounds.
struct Alert {
  let name: String
  let message: String

  var json: JSON { ["name": JSON(name), "message": JSON(message)] }
}

/// The bounds of a report's numbers.
struct Bounds: ParsableArguments {
  @Option(help: ArgumentHelp("The percentage of sign-ins that may be refused.", valueName: "percent"))
  var maxRefused = 5

  @Option(help: ArgumentHelp("The number of sign-ins from which --max-refused applies.", valueName: "count"))
  var minSignIns = 20

  @Option(help: ArgumentHelp("The time that a mail may be due.", valueName: "seconds"))
  var maxMailDelay = 900

  @Option(help: ArgumentHelp("The number of mails that may fail permanently.", valueName: "count"))
  var maxFailedMails = 10

  @Option(help: ArgumentHelp("The number of overdue invitations that may be unmarked.", valueName: "count"))
  var maxOverdue = 1000

  @Option(help: ArgumentHelp("The number of times that refresh tokens may be reused.", valueName: "count"))
  var maxTokenReuse = 5

  @Option(
    help: ArgumentHelp("The number of people who may be refused because of their age.", valueName: "count"))
  var maxUnderage: Int?

  func validate() throws {
    let numbers = [maxRefused, minSignIns, maxMailDelay, maxFailedMails, maxOverdue, maxTokenReuse, maxUnderage ?? 0]
    guard numbers.allSatisfy({ (0...1_000_000_000).contains($0) }) else {
      throw ValidationError("Bounds should be numbers, 0 or more.")
    }
  }

  /// All alerts, and whether each is out of bounds.
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
          message: "\(failed) mails have failed (bound: \(maxFailedMails)): `vestibule mail list --state failed`"),
        failed > maxFailedMails
      ),
      (
        Alert(
          name: "overdue-invitations",
          message:
            "\(report.overdueInvitations) overdue invitations are not marked as expired (bound: \(maxOverdue)):"
            + " is expire-invitations scheduled?"), report.overdueInvitations > maxOverdue
      ),
      (
        Alert(
          name: "token-reuse",
          message: "refresh tokens were reused \(reused) times (bound: \(maxTokenReuse)): they may have been stolen"
        ),
        reused > maxTokenReuse
      ),
      (
        Alert(name: "underage", message: "\(underage) were refused because of their age (bound: \(maxUnderage ?? 0))"),
        maxUnderage.map { underage > $0 } ?? false
      ),
    ]
  }

  func alerts(_ report: Report) -> [Alert] { checks(report).filter(\.isOut).map(\.alert) }
}
