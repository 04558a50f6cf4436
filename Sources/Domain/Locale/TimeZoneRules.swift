// SPDX-License-Identifier: Apache-2.0

/// The local time of a place: a file of the IANA time zone database (TZif, RFC 9636).
package struct TimeZoneRules: Sendable {
  /// The local time after a transition.
  package struct LocalTime: Equatable, Sendable {
    /// In seconds, east of Greenwich.
    package let offset: Int
    /// Such as `CET`, or a number such as `+03`.
    package let abbreviation: String
  }

  private var transitions: [(time: Int, type: Int)] = []
  private var types: [LocalTime] = []
  /// What applies after the last transition.
  private var rest: DaylightRule?

  /// Refuses texts that cannot be names of time zones. The database of the machine decides whether a name exists.
  package static func broken(_ name: String?, at pointer: String) -> [Problem.Field] {
    guard let name, !isName(name) else { return [] }
    return [Problem.Field(pointer: pointer, detail: "should be the name of a time zone, such as Europe/Berlin")]
  }

  package static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPlain: (UInt8) -> Bool = { byte in
      let character = Character(UnicodeScalar(byte))
      return byte < 0x80 && (character.isLetter || character.isNumber || "_+-".contains(character))
    }
    return (1...3).contains(parts.count) && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isPlain) }
  }

  /// Nil if the bytes are not such a file.
  package init?(_ file: [UInt8]) {
    // The second part has times of 64 bits.
    guard let first = Header(file[...]), first.version >= 2 else { return nil }
    let start = Header.size + first.length(timeSize: 4)
    guard file.count > start, let header = Header(file[start...]) else { return nil }
    var place = start + Header.size
    let end = place + header.length(timeSize: 8)
    guard file.count >= end else { return nil }
    let times = (0..<header.times).map { Self.number(file[(place + 8 * $0)..<(place + 8 * $0 + 8)]) }
    place += 8 * header.times
    transitions = times.enumerated().map { ($1, Int(file[place + $0])) }
    place += header.times
    let names = file[(place + 6 * header.types)..<(place + 6 * header.types + header.letters)]
    for index in 0..<header.types {
      let entry = file[(place + 6 * index)..<(place + 6 * index + 6)]
      let name = names.dropFirst(Int(entry[entry.startIndex + 5])).prefix { $0 != 0 }
      types.append(LocalTime(offset: Self.number(entry.prefix(4)), abbreviation: String(decoding: name, as: UTF8.self)))
    }
    guard !types.isEmpty, transitions.allSatisfy({ $0.type < types.count }) else { return nil }
    rest = DaylightRule(String(decoding: file[end...].filter { $0 != 0x0A }, as: UTF8.self))
  }

  package subscript(timestamp: Timestamp) -> LocalTime {
    let seconds = timestamp.milliseconds / 1000
    if let last = transitions.last, seconds >= last.time { return rest?[timestamp] ?? types[last.type] }
    if transitions.isEmpty, let rest { return rest[timestamp] }
    return transitions.last { $0.time <= seconds }.map { types[$0.type] } ?? types[0]
  }

  /// A signed number, most significant byte first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return bytes.count == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(bitPattern: bits))
  }

  /// The counts at the beginning of a part.
  private struct Header {
    static let size = 44
    let version: Int
    private let counts: [Int]
    var times: Int { counts[3] }
    var types: Int { counts[4] }
    var letters: Int { counts[5] }

    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= Self.size, bytes.starts(with: Array("TZif".utf8)) else { return nil }
      let start = bytes.startIndex
      version = Int(bytes[start + 4]) - 0x30
      counts = (0..<6).map { TimeZoneRules.number(bytes[(start + 20 + 4 * $0)..<(start + 24 + 4 * $0)]) }
      guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
    }

    func length(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + letters + counts[2] * (timeSize + 4) + counts[1] + counts[0]
    }
  }
}

/// A rule for every year, such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX, chapter 8, `TZ`).
private struct DaylightRule: Sendable {
  private struct Change: Sendable {
    /// The month, the week in it (5 is the last) and the weekday (0 is Sunday).
    let month: Int, week: Int, weekday: Int
    /// After midnight, in seconds of local time.
    let time: Int

    init?(_ text: Substring) {
      let parts = text.split(separator: "/", maxSplits: 1)
      guard let day = parts.first, day.first == "M" else { return nil }
      let numbers = day.dropFirst().split(separator: ".").compactMap { Int($0) }
      guard numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
        (0...6).contains(numbers[2])
      else { return nil }
      (month, week, weekday) = (numbers[0], numbers[1], numbers[2])
      time = parts.count > 1 ? DaylightRule.seconds(parts[1]) : 7200
    }

    /// In seconds since 1970, without an offset.
    func time(in year: Int) -> Int {
      let days = CalendarDate.daysSinceEpoch(year: year, month: month, day: 1)
      let next =
        month == 12
        ? CalendarDate.daysSinceEpoch(year: year + 1, month: 1, day: 1)
        : CalendarDate.daysSinceEpoch(year: year, month: month + 1, day: 1)
      // 1 January 1970 was a Thursday.
      let first = ((weekday - (days + 4)) % 7 + 7) % 7
      var day = first + 7 * (week - 1)
      while days + day >= next { day -= 7 }
      return (days + day) * 86_400 + time
    }
  }

  private let standard: TimeZoneRules.LocalTime
  private var daylight: (time: TimeZoneRules.LocalTime, start: Change, end: Change)?

  /// Nil if the text is empty, or of a form that no present time zone has.
  init?(_ text: String) {
    let parts = text.split(separator: ",")
    guard let names = parts.first else { return nil }
    var rest = names[...]
    guard let name = Self.name(&rest) else { return nil }
    // The offset is counted to the west.
    standard = TimeZoneRules.LocalTime(offset: -Self.seconds(Self.number(&rest)), abbreviation: name)
    guard let other = Self.name(&rest) else { return }
    guard parts.count == 3 else { return nil }
    let given = Self.number(&rest)
    let offset = given.isEmpty ? standard.offset + 3600 : -Self.seconds(given)
    guard let start = Change(parts[1]), let end = Change(parts[2]) else { return nil }
    daylight = (TimeZoneRules.LocalTime(offset: offset, abbreviation: other), start, end)
  }

  subscript(timestamp: Timestamp) -> TimeZoneRules.LocalTime {
    guard let daylight else { return standard }
    let seconds = timestamp.milliseconds / 1000
    let year = Timestamp(milliseconds: timestamp.milliseconds + standard.offset * 1000).calendarDate.year
    let start = daylight.start.time(in: year) - standard.offset
    let end = daylight.end.time(in: year) - daylight.time.offset
    let isDaylight = start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
    return isDaylight ? daylight.time : standard
  }

  /// Letters, or anything in angle brackets.
  private static func name(_ rest: inout Substring) -> String? {
    if rest.first == "<", let end = rest.firstIndex(of: ">") {
      let name = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      return String(name)
    }
    let name = rest.prefix { $0.isLetter }
    rest = rest.dropFirst(name.count)
    return name.isEmpty ? nil : String(name)
  }

  private static func number(_ rest: inout Substring) -> Substring {
    let number = rest.prefix { "+-:0123456789".contains($0) }
    rest = rest.dropFirst(number.count)
    return number
  }

  /// Hours, minutes and seconds, with a sign.
  fileprivate static func seconds(_ text: Substring) -> Int {
    let sign = text.first == "-" ? -1 : 1
    let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ":").compactMap {
      $0.utf8.count <= 3 ? Int($0) : nil
    }
    return sign * zip(parts, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
