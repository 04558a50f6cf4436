// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Testing

@testable import Delivery

@Suite("Sending over several connections") struct ConcurrentSenderTests {
  /// A message, and the replies of its relays or of its receiver, in order.
  private struct Replies {
    let kind: OutboxMessage.Kind
    let attempts: [(name: String, attempt: DeliveryAttempt)]

    init(_ kind: OutboxMessage.Kind, _ attempts: (name: String, attempt: DeliveryAttempt)...) {
      (self.kind, self.attempts) = (kind, attempts)
    }
  }

  /// Sends messages one after the other.
  /// - Returns: the relay whose connections are reduced afterwards.
  private func reduction(after messages: Replies...) throws -> String? {
    var attempts: [(name: String, attempt: DeliveryAttempt)] = []
    let sender = try ConcurrentSender(connections: 8, timeout: .seconds(10), deadline: Deadline(in: .seconds(30))) {
      (_, _) throws(Problem) in
      attempts.map { name, attempt in
        Route(name: name, prepare: { _ in nil }, attempt: { _ in attempt }, send: { _, _ in attempt })
      }
    }
    let start = Timestamp(milliseconds: 1_795_268_220_000)
    for message in messages {
      attempts = message.attempts
      sender.start(
        OutboxMessage(
          id: "m", kind: message.kind, invitationID: nil, locale: "en", recipient: "kim@example.com", sealedValues: "",
          state: .leased, attempts: 1, dueAt: start, expiresAt: start + .days(1), createdAt: start), avoiding: [])
      while !sender.isIdle { _ = sender.finished(waitingAtMost: .zero) }
    }
    return sender.reduction?.relay
  }

  private let busy = DeliveryAttempt.relayBusy("421 Too many connections")

  @Test func `a relay that accepts a mail and refuses a connection gets fewer`() throws {
    let name = try reduction(
      after: Replies(.signInCode, ("relay", .sent(id: nil))), Replies(.signInCode, ("relay", busy)))
    #expect(name == "relay")
  }

  @Test func `a relay that refuses every connection is out of service, whatever a receiver of webhooks accepts`() throws
  {
    let webhook = Replies(.webhook, ("webhook", .sent(id: nil)))
    #expect(try reduction(after: webhook, Replies(.signInCode, ("relay", busy)), webhook) == nil)
  }

  @Test func `a relay that refuses every connection is out of service, whatever another relay accepts`() throws {
    let other = (name: "other", attempt: DeliveryAttempt.sent(id: nil))
    let mail = Replies(.signInCode, ("relay", busy), other)
    #expect(try reduction(after: Replies(.signInCode, other), mail, mail) == nil)
  }
}
