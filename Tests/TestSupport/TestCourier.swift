// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// A relay that returns a fixed result and records its mails.
package final class TestCourier: Courier {
  package private(set) var mails: [OutboxMessage] = []
  package var outcome: DeliveryAttempt

  package init(_ outcome: DeliveryAttempt = .sent(id: "v1")) { self.outcome = outcome }

  package func check() throws(Problem) {}

  package func send(
    _ mail: OutboxMessage, avoiding relays: Set<String>, by deadline: Deadline, tokens: ServiceTokens
  ) throws(Problem) -> FinishedMessage {
    mails.append(mail)
    return FinishedMessage(mail, outcome)
  }
}

/// The defaults of test relays: no rate limit, and a sender that sends one message at a time.
extension Courier {
  package var rate: Double? { nil }

  package var relayNames: [String] { ["relay"] }

  package var retryTime: Duration { .hours(120) }

  package func check(_ kind: OutboxMessage.Kind, locales: [String?]) throws(Problem) {}

  package func sender(timeout: Duration, by deadline: Deadline, tokens: ServiceTokens) throws(Problem)
    -> any OutboxSender
  {
    OneByOneSender(self, by: deadline, tokens)
  }
}

private final class OneByOneSender: OutboxSender {
  let slowest = Duration.zero
  private let courier: any Courier
  private let deadline: Deadline
  private let tokens: ServiceTokens
  private var ended: [FinishedMessage] = []

  init(_ courier: any Courier, by deadline: Deadline, _ tokens: ServiceTokens) {
    self.tokens = tokens
    self.courier = courier
    self.deadline = deadline
  }

  var capacity: Int { ended.isEmpty ? 1 : 0 }
  var isIdle: Bool { ended.isEmpty }

  var reduction: (relay: String, connections: Int)? { nil }

  func limit(to connections: Int) {}

  func start(_ message: OutboxMessage, avoiding relays: Set<String>) {
    do throws(Problem) {
      ended.append(try courier.send(message, avoiding: relays, by: deadline, tokens: tokens))
    } catch {
      ended.append(FinishedMessage(message, .renderingFailed(error)))
    }
  }

  func finished(waitingAtMost timeout: Duration) -> [FinishedMessage] {
    defer { ended = [] }
    return ended
  }
}
