// SPDX-License-Identifier: Apache-2.0

/// The term of an invitation. People are shown its last day, which has not ended before it has ended everywhere: at
/// noon UTC of the next day, when the day ends in the westernmost time zone.
package enum InvitationTerm {
  /// How long after its beginning in UTC a day ends everywhere.
  private static let ofDay = Duration.hours(36)

  /// The end of an invitation.
  /// - Parameter days: the days from the day of sending, in UTC, to the last day.
  package static func end(sentAt: Timestamp, days: Int) -> Timestamp { sentAt.startOfDay + .days(days) + ofDay }

  /// The beginning of the last day, in UTC.
  package static func lastDay(endingAt end: Timestamp) -> Timestamp { (end - ofDay).startOfDay }

  /// The days from a day to the last day, in UTC. Never negative.
  package static func daysLeft(endingAt end: Timestamp, at now: Timestamp) -> Int {
    max(0, (lastDay(endingAt: end) - now.startOfDay).wholeDays)
  }
}

extension Timestamp {
  /// The beginning of the day, in UTC.
  package var startOfDay: Timestamp { Timestamp(seconds: wholeSeconds.flooredQuotient(86_400) * 86_400) }
}
