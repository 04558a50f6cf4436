// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing
import VestibuleRules

@Suite("The term of an invitation") struct InvitationTermTests {
  @Test(
    "An invitation is valid until its last day has ended in every time zone",
    arguments: [
      ("2026-11-08T00:00:00Z", 30, "2026-12-09T12:00:00Z"), ("2026-11-08T23:59:59Z", 30, "2026-12-09T12:00:00Z"),
      ("2026-12-31T12:00:00Z", 1, "2027-01-02T12:00:00Z"), ("2028-02-27T20:00:00Z", 1, "2028-02-29T12:00:00Z"),
    ])
  func ends(_ sent: String, _ days: Int, _ end: String) throws {
    let sentAt = try #require(Timestamp(rfc3339: sent))
    let found = InvitationTerm.end(sentAt: sentAt, days: days)
    #expect(found.rfc3339 == end)
    #expect(InvitationTerm.lastDay(endingAt: found) == sentAt.startOfDay + .days(days))
    #expect(InvitationTerm.daysLeft(endingAt: found, at: sentAt) == days)
  }

  @Test func `no days are left on the last day and in the night after it`() throws {
    let end = try #require(Timestamp(rfc3339: "2026-12-09T12:00:00Z"))
    for now in ["2026-12-08T00:00:00Z", "2026-12-09T11:59:59Z", "2026-12-20T00:00:00Z"] {
      #expect(InvitationTerm.daysLeft(endingAt: end, at: try #require(Timestamp(rfc3339: now))) == 0)
    }
  }
}

@Suite("Timestamps") struct TimestampTests {
  @Test(
    "RFC 3339 is read with any offset and fraction",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1000), ("1969-12-31T23:59:59.999Z", -1),
      ("1970-01-01T01:00:00+01:00", 0), ("1969-12-31T23:30:00-00:30", 0), ("1970-01-01T00:00:00-00:00", 0),
      ("1970-01-01t00:00:00z", 0), ("2026-11-21T13:37:00Z", 1_795_268_220_000),
      ("2026-11-21T13:37:00.5Z", 1_795_268_220_500), ("2026-11-21T13:37:00.05Z", 1_795_268_220_050),
      ("2026-11-21T13:37:00.123456789Z", 1_795_268_220_123), ("2026-11-21T13:37:00.9999Z", 1_795_268_220_999),
      ("2026-11-21T23:07:00+09:30", 1_795_268_220_000), ("2024-02-29T00:00:00Z", 1_709_164_800_000),
      ("2000-02-29T12:00:00Z", 951_825_600_000), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ])
  func reading(_ text: String, _ milliseconds: Int) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(
    "Invalid RFC 3339 is refused",
    arguments: [
      "", "2026", "2026-11-21", "13:37:00Z", "2026-11-21T13:37Z", "2026-11-21T13:37:00", "2026-11-21 13:37:00Z",
      "2026-11-21T13:37:00 Z", " 2026-11-21T13:37:00Z", "2026-11-21T13:37:00Z ", "2026-11-21T13:37:00ZZ",
      "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-00-01T00:00:00Z",
      "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z",
      "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00,5Z",
      "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01:60", "2026-01-01T00:00:00+0100", "2026-01-01T00:00:00+01",
      "2026-01-01T00:00:00+1:00", "2026-01-01T00:00:00+", "2026-1-1T00:00:00Z", "26-01-01T00:00:00Z",
      "12026-01-01T00:00:00Z", "-026-01-01T00:00:00Z", "+2026-01-01T00:00:00Z", "2026/01/01T00:00:00Z",
      "2026-01-01T00.00.00Z", "２０２６-01-01T00:00:00Z", "2026-01-01T00:00:00.5+", "2026-11-21T13:37:00Z\n",
    ])
  func refusing(_ text: String) { #expect(Timestamp(rfc3339: text) == nil) }

  @Test(
    "A timestamp is written in UTC, with milliseconds if there are any",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999Z"), (1, "1970-01-01T00:00:00.001Z"),
      (1_795_268_220_050, "2026-11-21T13:37:00.050Z"), (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
      (-86_400_000, "1969-12-31T00:00:00Z"),
    ])
  func writing(_ milliseconds: Int, _ text: String) {
    #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
  }

  @Test func `every day from 1890 to 2110 agrees with the C library`() {
    for day in -29_220..<51_500 {
      let seconds = day * 86_400 + (day & 1) * 86_399
      guard Timestamp(seconds: seconds).calendarDate.isEqual(to: seconds) else {
        Issue.record("\(seconds) s")
        return
      }
    }
  }

  @Test("Timestamps of every year agree with the C library and are read back", arguments: 0..<8)
  func anyMoment(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<2000 {
      let timestamp = Timestamp(
        milliseconds: Int.random(in: -62_135_596_800_000...253_402_300_799_999, using: &generator))
      let date = timestamp.calendarDate
      var clock = tm()
      (clock.tm_year, clock.tm_mon, clock.tm_mday) = (Int32(date.year - 1900), Int32(date.month - 1), Int32(date.day))
      (clock.tm_hour, clock.tm_min, clock.tm_sec) = (Int32(date.hour), Int32(date.minute), Int32(date.second))
      #expect(timegm(&clock) == timestamp.wholeSeconds)
      #expect(Timestamp(rfc3339: timestamp.rfc3339) == timestamp)
    }
  }

  @Test("An offset changes the time only", arguments: ["+00:00", "+05:45", "-11:30", "+23:59", "-23:59"])
  func offsets(_ offset: String) throws {
    let minutes = try #require(Int(offset.prefix(3))) * 60
    let rest = (Int(offset.suffix(2)) ?? 0) * (offset.hasPrefix("-") ? -1 : 1)
    let timestamp = try #require(Timestamp(rfc3339: "2024-02-29T00:30:00" + offset))
    #expect(timestamp == Timestamp(rfc3339: "2024-02-29T00:30:00Z")! - .minutes(minutes + rest))
  }

  @Test(
    "A timestamp is written and read back, also at the ends of the calendar",
    arguments: ["0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"])
  func endsOfTheCalendar(_ text: String) {
    guard let timestamp = Timestamp(rfc3339: text) else { return }
    #expect(Timestamp(rfc3339: timestamp.rfc3339) == timestamp)
  }

  @Test func `seconds are rounded up, so that a wait is long enough`() {
    #expect(Duration.milliseconds(1).secondsRoundedUp == 1)
    #expect(Duration.milliseconds(1000).secondsRoundedUp == 1)
    #expect(Duration.milliseconds(1001).secondsRoundedUp == 2)
    #expect(Duration.zero.secondsRoundedUp == 0)
  }
}

extension CalendarDate {
  fileprivate func isEqual(to seconds: Int) -> Bool {
    var (time, clock) = (time_t(seconds), tm())
    gmtime_r(&time, &clock)
    return (year, month, day) == (Int(clock.tm_year) + 1900, Int(clock.tm_mon) + 1, Int(clock.tm_mday))
      && (hour, minute, second) == (Int(clock.tm_hour), Int(clock.tm_min), Int(clock.tm_sec))
  }
}
