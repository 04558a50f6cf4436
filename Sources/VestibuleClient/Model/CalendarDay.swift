// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A day of the calendar, such as a day of birth: `"2010-05-31"`. It is the same day in every time zone.
///
/// A text that is not a day is kept, because people type it: a form, and the server, say what is wrong with it.
public struct CalendarDay: RawRepresentable, Codable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The day as the server reads it: `YYYY-MM-DD`.
  public let rawValue: String

  /// The day with this text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The day with this text.
  public init(stringLiteral value: String) { rawValue = value }

  /// The day of a time in a time zone, such as of the selection of a `DatePicker` in that of the picker.
  public init(_ date: Date, in timeZone: TimeZone = .current) {
    let parts = Self.calendar(timeZone).dateComponents([.year, .month, .day], from: date)
    let numbers = [(parts.year ?? 0, 4), (parts.month ?? 0, 2), (parts.day ?? 0, 2)]
    rawValue = numbers.map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: "-")
  }

  /// The beginning of the day in a time zone, such as for a `DatePicker`; nil if the text is not a day.
  public func date(in timeZone: TimeZone = .current) -> Date? {
    let numbers = rawValue.split(separator: "-").map { Int($0) }
    guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2] else { return nil }
    let parts = DateComponents(year: year, month: month, day: day)
    guard let date = Self.calendar(timeZone).date(from: parts), CalendarDay(date, in: timeZone) == self else {
      return nil
    }
    return date
  }

  private static func calendar(_ timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }
}
