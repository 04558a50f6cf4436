// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Storage
@testable import TestSupport

@Suite("Limits") struct LimitTests {
  private let folder: TemporaryFolder
  private let store: Store
  private let limit = Limit(max: 3, window: .seconds(10))

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store()
  }

  private func allowance(at offset: Int, key: String = "k", _ limit: Limit? = nil) throws -> Allowance {
    try store.read { (transaction) throws(Problem) in
      try transaction.limits.allowance(limit ?? self.limit, key: key, now: .t0 + .milliseconds(offset))
    }
  }

  private func count(at offset: Int, weight: Int = 1, key: String = "k") throws {
    try store.write { (transaction) throws(Problem) in
      try transaction.limits.count(limit, key: key, weight: weight, now: .t0 + .milliseconds(offset))
    }
  }

  @Test func `an unused limit is complete`() throws { #expect(try allowance(at: 0).left == 3) }

  @Test func `a hit counts from its millisecond until the window has passed, to the millisecond`() throws {
    try count(at: 0)
    for (offset, left) in [(0, 2), (1, 2), (9999, 2), (10_000, 3), (10_001, 3)] {
      #expect(try allowance(at: offset).left == left, "after \(offset) ms")
    }
  }

  @Test func `the wait is exact to the millisecond`() throws {
    for offset in [0, 4000, 9999] { try count(at: offset) }
    #expect(try allowance(at: 9999).left == 0)
    #expect(try allowance(at: 9999).retryAfter == .milliseconds(1))
    #expect(try allowance(at: 10_000).left == 1)
    try count(at: 10_000)
    #expect(try allowance(at: 10_000).retryAfter == .milliseconds(4000))
    #expect(try allowance(at: 13_999).left == 0)
    #expect(try allowance(at: 14_000).left == 1)
  }

  @Test("In no window are there more than the limit allows", arguments: 0..<6)
  func anyWindow(_ seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    var now = 0
    var hits: [Int] = []
    for _ in 0..<120 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      now += Int(state >> 33) % 3000
      let allowance = try allowance(at: now)
      if allowance.left > 0 {
        try count(at: now)
        hits.append(now)
      } else {
        #expect(allowance.retryAfter > .zero && allowance.retryAfter <= limit.window)
        // A refused caller would exceed the limit.
        #expect(hits.count { $0 > now - 10_000 } == 3)
      }
    }
    for start in hits { #expect(hits.count { $0 >= start && $0 < start + 10_000 } <= 3) }
    #expect(hits.count > 30)
  }

  @Test func `hits of one millisecond are counted separately`() throws {
    for _ in 0..<3 { try count(at: 5) }
    #expect(try allowance(at: 5).left == 0)
    #expect(try allowance(at: 10_005).left == 3)
  }

  @Test func `a hit may weigh more than one, and a hit of weight zero does not count`() throws {
    try count(at: 0, weight: 2)
    try count(at: 0, weight: 0)
    #expect(try allowance(at: 0).left == 1)
    try count(at: 0, weight: 5)
    #expect(try allowance(at: 0).left == 0, "never negative")
  }

  @Test func `keys are independent`() throws {
    for _ in 0..<3 { try count(at: 0, key: "one") }
    #expect(try allowance(at: 0, key: "one").left == 0)
    #expect(try allowance(at: 0, key: "other").left == 3)
  }

  @Test func `a limit of zero is reached at once, for a window`() throws {
    let nothing = try allowance(at: 0, Limit(max: 0, window: .seconds(60)))
    #expect(nothing == Allowance(left: 0, retryAfter: .seconds(60)))
  }

  @Test func `a key that reached its limit is blocked from then on`() throws {
    let strict = Limit(max: 3, window: .seconds(10), block: .seconds(60))
    func count(at offset: Int) throws {
      try store.write { (transaction) throws(Problem) in
        try transaction.limits.count(strict, key: "k", now: .t0 + .milliseconds(offset))
      }
    }
    for offset in [0, 6000] { try count(at: offset) }
    #expect(try allowance(at: 6000, strict).left == 1)
    try count(at: 9000)
    for now in [9000, 10_000, 30_000, 68_999] {
      try store.write { (transaction) throws(Problem) in
        _ = try transaction.limits.delete(now: .t0 + .milliseconds(now), limit: 100)
      }
      let held = Allowance(left: 0, retryAfter: .milliseconds(69_000 - now))
      #expect(try allowance(at: now, strict) == held, "after \(now) ms")
    }
    #expect(try allowance(at: 69_000, strict).left == 3)
  }

  @Test func `a window that is longer than the block continues after it`() throws {
    let short = Limit(max: 3, window: .seconds(10), block: .seconds(5))
    for offset in [0, 1, 2] { try count(at: offset) }
    #expect(try allowance(at: 5003, short).left == 0)
    #expect(try allowance(at: 5003, short).retryAfter == .milliseconds(10_000 - 5003))
    #expect(try allowance(at: 10_000, short).left == 1)
  }

  @Test func `hits that were never in one window do not block`() throws {
    let strict = Limit(max: 3, window: .seconds(10), block: .seconds(60))
    for offset in [0, 6000, 12_000, 18_000] {
      try store.write { (transaction) throws(Problem) in
        try transaction.limits.count(strict, key: "k", now: .t0 + .milliseconds(offset))
      }
    }
    #expect(try allowance(at: 18_000, strict).left == 1)
  }

  @Test func `several limits are read together, each with its own window and key`() throws {
    for _ in 0..<3 { try count(at: 0, key: "one") }
    try count(at: 0, key: "two")
    let wide = Limit(max: 5, window: .seconds(100))
    let allowances = try store.read { (transaction) throws(Problem) in
      try transaction.limits.allowances([(limit, "one"), (wide, "two"), (limit, "three")], now: .t0 + .seconds(9))
    }
    #expect(allowances.map(\.left) == [0, 4, 3])
    #expect(allowances.map(\.retryAfter) == [.seconds(1), .seconds(91), .seconds(10)])
  }

  @Test func `deleted hits no longer counted`() throws {
    try count(at: 0)
    try count(at: 1)
    try count(at: 0, key: "other")
    try store.write { (transaction) throws(Problem) in
      try transaction.limits.delete(now: .t0 + .milliseconds(10_000), limit: 100)
    }
    #expect(try allowance(at: 10_000).left == 2)
    #expect(try allowance(at: 5000).left == 2, "the hit of the first millisecond is gone")
    #expect(try allowance(at: 5000, key: "other").left == 3)
  }
}
