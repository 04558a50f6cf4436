// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import vestibule

@Suite("Timestamps of imported rows") struct WrittenTimestampTests {
  @Test(arguments: [
    "1714557600", "1714557600000", "2024-05-01T10:00:00Z", "2024-05-01t10:00:00z", "2024-05-01 10:00:00",
    "2024-05-01 10:00:00 UTC", "2024-05-01 10:00:00+00", "2024-05-01 12:00:00+0200", "2024-05-01 12:00:00 +02:00",
    "2024-05-01T04:30:00-05:30",
  ])
  func `one time is read in each of the formats`(text: String) {
    #expect(Timestamp(written: text)?.rfc3339 == "2024-05-01T10:00:00Z")
  }

  @Test func `a fraction of a second is kept to the millisecond`() {
    #expect(Timestamp(written: "2024-05-01 10:00:00.123456+00")?.rfc3339 == "2024-05-01T10:00:00.123Z")
  }

  @Test func `a day without a time begins at midnight in UTC`() {
    #expect(Timestamp(written: "2024-05-01")?.rfc3339 == "2024-05-01T00:00:00Z")
  }

  @Test(arguments: [
    "", "x", "2024-13-01", "2024-05-32 10:00:00", "2024-05-01 25:00:00", "2024-05-01 10:00:00+1", "01.05.2024",
  ])
  func `anything else is no timestamp`(text: String) { #expect(Timestamp(written: text) == nil) }
}
