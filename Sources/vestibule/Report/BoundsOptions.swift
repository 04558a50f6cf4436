// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The options of `vestibule report` for the bounds.
struct BoundsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The percentage of sign-ins that may be refused.", valueName: "percent"))
  var maxRefused = Bounds().maxRefused

  @Option(help: ArgumentHelp("The number of sign-ins from which --max-refused applies.", valueName: "count"))
  var minSignIns = Bounds().minSignIns

  @Option(
    help: ArgumentHelp("The time that a mail may be due, and that a relay may accept no mails.", valueName: "seconds"))
  var maxMailDelay = Bounds().maxMailDelay

  @Option(help: ArgumentHelp("The number of mails that may fail permanently.", valueName: "count"))
  var maxFailedMails = Bounds().maxFailedMails

  @Option(help: ArgumentHelp("The number of overdue invitations that may be unmarked.", valueName: "count"))
  var maxOverdue = Bounds().maxOverdue

  @Option(help: ArgumentHelp("The number of times that refresh tokens may be reused.", valueName: "count"))
  var maxTokenReuse = Bounds().maxTokenReuse

  @Option(help: ArgumentHelp("The time that 95 % of the events of a function may take.", valueName: "milliseconds"))
  var maxDuration = Bounds().maxDuration

  @Option(
    help: ArgumentHelp("The number of events of a function from which --max-duration applies.", valueName: "count"))
  var minEvents = Bounds().minEvents

  @Option(help: ArgumentHelp("The number of people who may be refused because of their age.", valueName: "count"))
  var maxUnderage: Int?

  func validate() throws {
    let numbers = [
      maxRefused, minSignIns, maxMailDelay, maxFailedMails, maxOverdue, maxTokenReuse, maxDuration, minEvents,
      maxUnderage ?? 0,
    ]
    guard numbers.allSatisfy({ (0...1_000_000_000).contains($0) }) else {
      throw ValidationError("Bounds should be numbers, 0 or more.")
    }
  }

  var bounds: Bounds {
    Bounds(
      maxRefused: maxRefused, minSignIns: minSignIns, maxMailDelay: maxMailDelay, maxFailedMails: maxFailedMails,
      maxOverdue: maxOverdue, maxTokenReuse: maxTokenReuse, maxDuration: maxDuration,
      minEvents: minEvents, maxUnderage: maxUnderage)
  }
}
