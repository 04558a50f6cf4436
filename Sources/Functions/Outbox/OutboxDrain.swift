// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// One run over the outbox: leases messages that are due, hands them to the sender as it has capacity, and records what
/// became of them in groups, since a commit costs more than a message.
final class OutboxDrain {
  private let limit: Int
  /// Mails a second, for all processes together; nil for no bound.
  private let rate: Double?
  private let sender: any OutboxSender
  private let environment: Environment
  /// Leased and not handed over yet.
  private var waiting: ArraySlice<OutboxMessage> = []
  /// When the first of the waiting mails may go, where its place in the rate is reserved.
  private var slot: Timestamp?
  private var leased = 0
  private var isQueueEmpty = false
  /// Ended and not recorded yet.
  private var ended: [FinishedMessage] = []
  private var firstEndedAt = Timestamp(milliseconds: 0)
  private var counts: [Invitation.Delivery: Int] = [:]

  /// How many messages are leased at once: so many wait for one lease to run out if this process is killed.
  private static let batch = 100
  /// How many ends are written together (or as many more as end at once), and how long the first of them waits for that:
  /// if this process is killed meanwhile, those go out twice.
  private static let group = 16
  private static let delay = Duration.milliseconds(30)
  /// How long the sender is waited for before the next look at what is due.
  private static let pause = Duration.milliseconds(20)

  init(limit: Int, rate: Double?, sender: any OutboxSender, _ environment: Environment) {
    self.limit = limit
    self.rate = rate
    self.sender = sender
    self.environment = environment
  }

  /// Sends until no message is due or the time is over.
  /// - Returns: how many messages ended as what.
  func run() throws(Problem) -> [Invitation.Delivery: Int] {
    do throws(Problem) {
      try drain()
    } catch {
      // What the relay has taken by now must not go out again for want of a line in the database.
      collect(waitingAtMost: .zero)
      try finish()
      throw error
    }
    try finish()
    return counts
  }

  private func drain() throws(Problem) {
    while true {
      let pause = try handOver()
      // What was started is said to the relay before what has ended is written to the disk: both take a while.
      let hasCapacityAgain = collect(waitingAtMost: .zero)
      try recordIfDue()
      if hasCapacityAgain { continue }
      if !sender.isIdle {
        collect(waitingAtMost: pause ?? Self.pause)
      } else if let pause {
        environment.pause(pause)
      } else {
        return
      }
    }
  }

  /// Hands messages over until the sender is full, none is due, or the next one may not go yet.
  /// - Returns: how long to wait before the next try; nil where there is nothing left to hand over.
  private func handOver() throws(Problem) -> Duration? {
    while sender.capacity > 0 {
      guard environment.hasTimeToSend else { return nil }
      if waiting.isEmpty { try lease() }
      guard let message = waiting.first else { return nil }
      if message.kind.isMail, let rate {
        guard let start = try slot(rate) else { return nil }
        let timestamp = environment.clock()
        guard start <= timestamp else { return min(Self.pause, start - timestamp) }
        slot = nil
      }
      waiting.removeFirst()
      if try environment.isStillWanted(message) { sender.start(message) }
    }
    return Self.pause
  }

  /// Takes from the sender what has ended.
  /// - Returns: whether anything has.
  @discardableResult
  private func collect(waitingAtMost timeout: Duration) -> Bool {
    let finished = sender.finished(waitingAtMost: timeout)
    if ended.isEmpty, !finished.isEmpty { firstEndedAt = environment.clock() }
    ended += finished
    return !finished.isEmpty
  }

  private func recordIfDue() throws(Problem) {
    guard !ended.isEmpty else { return }
    if ended.count >= Self.group || firstEndedAt + Self.delay <= environment.clock() { try record() }
  }

  private func record() throws(Problem) {
    if ended.isEmpty { return }
    let deliveries = try environment.store.sweep { (rows) throws(Problem) in
      try ended.map { (each) throws(Problem) in try environment.record(each.attempt, of: each.message, rows) }
    }
    for delivery in deliveries { counts[delivery, default: 0] += 1 }
    ended = []
  }

  /// Records what has ended, and gives back what was not tried.
  private func finish() throws(Problem) {
    try record()
    try environment.giveBack(waiting)
    waiting = []
  }

  /// Leases a batch that is due. Whether a message is still worth sending is looked at when it goes.
  private func lease() throws(Problem) {
    let size = min(Self.batch, limit - leased, affordable())
    if isQueueEmpty || size == 0 { return }
    waiting = try environment.store.sweep { (rows) throws(Problem) in
      try rows.leaseMail(now: environment.clock(), until: environment.leaseEnd, limit: size)[...]
    }
    leased += waiting.count
    isQueueEmpty = waiting.count < size
  }

  /// The place of the next mail in the rate that all processes share; nil where there is none before the time is over.
  private func slot(_ rate: Double) throws(Problem) -> Timestamp? {
    if let slot { return slot }
    let timestamp = environment.clock()
    let end = timestamp + environment.sendingEnd.remaining
    slot = try environment.store.write { (rows) throws(Problem) in
      try rows.reservePlace(of: "mail", rate: rate, now: timestamp, before: end)
    }
    return slot
  }

  /// How many mails the rate lets go before the time is over.
  private func affordable() -> Int {
    guard let rate else { return Self.batch }
    return max(1, Int(Double(environment.deadline.remaining.wholeMilliseconds) / 1000 * rate))
  }
}
