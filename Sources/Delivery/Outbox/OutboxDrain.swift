// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// One run over the outbox: leases messages that are due, passes them to the sender as it has capacity, and stores the
/// results in groups, because a commit costs more than a message.
final class OutboxDrain {
  private let limit: Int
  /// Mails per second, for all processes together; nil for no limit.
  private let rate: Double?
  private let sender: any OutboxSender
  private let call: Call
  private let environment: Environment
  private let leases: LeasedMessages
  /// The states of the relays. They are read with each message, in the same statement.
  private var health: RelayHealth
  /// Mails that were passed to the sender and have not finished.
  private var sending = 0
  /// Leased, but not passed to the sender yet.
  private var waiting: ArraySlice<OutboxMessage> = []
  /// The reserved send time of the first waiting mail; nil if none is reserved.
  private var slot: Timestamp?
  private var leased = 0
  /// When this process last looked for messages that go before the leased ones.
  private var lookedForFirst = Timestamp(milliseconds: 0)
  private var isQueueEmpty = false
  /// Whether nothing but mails is due, as far as this run has looked.
  private var hasOnlyMails = false
  /// Finished, but not stored yet.
  private var ended: [FinishedMessage] = []
  private var firstEndedAt = Timestamp(milliseconds: 0)
  private var counts: [OutboxMessage.Delivery: Int] = [:]

  /// The number of messages that are leased at once. If this process is killed, they wait until the lease ends.
  private static let batch = 100
  /// Results are stored when there are at least `group` of them, or `delay` after the first. If this process is killed
  /// before that, those messages are sent twice.
  private static let group = 16
  private static let delay = Duration.milliseconds(30)
  /// How often a batch, which a rate or a slow relay may stretch, is interrupted by messages that go first.
  private static let firstInterval = Duration.seconds(1)
  /// How long to wait for the sender before the next look at the queue.
  private static let pause = Duration.milliseconds(20)

  /// - Parameter relays: the names of the relays for mails.
  init(
    limit: Int, rate: Double?, relays: [String], sender: any OutboxSender, _ call: Call, _ environment: Environment
  ) {
    self.limit = limit
    self.rate = rate
    health = RelayHealth(names: relays)
    self.sender = sender
    self.call = call
    self.environment = environment
    leases = LeasedMessages(call, environment)
  }

  /// Whether mails can be sent: a relay accepts them, or may accept them again.
  var canSendMails: Bool { !health.areAllBlocked(at: environment.clock()) }

  /// Sends until no message is due, the time is over, or the process is to stop. Attempts that have begun then go on to
  /// their end.
  /// - Returns: the number of messages by delivery state.
  func run() throws(Problem) -> [OutboxMessage.Delivery: Int] {
    StopRequest.finishFirst()
    do throws(Problem) {
      try drain()
    } catch {
      // Messages that the relay has accepted must not be sent again only because their result is not stored.
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
      // Start new messages before the results are stored, because both the relay and the disk are slow.
      let hasCapacityAgain = collect(waitingAtMost: .zero)
      try recordIfDue()
      if hasCapacityAgain { continue }
      if !sender.isIdle {
        collect(waitingAtMost: pause ?? Self.pause)
      } else if let pause {
        environment.clock.pause(pause)
      } else {
        return
      }
    }
  }

