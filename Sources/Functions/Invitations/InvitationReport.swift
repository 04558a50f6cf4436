// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Counts an inviter's invitations: by status, by the day on which they were sent, and how soon they are accepted.
///
/// Each count is of invitations by the time of their last sending. Link scanners open invitations too.
package enum InvitationReport: Function {
  package static let name = "invitation-report"
  /// The number of days in `days`, today included.
  private static let maximumDays = 366

  package struct Event {
    let since: Timestamp?
  }

  package struct Output: FunctionOutput {
    let counts: [InvitationCount]
    package let days: [InvitationDay]
    package let medianTimeToAccept: Duration?

    package var opened: Int { counts.reduce(0) { $0 + $1.opened } }

    package func count(_ status: Invitation.Status) -> Int { counts.count(of: status) }

    package var json: JSON {
      let byStatus = Invitation.Status.allCases.map { ($0.rawValue, JSON(count($0))) }
      return .object([
        "byStatus": .object(JSON.Members(byStatus)), "days": .array(days.map(\.json)),
        "opened": JSON(opened), "accepted": JSON(count(.accepted)),
        "bounced": JSON(counts.reduce(0) { $0 + $1.bounced }),
        "medianSecondsToAccept": medianTimeToAccept.map { JSON($0.wholeMilliseconds / 1000) } ?? .null,
      ])
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(since: data.optionalTimestamp("since"))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let start = event.since ?? Timestamp(milliseconds: 0)
    return try environment.answer(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let tables = decision.tables
      let team = try decision.teams.of(inviter).chosen().teamID
      let counts = try tables.invitationReport.counts(of: team, sentSince: start, now: decision.now)
      return Output(
        counts: counts,
        days: try tables.invitationReport.days(of: team, sentSince: max(start, firstDay(before: decision.now))),
        medianTimeToAccept: try tables.invitationReport.medianTimeToAccept(
          of: team, sentSince: start, count: counts.count(of: .accepted)))
    }
  }

  /// The beginning of the first day in `days` (UTC).
  private static func firstDay(before now: Timestamp) -> Timestamp {
    let day = 86_400_000
    return Timestamp(milliseconds: (now.milliseconds / day - (maximumDays - 1)) * day)
  }
}

extension [InvitationCount] {
  fileprivate func count(of status: Invitation.Status) -> Int { first { $0.status == status }?.count ?? 0 }
}

extension InvitationDay {
  fileprivate var json: JSON {
    [
      "day": .string(String(day.rfc3339.prefix(10))), "sent": JSON(sent), "accepted": JSON(accepted),
      "bounced": JSON(bounced),
    ]
  }
}
