// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Storage
@testable import vestibule

@Suite("How long events took") struct DurationsTests {
  private func durations(_ counts: [Int: Int]) -> Durations {
    Durations(counts.map { DurationCount(function: "sign-in", provider: nil, milliseconds: $0, count: $1) })
  }

  @Test func `of one hundred events of 1 to 100 ms, half took at most 50 and 95 at most 95`() {
    let all = durations(Dictionary(uniqueKeysWithValues: (1...100).map { ($0, 1) }))
    #expect((all.count, all.median, all.percentile95, all.maximum) == (100, 50, 95, 100))
  }

  @Test func `equal times are counted, not listed`() {
    let all = durations([3: 98, 900: 2])
    #expect((all.count, all.median, all.percentile95, all.maximum) == (100, 3, 3, 900))
    let slower = durations([3: 94, 900: 6])
    #expect(slower.median == 3 && slower.percentile95 == 900)
  }

  @Test func `one event is each of its own numbers`() {
    let one = durations([7: 1])
    #expect((one.count, one.median, one.percentile95, one.maximum) == (1, 7, 7, 7))
  }
}
