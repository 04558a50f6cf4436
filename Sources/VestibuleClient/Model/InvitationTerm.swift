// SPDX-License-Identifier: Apache-2.0

public import Foundation
import VestibuleRules

extension Invitation {
  /// The last day on which the invitation is valid: year, month and day, as mails and pages show it. Show it instead of
  /// `expiresAt`, which is later: the day has ended everywhere then.
  public var lastDay: DateComponents { .lastDay(endingAt: expiresAt) }
}

extension WaitingInvitation {
  /// The last day on which the invitation is valid, as `Invitation.lastDay`.
  public var lastDay: DateComponents { .lastDay(endingAt: expiresAt) }
}

extension PreviewInvitationResult {
  /// The last day on which the invitation is valid, as `Invitation.lastDay`.
  public var lastDay: DateComponents { .lastDay(endingAt: expiresAt) }
}

extension DateComponents {
  fileprivate static func lastDay(endingAt end: Date) -> DateComponents {
    let end = Timestamp(seconds: Int(end.timeIntervalSince1970.rounded(.down)))
    let day = VestibuleRules.InvitationTerm.lastDay(endingAt: end).calendarDate
    return DateComponents(calendar: Calendar(identifier: .gregorian), year: day.year, month: day.month, day: day.day)
  }
}
