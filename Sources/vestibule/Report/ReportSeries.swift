// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Storage

/// The events of a period, hour by hour or day by day (UTC).
struct ReportSeries {
  enum Interval: String, CaseIterable, ExpressibleByArgument {
    case hour, day

    var length: Duration { self == .hour ? .hours(1) : .days(1) }
  }

  /// The events of one hour or day.
  fileprivate struct Entry {
    var signIns = Attempts()
    var signUps = Attempts()
    var refusals = 0
    var events: [String: Int] = [:]
  }

  /// The events that each entry counts, with their names in the result.
  private static let counted: KeyValuePairs<String, AuditAction> = [
    "newAccounts": .accountCreated, "invitationsSent": .invitationSent, "invitationsAccepted": .invitationAccepted,
    "locked": .securityLocked, "newCountry": .securityNewCountry, "newDevice": .securityNewDevice,
    "tokenReused": .sessionTokenReused,
  ]

  private let interval: Interval
  private let numbers: ClosedRange<Int>
  private var entries: [Int: Entry] = [:]

  /// - Parameter from: not before the oldest entry that the audit log keeps, because the numbers before it are
  ///   unknown.
  init(
    of transaction: Transaction, from: Timestamp, until: Timestamp, by interval: Interval
  ) throws(Problem) {
    self.interval = interval
    let length = interval.length.wholeMilliseconds
    numbers = (from.milliseconds / length)...(max(from, until).milliseconds / length)
    for count in try transaction.report.intervalCounts(from: from, until: until, every: interval.length) {
      entries[count.interval, default: Entry()].add(count)
    }
  }

  /// One object for each hour or day, the earliest first, also for those in which nothing happened.
  var json: JSON { .array(numbers.map { json(of: entries[$0] ?? Entry(), number: $0) }) }

  private func json(of entry: Entry, number: Int) -> JSON {
    let start = Timestamp(milliseconds: number * interval.length.wholeMilliseconds)
    var members: [(name: String, value: JSON)] = [
      ("at", .string(start.rfc3339)), ("signIns", entry.signIns.json), ("signUps", entry.signUps.json),
      ("refusals", JSON(entry.refusals)),
    ]
    for (name, action) in Self.counted { members.append((name, JSON(entry.events[action.rawValue] ?? 0))) }
    return .object(JSON.Members(members))
  }
}

extension ReportSeries.Entry {
  fileprivate mutating func add(_ count: IntervalCount) {
    let action = AuditAction(rawValue: count.action)
    if action == .refused { refusals += count.count } else { events[count.action, default: 0] += count.count }
    switch AttemptCounts.meaning(of: action, in: count.function, count.code) {
    case .signIn(let member)?: signIns[keyPath: member] += count.count
    case .signUp(let member)?: signUps[keyPath: member] += count.count
    case nil: break
    }
  }
}
