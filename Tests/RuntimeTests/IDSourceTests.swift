// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Runtime

@Suite("Ids")
struct IDSourceTests {
  @Test("a later id sorts after an earlier one, also in the same millisecond")
  func order() {
    let source = IDSource()
    let ids = (0..<5000).map { _ in source.next() }
    #expect(ids == ids.sorted() && Set(ids).count == 5000)

    // Each source stands for an event; far more than one of them begins in a millisecond.
    let events = (0..<5000).map { _ in IDSource().next().prefix(18) }
    #expect(events == events.sorted())
  }

  @Test("an id is a UUID of version 7 with the time")
  func form() throws {
    let before = time(nil)
    let id = IDSource().next()
    #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    let milliseconds = try #require(Int(id.filter { $0 != "-" }.prefix(12), radix: 16))
    #expect((before * 1000...before * 1000 + 2000).contains(milliseconds))
  }
}