  /// Passes messages to the sender until it is full, none is due, or the rate delays the next one.
  /// - Returns: how long to wait before the next call; nil if no message remains.
  private func handOver() throws(Problem) -> Duration? {
    while sender.capacity > 0 {
      guard !StopRequest.hasArrived, environment.clock.deadline.hasTime(toSendFor: sender.slowest) else { return nil }
      // One mail finds out whether the relay accepts mails again.
      let isProbing = health.isProbing(at: environment.clock())
      if isProbing, sending > 0 { return Self.pause }
      if waiting.isEmpty { try lease(isProbing ? 1 : Self.batch) } else { try leaseFirst() }
      guard let message = waiting.first else { return nil }
      if message.kind.isMail, !canSendMails {
        try releaseMails()
        continue
      }
      if message.kind.isMail, let rate {
        let (start, timestamp) = (try slot(rate), environment.clock())
        guard let start, start <= timestamp else {
          if try bringForwardOther() { continue }
          return start.map { min(Self.pause, $0 - timestamp) }
        }
        slot = nil
      }
      waiting.removeFirst()
      guard let relays = try leases.relays(ifSendable: message) else { continue }
      health.read(relays)
      guard let addressed = try leases.addressed(message) else { continue }
      if message.kind.isMail { sending += 1 }
      sender.start(addressed, avoiding: health.blocked(at: environment.clock()))
    }
    return Self.pause
  }

  /// Puts a message that is not a mail first, because the rate delays the mails.
  /// - Returns: false if there is none.
  private func bringForwardOther() throws(Problem) -> Bool {
    var index = waiting.firstIndex { !$0.kind.isMail }
    if index == nil, !hasOnlyMails {
      try leaseOthers()
      index = waiting.firstIndex { !$0.kind.isMail }
    }
    guard let index else { return false }
    waiting.insert(waiting.remove(at: index), at: waiting.startIndex)
    return true
  }

  /// Collects the finished messages of the sender.
  /// - Returns: whether there were any.
  @discardableResult
  private func collect(waitingAtMost timeout: Duration) -> Bool {
    let finished = sender.finished(waitingAtMost: timeout)
    if ended.isEmpty, !finished.isEmpty { firstEndedAt = environment.clock() }
    ended += finished
    sending -= finished.count { $0.message.kind.isMail }
    return !finished.isEmpty
  }

  private func recordIfDue() throws(Problem) {
    guard !ended.isEmpty else { return }
    // Apple gives a refresh token once.
    let hasToken = ended.contains { if case .exchanged = $0.attempt { true } else { false } }
    // While a relay fails, each further mail would be tried in vain.
    let hasFailure = ended.contains { !$0.failures.isEmpty }
    if ended.count >= Self.group || hasToken || hasFailure || firstEndedAt + Self.delay <= environment.clock() {
      try record()
    }
  }

  private func record() throws(Problem) {
    if ended.isEmpty { return }
    do throws(Problem) { try store(ended) } catch {
      guard ended.count > 1, error.code != .unavailable else { throw error }
      // One result that cannot be stored must not undo the others, because their mails would be sent again.
      for each in ended { try? store([each]) }
      ended = []
      throw error
    }
    ended = []
  }

  private func store(_ results: [FinishedMessage]) throws(Problem) {
    let recorded = try environment.sweep(call) { (decision) throws(Problem) in
      try decision.deliveries.record(results, health)
    }
    health = recorded.health
    for delivery in recorded.deliveries { counts[delivery, default: 0] += 1 }
  }

  /// Stores the results, and releases the messages that were not tried.
  private func finish() throws(Problem) {
    try record()
    try leases.release(waiting)
    waiting = []
    try storeReduction()
    if !canSendMails, !StopRequest.hasArrived { try giveUpOverdueMails() }
  }

  /// Releases the leased mails, because no relay accepts mails now.
  private func releaseMails() throws(Problem) {
    let mails = waiting.filter(\.kind.isMail)
    try leases.release(mails, because: health.reason ?? "no relay can be tried now")
    waiting = waiting.filter { !$0.kind.isMail }[...]
    slot = nil
    isQueueEmpty = false
  }

  /// Stores how many connections a relay takes, if it has refused more.
  private func storeReduction() throws(Problem) {
    guard let (relay, connections) = sender.reduction else { return }
    try environment.store.write { (transaction) throws(Problem) in
      var state = try transaction.relays.relay(relay) ?? RelayState(relay)
      (state.connections, state.limitedAt) = (connections, environment.clock())
      try transaction.relays.store(state)
    }
  }

