// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// Sends queued messages: those whose first attempt failed, and those that no caller waits for.
package enum DeliverMail: Function {
  package static let name = "deliver-mail"

  package struct Event {
    let limit: Int
  }

  package struct Output: FunctionOutput {
    /// The number of messages by delivery state.
    let counts: [OutboxMessage.Delivery: Int]
    /// Whether more messages are due.
    let more: Bool

    package var json: JSON {
      [
        "sent": JSON(counts[.sent] ?? 0), "retried": JSON(counts[.queued] ?? 0),
        "failed": JSON((counts[.failed] ?? 0) + (counts[.bounced] ?? 0)),
        "unknown": JSON(counts[.unknown] ?? 0), "more": .bool(more),
      ]
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(limit: data.optionalInteger("limit") ?? 1000)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let courier = try environment.courier.require()
    // An error that would occur while results are stored occurs here, before a mail is sent.
    try courier.check()
    let rate = try courier.rate
    let sender = try courier.sender(
      timeout: Deliveries.timeout, by: environment.clock.deadline.sendingEnd, tokens: ServiceTokens(environment))
    let drain = OutboxDrain(
      limit: event.limit, rate: rate, relays: try courier.relayNames, sender: sender, call, environment)
    let counts = try drain.run()
    let more = try environment.store.read { (transaction) throws(Problem) in
      try transaction.outbox.hasDueMessages(now: environment.clock(), withMails: drain.canSendMails)
    }
    return .answered(Output(counts: counts, more: more))
  }
}
