// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// What a courier gets when it asks for another mail.
public enum NextMail {
  case mail(OutboxMessage)
  /// There is one, but the relay's pace does not let it go yet.
  case later(Duration)
  case none
}

/// One run over the queue: takes mails in batches, gives them out one by one, and writes how they ended in groups,
/// since a commit costs more than a mail.
final class OutboxDrain {
  private let limit: Int
  /// Mails a second, for all processes together; nil for no bound.
  private let rate: Double?
  private let environment: Environment
  private var waiting: ArraySlice<OutboxMessage> = []
  /// When the next of the waiting mails may go, where its place in the pace is reserved.
  private var slot: Timestamp?
  private var taken = 0
  private var isDrained = false
  private var ended: [(mail: OutboxMessage, attempt: DeliveryAttempt)] = []
  private var firstEndedAt = Timestamp(milliseconds: 0)
  private(set) var counts: [Invitation.Delivery: Int] = [:]

  /// How many mails are taken at once: so many wait for one lease to run out if this process is killed.
  private static let batch = 100
  /// How many ends are written together (or as many more as end at once), and how long the first of them waits for that:
  /// if this process is killed meanwhile, those go out twice.
  private static let group = 16
  private static let delay = Duration.milliseconds(30)

  init(limit: Int, rate: Double?, _ environment: Environment) {
    self.limit = limit
    self.rate = rate
    self.environment = environment
  }

  /// The next mail to send; it is this process's until its lease ends.
  func next() throws(Problem) -> NextMail {
    while environment.hasTimeToSend {
      if waiting.isEmpty { try take() }
      guard let mail = waiting.first else { return .none }
      if mail.kind.isMail, let rate {
        guard let start = try slot(rate) else { return .none }
        let timestamp = environment.clock()
        guard start <= timestamp else { return .later(start - timestamp) }
        slot = nil
      }
      waiting.removeFirst()
      guard try environment.isStillWanted(mail) else { continue }
      return .mail(mail)
    }
    return .none
  }

  func note(_ mail: OutboxMessage, _ attempt: DeliveryAttempt) {
    if ended.isEmpty { firstEndedAt = environment.clock() }
    ended.append((mail, attempt))
  }

  func settleIfDue() throws(Problem) {
    guard !ended.isEmpty else { return }
    if ended.count >= Self.group || firstEndedAt + Self.delay <= environment.clock() { try settle() }
  }

  /// Writes what has ended, and gives back what was not tried.
  func finish() throws(Problem) {
    try settle()
    try environment.giveBack(waiting)
    waiting = []
  }

  private func settle() throws(Problem) {
    if ended.isEmpty { return }
    let deliveries = try environment.store.sweep { (rows) throws(Problem) in
      try ended.map { (mail, attempt) throws(Problem) in try environment.record(attempt, of: mail, rows) }
    }
    for delivery in deliveries { counts[delivery, default: 0] += 1 }
    ended = []
  }

  /// Takes a batch that is due. Whether a mail is still worth sending is looked at when it goes.
  private func take() throws(Problem) {
    let size = min(Self.batch, limit - taken, affordable())
    if isDrained || size == 0 { return }
    waiting = try environment.store.sweep { (rows) throws(Problem) in
      try rows.leaseMail(now: environment.clock(), until: environment.leaseEnd, limit: size)[...]
    }
    taken += waiting.count
    isDrained = waiting.count < size
  }

  /// The place of the next mail in the pace that all processes share; nil where there is none before the time is over.
  private func slot(_ rate: Double) throws(Problem) -> Timestamp? {
    if let slot { return slot }
    let timestamp = environment.clock()
    let end = timestamp + environment.sendingEnd.remaining
    slot = try environment.store.write { (rows) throws(Problem) in
      try rows.reservePlace(of: "mail", rate: rate, now: timestamp, before: end)
    }
    return slot
  }

  /// How many mails the pace lets go before the time is over.
  private func affordable() -> Int {
    guard let rate else { return Self.batch }
    return max(1, Int(Double(environment.deadline.remaining.wholeMilliseconds) / 1000 * rate))
  }
}
