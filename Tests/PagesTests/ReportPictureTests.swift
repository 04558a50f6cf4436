// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Pages

@Suite("The picture of an invitation report") struct ReportPictureTests {
  private static let day = 86_400_000
  /// 1 January 2026, a Thursday.
  private static let start = 20_454

  private static func days(_ count: Int, every step: Int = 1) -> [ReportPicture.Row] {
    (0..<count).map { index in
      ReportPicture.Row(
        start: Timestamp(milliseconds: (start + index * step) * day), sent: 1 + index * 7 % 20, accepted: index % 2,
        bounced: index % 3 == 0 && index % 2 == 0 ? 1 : 0)
    }
  }

  @Test(arguments: [(0, 1, 0), (1, 1, 1), (13, 1, 13), (14, 1, 3), (88, 1, 13), (92, 1, 4), (300, 2, 13)])
  func `few days are days, more are weeks or months`(_ count: Int, _ step: Int, _ rows: Int) {
    let picture = ReportPicture(Self.days(count, every: step))
    #expect(picture.rows.count == rows)
    #expect(picture.rows.map(\.start.milliseconds) == picture.rows.map(\.start.milliseconds).sorted())
  }

  @Test func `nothing is lost in weeks and months`() {
    for count in 0..<360 {
      let days = Self.days(count)
      let rows = ReportPicture(days).rows
      #expect(rows.reduce(0) { $0 + $1.sent } == days.reduce(0) { $0 + $1.sent })
      #expect(rows.reduce(0) { $0 + $1.accepted } == days.reduce(0) { $0 + $1.accepted })
      #expect(rows.reduce(0) { $0 + $1.bounced } == days.reduce(0) { $0 + $1.bounced })
    }
  }

  @Test func `weeks begin on Monday, and months on their first day`() {
    #expect(
      ReportPicture(Self.days(14)).rows.map { String($0.start.rfc3339.prefix(10)) } == [
        "2025-12-29", "2026-01-05", "2026-01-12",
      ])
    #expect(
      ReportPicture(Self.days(92)).rows.map { String($0.start.rfc3339.prefix(10)) } == [
        "2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01",
      ])
  }

  @Test func `each part can be seen, and the parts fit into their bar`() {
    for most in [1, 2, 10, 1000, 1_000_000] {
      for sent in Set([1, 2, most / 3, most]) where sent > 0 && sent <= most {
        for accepted in Set([0, 1, sent / 2, sent]) {
          for bounced in Set([0, 1, sent - accepted]) where accepted + bounced <= sent {
            let row = ReportPicture.Row(
              start: Timestamp(milliseconds: 0), sent: sent, accepted: accepted, bounced: bounced)
            let parts = ReportPicture.parts(of: row, most: most)
            #expect(parts.sent > 0 && parts.sent <= ReportPicture.width)
            #expect(parts.accepted + parts.bounced <= parts.sent)
            #expect((parts.accepted > 0) == (accepted > 0) && (parts.bounced > 0) == (bounced > 0))
          }
        }
      }
    }
  }

  @Test func `rows do not overlap`() {
    let picture = ReportPicture(Self.days(13))
    let rows = picture.drawnRows
    #expect(rows.count == 13 && zip(rows, rows.dropFirst()).allSatisfy { $0.barY + 14 < $1.textY })
    #expect(picture.height == 13 * ReportPicture.rowHeight && picture.period == .day)
  }
}
