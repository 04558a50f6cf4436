// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// Times as a page shows them: in the person's language and time zone. The pages of the account name the time zone
/// once, with `partials/time-zone.html`. Other pages show days, and name it with the time of a workout.
struct ShownTimes {
  private let environment: Environment
  private let call: Call
  private let zones: ReadTimeZone

  init(_ call: Call, _ environment: Environment, _ zones: ReadTimeZone = ReadTimeZone()) {
    (self.call, self.environment, self.zones) = (call, environment, zones)
  }

  private var messages: Messages { environment.messages }

  /// The time zone of the signed-in person; nil for UTC. Its file is read for the first time that a page shows.
  var zone: TimeZoneRules? {
    get throws(Problem) {
      // The message file of an app may name UTC.
      guard try messages.canShowTimeZone(call.language) else { return nil }
      return try zones.rules(named: call.caller?.timeZone, environment)
    }
  }

  /// A day of the calendar, which is the same wherever the person is.
  func calendarDay(_ day: Timestamp) throws(Problem) -> String { try messages.day(day, call.language).unbroken }

  func day(_ time: Timestamp) throws(Problem) -> String { try messages.day(time, call.language, in: zone).unbroken }

  func time(_ time: Timestamp) throws(Problem) -> String { try self.time(time, of: try day(time)) }

  /// A day of the last week is said as people say it: today, yesterday, three days ago.
  func recentDay(_ time: Timestamp) throws(Problem) -> String {
    try messages.recentDay(time, call.language, in: zone, at: environment.now).withoutBreaks
  }

  func recentTime(_ time: Timestamp) throws(Problem) -> String { try self.time(time, of: try recentDay(time)) }

  private func time(_ time: Timestamp, of day: String) throws(Problem) -> String {
    try messages.time(time, call.language, in: zone, day: day)
  }

  /// When a workout is planned: on a day, or at a time. The beginning of a day (UTC) means the whole day too.
  /// - Returns: nil if it is not planned.
  func schedule(of workout: Workout) throws(Problem) -> String? {
    let planned = workout.scheduledFor
    let day =
      workout.scheduledOn.flatMap(Timestamp.init(day:))
      ?? planned.flatMap { $0.isWholeDay ? $0 : nil }
    if let day { return try calendarDay(day) }
    guard let planned else { return nil }
    return try messages.timestamp(planned, call.language, in: zone)
  }

  /// The day for which a workout is planned, such as `2026-11-29`, as an input of the type `date` has it.
  func isoDay(of workout: Workout) throws(Problem) -> String? {
    if let day = workout.scheduledOn { return day }
    guard let time = workout.scheduledFor else { return nil }
    let shown = time.isWholeDay ? time : time.local(try zone?[time])
    return String(shown.rfc3339.prefix(10))
  }
}

/// The rules of one time zone, once they are read.
final class ReadTimeZone {
  private var read: TimeZoneRules??

  func rules(named name: String?, _ environment: Environment) throws(Problem) -> TimeZoneRules? {
    guard let name else { return nil }
    if let read { return read }
    let rules = try environment.timeZone(name)
    read = .some(rules)
    return rules
  }
}

extension Timestamp {
  /// Whether a workout at this time is planned for the whole day.
  fileprivate var isWholeDay: Bool { rfc3339.hasSuffix("T00:00:00Z") }
}
