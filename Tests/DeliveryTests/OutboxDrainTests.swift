// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc
import TestSupport
import Testing

@testable import Delivery
@testable import Functions
@testable import Storage

@Suite("A run over the outbox") struct OutboxDrainTests {
  private let outbox: OutboxFixture

  init() throws { outbox = try OutboxFixture() }

  private func count(_ state: String) throws(Problem) -> Int {
    try outbox.store.read { (transaction) throws(Problem) in
      try transaction.query("SELECT count(*) AS number FROM outbox WHERE state = ?", [.text(state)])[0].integer(
        "number")
    }
  }

  private func run(
    _ sender: BatchSender, limit: Int = 1000, deadline: Duration = .seconds(30),
    clock: @escaping () -> Timestamp = { .t0 }
  ) throws(Problem) -> [OutboxMessage.Delivery: Int] {
    let environment = Environment.test(clock: clock, deadline: deadline, random: fixedRandom(), store: outbox.store)
    return try OutboxDrain(limit: limit, rate: nil, relays: ["relay"], sender: sender, .fixture(), environment).run()
  }

  @Test func `every message is handed over once, and no more than the sender has capacity for`() throws {
    try outbox.insert((0..<250).map { "m\($0)" }, kind: .resetPassword)
    let sender = BatchSender(capacity: 7)
    #expect(try run(sender, limit: 230) == [.sent: 230])
    #expect(Set(sender.taken).count == 230 && sender.taken.count == 230)
    #expect(sender.mostAtOnce == 7)
    #expect(try count("queued") == 20)
  }

  @Test func `results are stored in groups of 16`() throws {
    try outbox.insert((0..<40).map { "m\($0)" }, kind: .resetPassword)
    var seen: Set<Int> = []
    let sender = BatchSender(capacity: 2) { _ in seen.insert((try? count("sent")) ?? -1) }
    #expect(try run(sender) == [.sent: 40])
    #expect(seen == [0, 16, 32])
  }

  @Test func `an incomplete group is stored after 30 ms`() throws {
    try outbox.insert("a", "b", "c", kind: .resetPassword)
    var (now, seen) = (Timestamp.t0, [Int]())
    let sender = BatchSender(capacity: 1) { _ in
      seen.append((try? count("sent")) ?? -1)
      now = now + .milliseconds(31)
    }
    #expect(try run(sender, clock: { now }) == [.sent: 3])
    #expect(seen == [0, 0, 2])
  }

  @Test func `messages that were not tried before the deadline are released`() throws {
    try outbox.insert("a", "b", "c", kind: .resetPassword)
    let sender = BatchSender(capacity: 1) { _ in
      // The deadline is one of the clock. After one message less than the time of another one is left.
      usleep(700_000)
    }
    #expect(try run(sender, deadline: .seconds(1)) == [.sent: 1])
    let rows = try outbox.store.read { (transaction) throws(Problem) in
      try transaction.query("SELECT attempts FROM outbox WHERE state = 'queued'")
    }
    #expect(try rows.map { row in try row.integer("attempts") } == [0, 0])
  }

  @Test func `finished messages are stored even if the run fails`() throws {
    try outbox.insert("a", kind: .resetPassword)
    try outbox.insert("b", kind: .invitation)
    let sender = BatchSender(capacity: 1) { _ in
      // From now on the state of the other invitation cannot be read.
      _ = try? outbox.store.write { (transaction) throws(Problem) in
        try transaction.query("ALTER TABLE invitations RENAME TO elsewhere")
      }
    }
    #expect(throws: Problem.self) { try run(sender) }
    #expect(sender.taken == ["a"])
    #expect(try count("sent") == 1)
  }
}

/// Finishes all started messages when `finished` is called.
private final class BatchSender: OutboxSender {
  let slowest = Duration.zero
  private let size: Int
  private let onStart: (OutboxMessage) -> Void
  private var started: [OutboxMessage] = []
  private(set) var taken: [String] = []
  private(set) var mostAtOnce = 0

  init(capacity: Int, onStart: @escaping (OutboxMessage) -> Void = { _ in }) {
    size = capacity
    self.onStart = onStart
  }

  var capacity: Int { size - started.count }
  var isIdle: Bool { started.isEmpty }

  var reduction: (relay: String, connections: Int)? { nil }

  func limit(to connections: Int) {}

  func start(_ message: OutboxMessage, avoiding relays: Set<String>) {
    onStart(message)
    taken.append(message.id)
    started.append(message)
    mostAtOnce = max(mostAtOnce, started.count)
  }

  func finished(waitingAtMost timeout: Duration) -> [FinishedMessage] {
    defer { started = [] }
    return started.map { FinishedMessage($0, .sent(id: nil)) }
  }
}
