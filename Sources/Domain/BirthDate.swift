// SPDX-License-Identifier: Apache-2.0

/// The day on which somebody was born, as they say.
public struct BirthDate: Equatable, Sendable {
  /// Four digits, two and two: `2010-05-31`.
  public let text: String
  private let date: CalendarDate

  /// Nil for what is no day of the calendar.
  public init?(_ text: String) {
    guard let start = Timestamp(rfc3339: text + "T00:00:00Z") else { return nil }
    self.text = text
    date = start.calendarDate
  }

  /// Completed years, in UTC; negative for a day that is yet to come.
  public func age(on now: Timestamp) -> Int {
    let today = now.calendarDate
    let hadBirthday = (today.month, today.day) >= (date.month, date.day)
    return today.year - date.year - (hadBirthday ? 0 : 1)
  }

  /// Whether somebody who lives can have been born then.
  public func isPlausible(on now: Timestamp) -> Bool { (0...130).contains(age(on: now)) }
}
