// SPDX-License-Identifier: Apache-2.0

/// Where people are: the time zone of an account, and workouts of a day, which is the same in every time zone.
enum Migration015LocalTimes: Migration {
  static func statements(text: String) -> [String] {
    [
      // A name of the IANA time zone database.
      "ALTER TABLE accounts ADD COLUMN time_zone \(text)",
      // A calendar date, such as 2026-11-21.
      "ALTER TABLE workouts ADD COLUMN scheduled_on \(text)",
    ]
  }
}
