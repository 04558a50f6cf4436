// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The five fields of crontab(5): minute, hour, day of the month, month, day of the week.
struct CronSchedule {
  private let minutes: Set<Int>
  private let hours: Set<Int>
  private let days: Set<Int>
  private let months: Set<Int>
  private let weekdays: Set<Int>
  /// If both kinds of days are restricted, one of them is enough.
  private let eitherDay: Bool

  /// Nil if it is not a schedule.
  init?(_ text: String) {
    let fields = text.split(separator: " ")
    guard fields.count == 5, let minutes = Self.values(fields[0], in: 0...59),
      let hours = Self.values(fields[1], in: 0...23), let days = Self.values(fields[2], in: 1...31),
      let months = Self.values(fields[3], in: 1...12), let weekdays = Self.values(fields[4], in: 0...7)
    else { return nil }
    self.minutes = minutes
    self.hours = hours
    self.days = days
    self.months = months
    // Sunday is 0 and 7.
    self.weekdays = weekdays.contains(7) ? weekdays.union([0]) : weekdays
    // A field that begins with `*` restricts nothing there, also one with a step (crontab(5)).
    eitherDay = !fields[2].hasPrefix("*") && !fields[4].hasPrefix("*")
  }

  /// The values of a field: numbers, ranges and `*` with steps, separated by commas.
  private static func values(_ field: Substring, in bounds: ClosedRange<Int>) -> Set<Int>? {
    var values: Set<Int> = []
    for part in field.split(separator: ",", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "/", omittingEmptySubsequences: false)
      guard let range = range(pieces[0], in: bounds), pieces.count <= 2 else { return nil }
      // A step has several values to go through.
      guard let step = pieces.count == 2 ? number(pieces[1]) : 1, step > 0, pieces.count == 1 || range.count > 1 else {
        return nil
      }
      values.formUnion(stride(from: range.lowerBound, through: range.upperBound, by: step))
    }
    return values
  }

  /// `*`, a number, or two with a hyphen.
  private static func range(_ text: Substring, in bounds: ClosedRange<Int>) -> ClosedRange<Int>? {
    if text == "*" { return bounds }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(number)
    guard ends.count <= 2, let start = ends[0], let end = ends[ends.count - 1], start <= end,
      bounds.contains(start), bounds.contains(end)
    else { return nil }
    return start...end
  }

  /// Nil if it has other characters than digits.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  /// Whether a minute is in the schedule.
  func includes(_ time: tm) -> Bool {
    guard minutes.contains(Int(time.tm_min)), hours.contains(Int(time.tm_hour)), months.contains(Int(time.tm_mon) + 1)
    else { return false }
    let (day, weekday) = (days.contains(Int(time.tm_mday)), weekdays.contains(Int(time.tm_wday)))
    return eitherDay ? day || weekday : day && weekday
  }
}
