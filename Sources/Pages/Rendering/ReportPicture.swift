// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The days of an invitation report as a picture of horizontal bars: one row for each day, or for each week or month if
/// there would be too many rows.
///
/// A bar is as long as the number of sent invitations. Its beginning is the accepted ones, its end those that bounced.
/// The template draws it, with a pattern for each part and the numbers as text, so that nothing depends on color.
package struct ReportPicture: Equatable {
  package enum Period: String, CaseIterable { case day, week, month }

  package struct Row: Equatable {
    /// The first day of the period.
    package let start: Timestamp
    package let sent: Int
    package let accepted: Int
    package let bounced: Int
  }

  /// The lengths of bars are thousandths of the picture's width, so that its letters do not grow with it.
  package static let width = 1000
  package static let rowHeight = 44
  package static let maximumRows = 13
  /// The minimum length of a part, so that a single invitation is visible.
  static let smallestPart = 12

  package let period: Period
  /// Oldest first. Periods without invitations are left out.
  package let rows: [Row]

  init(_ report: InvitationReport.Output) {
    self.init(report.days.map { Row(start: $0.day, sent: $0.sent, accepted: $0.accepted, bounced: $0.bounced) })
  }

  /// - Parameter days: oldest first. If they are more months than there are rows, the latest ones are shown.
  package init(_ days: [Row]) {
    let all = Period.allCases.map { ($0, Self.rows(days, by: $0)) }
    let (period, rows) = all.first { $0.1.count <= Self.maximumRows } ?? all[all.count - 1]
    self.period = period
    self.rows = rows.suffix(Self.maximumRows)
  }

  private static func rows(_ days: [Row], by period: Period) -> [Row] {
    var rows: [Row] = []
    for day in days {
      let start = period.start(of: day.start)
      if let last = rows.last, last.start == start {
        rows[rows.count - 1] = Row(
          start: start, sent: last.sent + day.sent, accepted: last.accepted + day.accepted,
          bounced: last.bounced + day.bounced)
      } else {
        rows.append(Row(start: start, sent: day.sent, accepted: day.accepted, bounced: day.bounced))
      }
    }
    return rows
  }

  /// The lengths of a bar and of its parts.
  /// - Parameter most: the number of the longest bar.
  static func parts(of row: Row, most: Int) -> (sent: Int, accepted: Int, bounced: Int) {
    guard row.sent > 0, most > 0 else { return (0, 0, 0) }
    let sent = max(3 * smallestPart, row.sent * width / most)
    func length(_ count: Int) -> Int { count == 0 ? 0 : max(smallestPart, count * sent / row.sent) }
    let bounced = min(length(row.bounced), row.accepted == 0 ? sent : sent - smallestPart)
    return (sent, min(length(row.accepted), sent - bounced), bounced)
  }
}

extension ReportPicture: PageModel {
  static let variables: [PageVariable<Self>] = [
    .one { $0.scale }, .number("height") { $0.height },
    .list("rows") { $0.drawnRows },
  ]

  var height: Int { max(1, rows.count) * Self.rowHeight }

  var drawnRows: [DrawnRow] {
    let most = rows.map(\.sent).max() ?? 0
    return rows.enumerated().map { index, row in
      DrawnRow(row: row, top: index * Self.rowHeight, parts: Self.parts(of: row, most: most))
    }
  }

  private enum Scale: String, PageFlag { case isByDay, isByWeek, isByMonth }

  private var scale: Scale {
    switch period {
    case .day: .isByDay
    case .week: .isByWeek
    case .month: .isByMonth
    }
  }

  struct DrawnRow: PageModel {
    let row: Row
    let top: Int
    let parts: (sent: Int, accepted: Int, bounced: Int)

    /// The text is above the bar.
    var textY: Int { top + 14 }
    var barY: Int { top + 20 }

    static let variables: [PageVariable<Self>] = [
      .calendarDay("label") { $0.row.start }, .number("sent") { $0.row.sent }, .number("accepted") { $0.row.accepted },
      .number("bounced") { $0.row.bounced }, .number("textY") { $0.textY }, .number("barY") { $0.barY },
      .text("sentWidth") { percent($0.parts.sent) }, .text("acceptedWidth") { percent($0.parts.accepted) },
      .text("bouncedX") { percent($0.parts.sent - $0.parts.bounced) },
      .text("bouncedWidth") { percent($0.parts.bounced) },
    ]

    private static func percent(_ length: Int) -> String { "\(length / 10).\(length % 10)%" }
  }
}

extension ReportPicture.Period {
  /// The first day of the period with a day (UTC). Weeks begin on Monday.
  fileprivate func start(of day: Timestamp) -> Timestamp {
    let length = 86_400_000
    let number = day.milliseconds / length
    switch self {
    case .day: return day
    // 1 January 1970 was a Thursday.
    case .week: return Timestamp(milliseconds: (number - (number + 3) % 7) * length)
    case .month: return Timestamp(milliseconds: (number - (day.calendarDate.day - 1)) * length)
    }
  }
}
