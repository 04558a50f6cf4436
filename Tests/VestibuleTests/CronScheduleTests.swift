// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import vestibule

@Suite("Schedules of crontab") struct CronScheduleTests {
  /// A minute of the local time.
  private func minute(_ month: Int32, _ day: Int32, _ hour: Int32, _ minute: Int32, weekday: Int32 = 3) -> tm {
    var time = tm()
    (time.tm_mon, time.tm_mday, time.tm_hour, time.tm_min, time.tm_wday) = (month - 1, day, hour, minute, weekday)
    return time
  }

  @Test(arguments: [
    ("* * * * *", [0, 29, 59]), ("*/15 * * * *", [0, 15, 30, 45]), ("5-9/2 * * * *", [5, 7, 9]),
    ("1,3-4 * * * *", [1, 3, 4]),
  ])
  func `a field has numbers, ranges and steps`(text: String, included: [Int32]) throws {
    let schedule = try #require(CronSchedule(text))
    let found = (0..<60).filter { schedule.includes(minute(6, 1, 12, $0)) }
    #expect(text.hasPrefix("* ") ? found.count == 60 : found == included)
  }

  @Test func `all five fields have to fit`() throws {
    let schedule = try #require(CronSchedule("30 4 1 6 *"))
    #expect(schedule.includes(minute(6, 1, 4, 30)))
    for other in [minute(6, 1, 4, 31), minute(6, 1, 5, 30), minute(6, 2, 4, 30), minute(7, 1, 4, 30)] {
      #expect(!schedule.includes(other))
    }
  }

  @Test func `of two restricted kinds of days one is enough`() throws {
    let schedule = try #require(CronSchedule("0 0 13 * 5"))
    #expect(schedule.includes(minute(6, 13, 0, 0, weekday: 2)) && schedule.includes(minute(6, 12, 0, 0, weekday: 5)))
    #expect(!schedule.includes(minute(6, 12, 0, 0, weekday: 4)))
  }

  @Test func `a star with a step does not make one kind of days enough`() throws {
    let schedule = try #require(CronSchedule("0 0 */2 * 1"))
    #expect(schedule.includes(minute(6, 13, 0, 0, weekday: 1)))
    #expect(!schedule.includes(minute(6, 13, 0, 0, weekday: 2)) && !schedule.includes(minute(6, 12, 0, 0, weekday: 1)))
  }

  @Test func `Sunday is 0 and 7`() throws {
    for text in ["0 0 * * 0", "0 0 * * 7", "0 0 * * 5-7"] {
      #expect(try #require(CronSchedule(text)).includes(minute(6, 14, 0, 0, weekday: 0)), "\(text)")
    }
  }

  @Test(arguments: [
    "", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8", "5-1 * * * *",
    "*/0 * * * *", "5/2 * * * *", "1,,2 * * * *", "-1 * * * *", "+1 * * * *", "1-2-3 * * * *", "*/2/2 * * * *",
    "mon * * * *",
  ])
  func `anything else is no schedule`(text: String) { #expect(CronSchedule(text) == nil) }
}
