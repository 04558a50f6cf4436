// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A relay that could not or would not accept a mail, for a reason that is not about the mail.
package struct RelayFailure: Equatable, Sendable {
  /// The name of the relay.
  package let relay: String
  package let reason: String
  /// The time after which it may be tried again, if it said so.
  package let pause: Duration?

  package init(relay: String, reason: String, pause: Duration?) {
    (self.relay, self.reason, self.pause) = (relay, reason, pause)
  }
}

/// The states of the relays of this process, as its transactions have read them.
package struct RelayHealth {
  /// The names of the relays of `MAIL_URL`, in order.
  fileprivate let names: [String]
  fileprivate private(set) var states: [String: RelayState] = [:]

  package init(names: [String]) { self.names = names }

  /// Takes over what a transaction has read.
  package mutating func read(_ relays: [RelayState]) {
    states = Dictionary(relays.map { ($0.name, $0) }) { first, _ in first }
  }

  fileprivate mutating func set(_ relay: RelayState) { states[relay.name] = relay }

  /// The relays that are not to be tried now.
  package func blocked(at now: Timestamp) -> Set<String> {
    Set(names.filter { states[$0]?.isBlocked(at: now) ?? false })
  }

  /// Whether no relay is to be tried now, so mails have to wait.
  package func areAllBlocked(at now: Timestamp) -> Bool { !names.isEmpty && blocked(at: now).count == names.count }

  /// Whether each relay has failed, so a single mail finds out whether one accepts mails again.
  package func isProbing(at now: Timestamp) -> Bool {
    !names.isEmpty && names.allSatisfy { states[$0]?.since != nil } && !areAllBlocked(at: now)
  }

  /// Why mails wait.
  package var reason: String? { names.compactMap { name in states[name]?.reason }.last }

  /// How many connections the first relay takes; nil for as many as configured.
  package func connections(at now: Timestamp) -> Int? { names.first.flatMap { states[$0]?.connections(at: now) } }
}

extension Deliveries {
  /// Stores what an attempt has shown about relays. In the ordinary case, when relays without a state accept mails, it
  /// runs no statement.
  func note(_ message: FinishedMessage, _ health: inout RelayHealth) throws(Problem) {
    let timestamp = decision.environment.clock()
    for failure in message.failures {
      var state = try decision.tables.relays.relay(failure.relay) ?? RelayState(failure.relay)
      state.fail(failure.reason, at: timestamp, pause: failure.pause)
      try decision.tables.relays.store(state)
      health.set(state)
    }
    guard let relay = message.relay, message.attempt.showsThatRelayWorks, health.states[relay]?.since != nil,
      var state = try decision.tables.relays.relay(relay)
    else { return }
    state.recover()
    try decision.tables.relays.store(state)
    health.set(state)
  }
}
