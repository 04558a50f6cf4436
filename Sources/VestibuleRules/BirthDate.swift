// SPDX-License-Identifier: Apache-2.0

/// The date of birth that a person states.
package struct BirthDate: Equatable, Sendable {
  /// `YYYY-MM-DD`, such as `2010-05-31`.
  package let text: String
  private let date: CalendarDate

  /// Nil if the text is not a date of the calendar.
  package init?(_ text: String) {
    guard let start = Timestamp(day: text) else { return nil }
    self.text = text
    date = start.calendarDate
  }

  /// Completed years, in UTC; negative for a date in the future.
  package func age(on now: Timestamp) -> Int {
    let today = now.calendarDate
    let hadBirthday = (today.month, today.day) >= (date.month, date.day)
    return today.year - date.year - (hadBirthday ? 0 : 1)
  }

  /// Whether a living person can have this birth date.
  package func isPlausible(on now: Timestamp) -> Bool { (0...130).contains(age(on: now)) }
}
