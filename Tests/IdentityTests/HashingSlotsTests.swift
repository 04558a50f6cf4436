// SPDX-License-Identifier: Apache-2.0

import Domain
import TestSupport
import Testing

@testable import Identity

@Suite("Hashing slots") struct HashingSlotsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func slots(_ count: Int, in file: String = "slots", warn: ((Problem) -> Void)? = nil) -> HashingSlots {
    HashingSlots(count: count, path: "\(folder.path)/\(file)", deadline: Deadline(in: .milliseconds(100)), warn: warn)
  }

  private func passwords(_ memoryKiB: Int, _ slots: HashingSlots?) -> PasswordHasher {
    PasswordHasher(
      parameters: .init(memoryKiB: memoryKiB, iterations: 1, parallelism: 1),
      random: { [UInt8](repeating: 1, count: $0) }
    ) { () throws(Problem) in slots }
  }

  @Test func `an imported hash takes as many slots as it needs memory`() throws {
    let (own, imported) = (try passwords(7168, nil).hash("x"), try passwords(15_000, nil).hash("x"))
    let limited = passwords(7168, slots(3))
    #expect(try limited.verify("x", against: imported))
    try slots(3).withSlots(1) { () throws(Problem) in
      #expect(code(of: { try limited.verify("x", against: imported) }) == .unavailable)
      #expect((try? limited.verify("x", against: own)) == true)
    }
    #expect(try limited.verify("x", against: imported), "what was not enough has been released")
  }

  @Test func `a hash that needs more than all slots takes all`() throws {
    let imported = try passwords(30_000, nil).hash("x")
    let limited = passwords(7168, slots(2))
    #expect(try limited.verify("x", against: imported))
    try slots(2).withSlots(1) { () throws(Problem) in
      #expect(code(of: { try limited.verify("x", against: imported) }) == .unavailable)
    }
  }

  @Test func `without its file a limit of the operator is an error, and another limit a warning`() throws {
    #expect(code(of: { try slots(1, in: "missing/file").withSlots(1) { 1 } }) == .misconfigured)
    var warnings = 0
    let count = try slots(1, in: "missing/file", warn: { _ in warnings += 1 }).withSlots(1) { 1 }
    #expect((count, warnings) == (1, 1))
  }
}
