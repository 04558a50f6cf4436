// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// A platform that delivers events to a process, one after the other.
protocol EventQueue {
  associatedtype Event

  /// Waits for the next event without a time limit, and prepares its interruption. Nil if the process should end.
  func next() throws(Problem) -> Event?

  /// The time limit of an event.
  func time(for event: Event) throws(Problem) -> Duration

  /// Executes an event by the service's deadline, and delivers its answer. Whether the process can answer another
  /// event.
  func answer(_ event: Event) throws(Problem) -> Bool
}

extension Service {
  /// Answers the events of a queue and ends the process. The policy, the messages, the database and the libraries are
  /// kept between events. Each event has its own deadline, environment and execution.
  func answer(_ queue: some EventQueue) throws(Problem) -> Never {
    Interruption.disarm()
    while let event = try queue.next() {
      deadline.extend(to: Interruption.arm(try queue.time(for: event)))
      let canContinue = try queue.answer(event)
      Interruption.disarm()
      guard canContinue else { break }
    }
    end()
  }
}
