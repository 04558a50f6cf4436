// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The messages that this process has leased, and no other one sends: what is read and stored about them between their
/// attempts.
package struct LeasedMessages {
  let call: Call
  let environment: Environment

  package init(_ call: Call, _ environment: Environment) { (self.call, self.environment) = (call, environment) }

  /// When a lease that begins now ends.
  package var end: Timestamp { environment.clock() + environment.clock.deadline.leaseTime }

  /// A message with the address of its device, if it is a push message.
  /// - Returns: nil if the device's session has ended or has no token any more. The message is then cancelled.
  package func addressed(_ message: OutboxMessage) throws(Problem) -> OutboxMessage? {
    guard message.kind == .push else { return message }
    var addressed = message
    addressed.pushAddress = try environment.store.read { (transaction) throws(Problem) in
      try transaction.pushAddresses.find(ofSession: message.recipient, now: environment.clock())
    }
    if addressed.pushAddress != nil { return addressed }
    try environment.store.write { (transaction) throws(Problem) in
      _ = try transaction.outbox.end(message.id, as: .cancelled, at: environment.now)
    }
    return nil
  }

  /// Releases messages that were not tried. Their attempts are not used up, and they are due now.
  /// - Parameter failure: why they were not tried; nil if there was no time.
  package func release(_ messages: some Collection<OutboxMessage>, because failure: String? = nil) throws(Problem) {
    if messages.isEmpty { return }
    try environment.store.write { (transaction) throws(Problem) in
      for message in messages {
        var again = message
        again.attempts -= 1
        try transaction.outbox.requeue(
          again, dueAt: environment.clock(), failure: failure ?? "there was no time to try it")
      }
    }
  }
}
