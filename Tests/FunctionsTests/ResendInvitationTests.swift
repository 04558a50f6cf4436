// SPDX-License-Identifier: Apache-2.0

import Delivery
import Domain
import Identity
import Storage
import TestSupport
import Testing

@testable import Functions

@Suite("Sending an invitation again") struct ResendInvitationTests {
  @Test(
    "A pending or expired invitation gets a new expiry, and uses the requested channel",
    arguments: [
      Invitation.fixture(), .fixture(status: .expired), .fixture(status: .declined),
      .fixture(expiresAt: .t0 - .days(1)),
      .fixture(delivery: .failed), .fixture(channel: .link, delivery: nil), .fixture(channel: .sms),
    ], Invitation.Channel.allCases)
  func renewed(_ invitation: Invitation, _ channel: Invitation.Channel) throws {
    let renewed = try ResendInvitation.renewed(invitation, by: channel, days: 14, now: .t0)
    var expected = invitation
    expected.storedStatus = .pending
    expected.channel = channel
    expected.delivery = channel == .link ? nil : .queued
    expected.sentAt = .t0
    expected.expiresAt = InvitationTerm.end(sentAt: .t0, days: 14)
    expected.resendCount = 1
    #expect(renewed == expected)
    #expect(try ResendInvitation.renewed(renewed, by: channel, days: 14, now: .t0).resendCount == 2)
  }

  @Test("Any other invitation is not pending", arguments: [Invitation.Status.accepted, .revoked])
  func notPending(_ status: Invitation.Status) {
    for expiresAt in [Timestamp.t0 + .days(1), .t0 - .days(1)] {
      let invitation = Invitation.fixture(status: status, expiresAt: expiresAt)
      #expect(code { try ResendInvitation.renewed(invitation, by: .mail, days: 14, now: .t0) } == .invitationNotPending)
    }
  }

  /// An inviter with a mail that another process has leased.
  private func environment(_ folder: TemporaryFolder, _ courier: TestCourier, now: Timestamp) throws -> Environment {
    let store = folder.store("test.db")
    try store.write { (transaction) throws(Problem) in
      guard try transaction.accounts.find(id: "inviter") == nil else { return }
      try transaction.insertInvitation()
      try transaction.sessions.insert(Session.fixture(of: "inviter"))
      let mail = OutboxMessage(
        id: "old", kind: .invitation, invitationID: "i1", locale: "en", recipient: "kim@example.com",
        sealedValues: "", state: .leased, attempts: 1, dueAt: .t0 + .seconds(15), expiresAt: .t0 + .days(30),
        createdAt: .t0)
      try transaction.outbox.insert(mail)
    }
    return .test(
      now: now, clock: { now }, random: fixedRandom(), newID: ids("n\(now.milliseconds)-"), store: store,
      secret: .fixture, messages: .fixture, courier: courier)
  }

  private func resend(_ environment: Environment, event id: String? = nil) throws -> JSON {
    let inviter = Account.fixture("inviter", email: "ada@example.com", role: "admin")
    return try ResendInvitation.answer(
      try ResendInvitation.event(from: Fields(["invitationId": "i1"])),
      .fixture("resend-invitation", caller: inviter, event: id), environment
    ).json
  }

  @Test func `the new mail is sent, and the answer reports it`() throws {
    let folder = try TemporaryFolder()
    let courier = TestCourier()
    let answer = try resend(try environment(folder, courier, now: .t0))
    #expect(answer["invitation"]?["delivery"] == "sent" && answer["invitation"]?["resendCount"] == 1)
    #expect(answer["message"] == "resent kim@example.com")
    #expect(courier.mails.map(\.kind) == [.resentInvitation])
    #expect(
      code {
        try folder.store("test.db").read { (transaction) throws(Problem) in
          try transaction.invitations.find(codeHash: "code")
        }
      }
        == .invitationSuperseded)
  }

  @Test func `the same event again has the same answer and sends nothing`() throws {
    let folder = try TemporaryFolder()
    let courier = TestCourier()
    let first = try resend(try environment(folder, courier, now: .t0), event: "e1")
    let second = try resend(try environment(folder, courier, now: .t0 + .seconds(60)), event: "e1")
    #expect(second == first)
    #expect(courier.mails.count == 1)
  }

  @Test func `a mail with the old code is not sent any more, even if another process had taken it`() throws {
    let folder = try TemporaryFolder()
    let courier = TestCourier()
    _ = try resend(try environment(folder, courier, now: .t0))
    let later = try environment(folder, courier, now: .t0 + .minutes(5))
    _ = try DeliverMail.answer(try DeliverMail.event(from: Fields([:])), .fixture("deliver-mail"), later)
    #expect(courier.mails.map(\.kind) == [.resentInvitation])
  }
}
