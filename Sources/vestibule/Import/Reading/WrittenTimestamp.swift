// SPDX-License-Identifier: Apache-2.0

import Domain

extension Timestamp {
  /// Parses a timestamp in the formats of databases and exports: seconds or milliseconds since 1970, RFC 3339,
  /// Postgres's `2024-05-01 10:00:00.123456+00`, or Ruby's `2024-05-01 10:00:00 UTC`. Without an offset it is in UTC.
  init?(written text: String) {
    if let number = Int(text) {
      // The limit is March 1973 in milliseconds, and the year 5138 in seconds.
      self.init(milliseconds: number.magnitude < 100_000_000_000 ? number * 1000 : number)
      guard (1...9999).contains(calendarDate.year) else { return nil }
      return
    }
    var timestamp = Array(text.uppercased().utf8)
    guard timestamp.count >= 19 else {
      self.init(day: text)
      return
    }
    if timestamp[10] == UInt8(ascii: " ") { timestamp[10] = UInt8(ascii: "T") }
    // Ruby separates the zone with a space.
    timestamp = Array(timestamp.prefix(19) + timestamp.dropFirst(19).filter { $0 != UInt8(ascii: " ") })
    if timestamp.suffix(3).elementsEqual("UTC".utf8) {
      timestamp.replaceSubrange((timestamp.count - 3)..., with: "Z".utf8)
    }
    let clock = timestamp[11...]
    if let sign = clock.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) {
      let digits = timestamp[(sign + 1)...].filter { $0 != UInt8(ascii: ":") }
      guard digits.count == 2 || digits.count == 4 else { return nil }
      timestamp =
        timestamp[...sign] + digits.prefix(2) + [UInt8(ascii: ":")] + (digits.count == 4 ? digits[2...] : [0x30, 0x30])
    } else if timestamp.last.map({ $0 | 0x20 }) != UInt8(ascii: "z") {
      timestamp.append(UInt8(ascii: "Z"))
    }
    self.init(rfc3339: String(decoding: timestamp, as: UTF8.self))
  }
}
