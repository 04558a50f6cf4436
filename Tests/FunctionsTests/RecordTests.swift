// SPDX-License-Identifier: Apache-2.0

import Domain
import TestSupport
import Testing

@testable import Functions
@testable import Storage

@Suite("The result of a mail") struct RecordTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store("test.db")
    try store.write { (transaction) throws(Problem) in try transaction.insertInvitation(.fixture(delivery: .queued)) }
  }

  private static let clock = Timestamp.t0 + .seconds(3)

  private func insert(_ kind: OutboxMessage.Kind = .invitation, attempts: Int = 0, unknownAttempts: Int = 0) throws {
    let mail = OutboxMessage(
      id: "m", kind: kind, invitationID: "i1", locale: "en", recipient: "kim@example.com", sealedValues: "sealed",
      state: .queued, attempts: attempts, unknownAttempts: unknownAttempts, dueAt: .t0, expiresAt: .t0 + .days(30),
      createdAt: .t0)
    try store.write { (transaction) throws(Problem) in try transaction.outbox.insert(mail) }
  }

  /// Leases the mail and stores a result.
  @discardableResult
  private func attempt(
    _ outcome: DeliveryAttempt, random: UInt8 = 0, clock: Timestamp = Self.clock
  ) throws -> OutboxMessage.Delivery {
    let environment = Environment.test(
      clock: { clock }, random: { count in .init(repeating: random, count: count) }, store: store,
      courier: TestCourier())
    return try environment.write(.fixture()) { (decision) throws(Problem) in
      let leased = try decision.tables.outbox.lease(now: .t0 + .days(29), until: .t0 + .days(30), limit: 1)
      guard let mail = leased.first else { throw .bug("there is no mail to lease") }
      return try decision.deliveries.record(outcome, of: mail)
    }
  }

  private func row() throws -> (state: String, attempts: Int, unknownAttempts: Int, wait: Duration, isSealed: Bool) {
    try store.read { (transaction) throws(Problem) in
      let row = try transaction.query("SELECT * FROM outbox WHERE id = 'm'")[0]
      return (
        try row.text("state"), try row.integer("attempts"), try row.integer("doubts"),
        try row.timestamp("due_at") - Self.clock, try row.optionalText("sealed_values") == "sealed"
      )
    }
  }

  private var delivery: OutboxMessage.Delivery? {
    get throws {
      try store.read { (transaction) throws(Problem) in try transaction.invitations.find(id: "i1") }?.delivery
    }
  }

  @Test(
    "A mail that ends keeps its secrets only if it can be sent again",
    arguments: [
      (.sent(id: "v"), .sent), (.sent(id: nil), .sent), (.refused("no"), .failed),
      (.bounced(.content, "SMTP reply 554", text: "554 no"), .bounced),
    ] as [(DeliveryAttempt, OutboxMessage.Delivery)])
  func ended(_ outcome: DeliveryAttempt, _ expected: OutboxMessage.Delivery) throws {
    try insert()
    #expect(try attempt(outcome) == expected)
    #expect(try row().state == (expected == .sent ? "sent" : "failed"))
    #expect(try row().isSealed == (expected != .sent))
    #expect(try delivery == expected)
  }

  @Test func `a mail is tried for five days, however often`() throws {
    try insert(attempts: 40)
    #expect(try attempt(.retry("busy", after: nil)) == .queued)
    #expect(try row().wait == .hours(1))
    #expect(try attempt(.retry("busy", after: nil), clock: .t0 + .hours(119)) == .queued)
    #expect(try attempt(.retry("busy", after: nil), clock: .t0 + .hours(120)) == .failed)
    #expect(try row().state == "failed" && row().isSealed)
    #expect(try delivery == .failed)
  }

  @Test func `a failure of the relay uses up no attempt, and the mail waits behind the others`() throws {
    try insert()
    for _ in 0..<20 {
      #expect(try attempt(.relayFailure("SMTP reply 421", after: .seconds(900))) == .queued)
      #expect(try row().attempts == 0 && row().wait == .seconds(900) && row().isSealed)
    }
  }

  @Test func `the eighth temporary failure of a webhook is the last`() throws {
    try insert(.webhook)
    for number in 1...7 {
      #expect(try attempt(.retry("busy", after: nil)) == .queued)
      let row = try row()
      #expect(row.state == "queued" && row.attempts == number && row.isSealed)
      #expect(row.wait == .seconds(20 << (number - 1)), "attempt \(number)")
    }
    #expect(try attempt(.retry("busy", after: nil)) == .failed)
    #expect(try row().state == "failed" && !row().isSealed)
  }

  @Test func `a random quarter is added to a delay`() throws {
    try insert()
    try attempt(.retry("busy", after: nil), random: 255)
    #expect(try row().wait == .milliseconds(24_999))
    try attempt(.retry("busy", after: nil), random: 128)
    #expect(try row().wait > .milliseconds(45_000) && row().wait < .milliseconds(45_050))
  }

  @Test func `a relay's retry time is respected`() throws {
    try insert()
    try attempt(.retry("busy", after: .seconds(300)))
    #expect(try row().wait == .seconds(300))
    try attempt(.retry("busy", after: .seconds(1)))
    #expect(try row().wait == .seconds(40))
  }

  @Test func `an unknown outcome is retried once, and then stays unknown`() throws {
    try insert()
    #expect(try attempt(.unknown("broke off")) == .queued)
    #expect(try row().state == "queued" && row().unknownAttempts == 1 && row().wait == .seconds(20))
    #expect(try attempt(.unknown("broke off")) == .unknown)
    #expect(try row().state == "unknown" && !row().isSealed)
    #expect(try delivery == .unknown)
  }

  @Test func `an unknown outcome is remembered after a temporary failure`() throws {
    try insert()
    try attempt(.unknown("broke off"))
    #expect(try attempt(.retry("busy", after: nil)) == .queued)
    #expect(try row().unknownAttempts == 1)
    #expect(try attempt(.unknown("broke off")) == .unknown)
  }

  @Test func `after an unknown outcome a mail may still be sent`() throws {
    try insert()
    try attempt(.unknown("broke off"))
    #expect(try attempt(.sent(id: "v")) == .sent)
    #expect(try delivery == .sent)
  }

  @Test func `a mail that waits for the operator waits a minute without using an attempt`() throws {
    try insert(attempts: 7)
    for _ in 0..<20 {
      #expect(try attempt(.waitForOperator("login refused")) == .queued)
      #expect(try row().attempts == 7 && row().wait == .minutes(1) && row().isSealed)
    }
  }

  @Test(
    "A mail to the inviter does not change the invitation's delivery",
    arguments: [.sent(id: nil), .refused("no"), .retry("busy", after: nil)] as [DeliveryAttempt])
  func acceptance(_ outcome: DeliveryAttempt) throws {
    try store.write { (transaction) throws(Problem) in try transaction.invitations.setDelivery(.delivered, of: "i1") }
    try insert(.invitationAccepted)
    try attempt(outcome)
    #expect(try delivery == .delivered)
  }

  @Test func `a process that is too late does not change the result of another`() throws {
    try insert()
    let environment = Environment.test(
      clock: { Self.clock }, random: { count in .init(repeating: 0, count: count) }, store: store,
      courier: TestCourier())
    let stale = try store.write { (transaction) throws(Problem) in
      try transaction.outbox.lease(now: .t0, until: .t0, limit: 1)[0]
    }
    try attempt(.sent(id: "v"))
    try environment.write(.fixture()) { (decision) throws(Problem) in
      _ = try decision.deliveries.record(.retry("busy", after: nil), of: stale)
    }
    #expect(try row().state == "sent")
    let seen = try delivery
    #expect(seen == .sent)
  }
}