  /// Ends mails that have waited for a relay too long, or whose content has ended.
  private func giveUpOverdueMails() throws(Problem) {
    let courier = try environment.courier.require()
    let start = environment.clock() - (try courier.retryTime)
    let mails = try environment.store.sweep { (transaction) throws(Problem) in
      try transaction.outbox.leaseOverdue(
        now: environment.clock(), queuedBefore: start, until: leases.end, limit: Self.batch)
    }
    for mail in mails {
      guard try leases.relays(ifSendable: mail) != nil else { continue }
      let delivery = try environment.write(call) { (decision) throws(Problem) in
        let reason = health.reason ?? "no relay can be tried now"
        return try decision.deliveries.record(.relayFailure(reason, after: nil), of: mail)
      }
      counts[delivery, default: 0] += 1
    }
    if mails.count == Self.batch, environment.clock.deadline.hasTimeToSend { try giveUpOverdueMails() }
  }

  /// Leases a batch of due messages. `LeasedMessages` checks each of them before it is sent.
  private func lease(_ batch: Int) throws(Problem) {
    let size = min(batch, limit - leased, rateAllowance())
    if isQueueEmpty || size == 0 { return }
    let isFirst = leased == 0
    var health = health
    waiting = try environment.store.sweep { (transaction) throws(Problem) in
      if isFirst { health.read(try transaction.relays.all()) }
      let timestamp = environment.clock()
      let limit = health.isProbing(at: timestamp) ? 1 : size
      return try transaction.outbox.lease(
        now: timestamp, until: leases.end, limit: limit, withMails: !health.areAllBlocked(at: timestamp))[...]
    }
    self.health = health
    if isFirst, let connections = health.connections(at: environment.clock()) { sender.limit(to: connections) }
    leased += waiting.count
    lookedForFirst = environment.clock()
    // While probing, only one mail is leased, so one is a full batch.
    isQueueEmpty = waiting.count < (health.isProbing(at: environment.clock()) ? 1 : size)
  }

  /// Puts messages that go first, and have come since the batch was leased, before the rest of it.
  private func leaseFirst() throws(Problem) {
    let timestamp = environment.clock()
    let size = min(Self.batch, limit - leased)
    guard timestamp >= lookedForFirst + Self.firstInterval, size > 0 else { return }
    lookedForFirst = timestamp
    let first = try environment.store.sweep { (transaction) throws(Problem) in
      try transaction.outbox.leaseFirst(now: timestamp, until: leases.end, limit: size, withMails: canSendMails)
    }
    waiting.insert(contentsOf: first, at: waiting.startIndex)
    leased += first.count
  }

  /// Leases a batch of what is due and not a mail.
  private func leaseOthers() throws(Problem) {
    let size = min(Self.batch, limit - leased)
    guard size > 0 else { return }
    let others = try environment.store.sweep { (transaction) throws(Problem) in
      try transaction.outbox.lease(now: environment.clock(), until: leases.end, limit: size, withMails: false)
    }
    waiting += others
    leased += others.count
    hasOnlyMails = others.count < size
  }

  /// The send time of the next mail in the rate that all processes share; nil if it is after the deadline.
  private func slot(_ rate: Double) throws(Problem) -> Timestamp? {
    if let slot { return slot }
    let timestamp = environment.clock()
    let end = timestamp + environment.clock.deadline.sendingEnd.remaining
    slot = try environment.store.write { (transaction) throws(Problem) in
      try transaction.relays.reserveSlot(of: "mail", rate: rate, now: timestamp, before: end)
    }
    return slot
  }

  /// The number of mails that the rate allows before the deadline.
  private func rateAllowance() -> Int {
    guard let rate else { return Self.batch }
    return max(1, Int(Double(environment.clock.deadline.remaining.wholeMilliseconds) / 1000 * rate))
  }
}
