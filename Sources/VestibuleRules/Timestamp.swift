// SPDX-License-Identifier: Apache-2.0

/// A point in time: milliseconds since 1970-01-01T00:00:00Z, as stored.
package struct Timestamp: Hashable, Comparable, Sendable {
  package let milliseconds: Int

  /// The beginning of a day in UTC; nil if the text is not a day of the calendar, such as `2026-11-30`.
  package init?(day: String) { self.init(rfc3339: day + "T00:00:00Z") }

  package init(milliseconds: Int) { self.milliseconds = milliseconds }
  package init(seconds: Int) { milliseconds = seconds * 1000 }

  /// Whether one timestamp is before another.
  package static func < (one: Timestamp, other: Timestamp) -> Bool { one.milliseconds < other.milliseconds }
  /// The timestamp after a duration. A fraction of a millisecond is dropped.
  package static func + (timestamp: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(milliseconds: timestamp.milliseconds + duration.wholeMilliseconds)
  }
  /// The timestamp before a duration. A fraction of a millisecond is dropped.
  package static func - (timestamp: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(milliseconds: timestamp.milliseconds - duration.wholeMilliseconds)
  }
  /// The time between two timestamps; negative if `one` is before `other`.
  package static func - (one: Timestamp, other: Timestamp) -> Duration {
    .milliseconds(one.milliseconds - other.milliseconds)
  }

  /// Seconds since 1970-01-01T00:00:00Z, rounded down.
  package var wholeSeconds: Int { milliseconds.flooredQuotient(1000) }
}

extension Duration {
  /// A duration of `count` minutes.
  package static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
  /// A duration of `count` hours.
  package static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
  /// A duration of `count` days of 24 hours.
  package static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }

  /// The duration in milliseconds. A fraction is dropped.
  package var wholeMilliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }

  /// Seconds, rounded up, so that a caller who waits this long has waited long enough.
  package var secondsRoundedUp: Int { -(-wholeMilliseconds).flooredQuotient(1000) }

  /// Days of 24 hours. A fraction is dropped.
  package var wholeDays: Int { secondsRoundedUp / 86_400 }
}

extension Int {
  func flooredQuotient(_ divisor: Int) -> Int { self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor) }
}

/// A date of the Gregorian calendar with the time of day, in UTC.
package struct CalendarDate: Equatable, Sendable {
  package let year, month, day, hour, minute, second: Int

  /// The calculation uses years that begin in March, so a leap day is the last day of its year.
  init(_ timestamp: Timestamp) {
    let days = timestamp.wholeSeconds.flooredQuotient(86_400)
    let clock = timestamp.wholeSeconds - days * 86_400
    let shifted = days + 719_468
    let era = shifted.flooredQuotient(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60)
  }

  /// The days from 1 January 1970.
  package static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.flooredQuotient(400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Timestamp {
  /// The date and the time of day in UTC.
  package var calendarDate: CalendarDate { CalendarDate(self) }

  /// The timestamp in RFC 3339, in UTC, with milliseconds if there are any: `2026-11-21T13:37:00Z`.
  package var rfc3339: String {
    let date = calendarDate
    let fraction = milliseconds - wholeSeconds * 1000
    // Digit by digit, because a list has hundreds of timestamps.
    let year = date.year.padded(4)
    return String(unsafeUninitializedCapacity: year.utf8.count + 20) { text in
      var end = text.update(fromContentsOf: year.utf8)
      func append(_ separator: Unicode.Scalar, _ number: Int, digits: Int = 2) {
        text[end] = UInt8(ascii: separator)
        var rest = number
        for place in (1...digits).reversed() {
          text[end + place] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        end += 1 + digits
      }
      append("-", date.month)
      append("-", date.day)
      append("T", date.hour)
      append(":", date.minute)
      append(":", date.second)
      if fraction > 0 { append(".", fraction, digits: 3) }
      text[end] = UInt8(ascii: "Z")
      return end + 1
    }
  }

  /// Parses an RFC 3339 date and time with its UTC offset; nil if it is invalid. A fraction is truncated to
  /// milliseconds. A leap second counts as the second after it.
  package init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[start..<start + count] {
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    func has(_ characters: String, at index: Int) -> Bool {
      index < bytes.count && characters.utf8.contains(bytes[index])
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      has("-", at: 4), has("-", at: 7), has("Tt", at: 10), has(":", at: 13), has(":", at: 16),
      (1...12).contains(month), (1...Self.length(ofMonth: month, year: year)).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var index = 19
    var fraction = 0
    if has(".", at: index) {
      let digits = bytes[(index + 1)...].prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard !digits.isEmpty else { return nil }
      fraction = (Array(digits.prefix(3)) + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
      index += 1 + digits.count
    }
    var offset = 0
    if has("Zz", at: index) {
      index += 1
    } else {
      guard has("+-", at: index), has(":", at: index + 3), let hours = number(index + 1, 2),
        let minutes = number(index + 4, 2), hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (bytes[index] == UInt8(ascii: "-") ? -60 : 60)
      index += 6
    }
    guard index == bytes.count else { return nil }
    let days = CalendarDate.daysSinceEpoch(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    self.init(milliseconds: seconds * 1000 + fraction)
    // In UTC, the year may be one that RFC 3339 cannot write.
    guard (1...9999).contains(calendarDate.year) else { return nil }
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}

extension Int {
  /// The decimal digits, with leading zeros up to `width` characters. For numbers that are not negative.
  package func padded(_ width: Int) -> String {
    let digits = String(self)
    guard digits.utf8.count < width else { return digits }
    return String(repeating: "0", count: width - digits.utf8.count) + digits
  }
}
