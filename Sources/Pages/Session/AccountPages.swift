// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

// What the pages of a person's account have in common.

extension PageRequest {
  /// The variables of these pages: the links between them, what was done before, and which form was refused.
  /// - Parameter known: what the page has messages for.
  func accountVariables(done known: [String]) -> JSON {
    JSON.object(["failed": failed]).merging(doneVariables(known))
  }

  /// Which form was refused: `failed.save`.
  var failed: JSON? { problem == nil ? nil : action.map { .object(JSON.Members([($0, true)])) } }

  /// What the page says that was done by the form before: `done.saved`.
  /// - Parameter known: what the page has messages for.
  func doneVariables(_ known: [String]) -> JSON {
    guard !isForm, let done = text("done"), known.contains(done) else { return [:] }
    return ["done": .object(JSON.Members([(done, true)]))]
  }

  /// The last day of an invitation or a link that ends, for people.
  func shown(lastDayEndingAt end: Timestamp) throws(Problem) -> JSON {
    .string(try environment.messages.day(InvitationTerm.lastDay(endingAt: end), call.language))
  }

  /// When a workout is planned: on a day, which is the same wherever the person is, or at a time. The beginning of a day
  /// (UTC) means the whole day too.
  func shown(scheduleOf workout: Workout) throws(Problem) -> JSON? {
    let time = workout.scheduledFor
    let day =
      workout.scheduledOn.flatMap { Timestamp(rfc3339: "\($0)T00:00:00Z") }
      ?? (time?.rfc3339.hasSuffix("T00:00:00Z") == true ? time : nil)
    guard let day else { return try shown(time) }
    return .string(try environment.messages.day(day, call.language))
  }

  /// A timestamp for people. The page names the time zone once, with `partials/time-zone.html`.
  func shown(_ timestamp: Timestamp?, day: Bool = false) throws(Problem) -> JSON? {
    try shown(timestamp, day: day) { (messages, timestamp, zone) throws(Problem) in
      try messages.day(timestamp, call.language, in: zone)
    }
  }

  /// A timestamp of the past. A day of the last week is said as people say it: today, yesterday, three days ago.
  func recent(_ timestamp: Timestamp?, day: Bool = false) throws(Problem) -> JSON? {
    try shown(timestamp, day: day) { (messages, timestamp, zone) throws(Problem) in
      try messages.recentDay(timestamp, call.language, in: zone, at: environment.now)
    }
  }

  private func shown(
    _ timestamp: Timestamp?, day: Bool, _ text: (Messages, Timestamp, TimeZoneRules?) throws(Problem) -> String
  ) throws(Problem) -> JSON? {
    guard let timestamp else { return nil }
    let (messages, zone) = (environment.messages, try zone)
    let shownDay = try text(messages, timestamp, zone)
    return .string(day ? shownDay : try messages.time(timestamp, call.language, in: zone, day: shownDay))
  }
}
