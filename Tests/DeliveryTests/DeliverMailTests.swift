// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage
import TestSupport
import Testing

@testable import Delivery
@testable import Functions

@Suite("Delivering queued mail") struct DeliverMailTests {
  private let outbox: OutboxFixture

  init() throws { outbox = try OutboxFixture() }

  private func deliver(_ courier: any Courier, at now: Timestamp = .t0, limit: Int = 100) throws -> JSON {
    let environment = Environment.test(
      now: now, clock: { now }, random: fixedRandom(), store: outbox.store, courier: courier)
    return try DeliverMail.answer(
      try DeliverMail.event(from: Fields(["limit": JSON(limit)])), .fixture("deliver-mail"), environment
    ).json
  }

  @Test func `due mails are sent once, up to the limit`() throws {
    try outbox.insert((1...45).map { "m\($0)" })
    let courier = TestCourier()
    #expect(try deliver(courier, limit: 30) == ["sent": 30, "retried": 0, "failed": 0, "unknown": 0, "more": true])
    #expect(try deliver(courier) == ["sent": 15, "retried": 0, "failed": 0, "unknown": 0, "more": false])
    #expect(Set(courier.mails.map(\.id)).count == 45)
    #expect(try deliver(courier)["sent"] == 0)
  }

  @Test(
    "A mail with an invalid invitation is not sent",
    arguments: [Invitation.Status.accepted, .revoked, .expired, .declined])
  func unwanted(_ status: Invitation.Status) throws {
    for kind in OutboxMessage.Kind.allCases { try outbox.insert(kind.rawValue, kind: kind) }
    try outbox.store.write { (transaction) throws(Problem) in
      switch status {
      case .accepted: try transaction.invitations.markAccepted("i1", at: .t0)
      case .revoked: try transaction.invitations.markRevoked("i1")
      case .declined: try transaction.invitations.markDeclined("i1", because: nil, at: .t0)
      default: _ = try transaction.invitations.expireOverdue(now: .t0 + .days(60), limit: 1)
      }
    }
    let courier = TestCourier()
    _ = try deliver(courier)
    // A push message needs a session, and there is none.
    let unwanted: Set<OutboxMessage.Kind> = [.invitation, .resentInvitation, .reminder, .invitationSMS, .push]
    #expect(Set(courier.mails.map(\.kind)) == Set(OutboxMessage.Kind.allCases).subtracting(unwanted))
  }

  @Test func `an expired mail is not sent`() throws {
    try outbox.insert("m", kind: .invitationAccepted, expiresAt: .t0)
    let courier = TestCourier()
    #expect(try deliver(courier)["more"] == false)
    #expect(courier.mails.isEmpty)
  }

  @Test func `a retried mail is not tried twice in one run`() throws {
    try outbox.insert("m")
    let courier = TestCourier(.retry("busy", after: nil))
    #expect(try deliver(courier)["retried"] == 1)
    #expect(courier.mails.count == 1)
  }

  @Test func `a mail that cannot be rendered does not block the others`() throws {
    try outbox.insert("a-bad", "m1", "m2", "m3")
    let sent = try? deliver(OneBadMail())["sent"]
    #expect(sent == 3)
  }

  private final class OneBadMail: Courier {
    func check() throws(Problem) {}

    func send(
      _ mail: OutboxMessage, avoiding relays: Set<String>, by deadline: Deadline, tokens: ServiceTokens
    ) throws(Problem) -> FinishedMessage {
      if mail.id == "a-bad" { throw .bug("a queued mail's recipient is no address") }
      return FinishedMessage(mail, .sent(id: nil))
    }
  }
}
