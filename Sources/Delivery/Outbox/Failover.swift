// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The routes of one message, which are tried in order until one accepts or rejects it.
struct Failover {
  /// The remaining routes, starting with the current one.
  private(set) var routes: ArraySlice<Route>
  /// The relays that have failed.
  private(set) var failures: [RelayFailure] = []
  /// When sending the message has to end.
  let deadline: Deadline
  /// The last failure after which a later attempt may succeed: of a relay that was tried, or that is blocked.
  private var lastRetryable: (attempt: DeliveryAttempt, relay: String?)?

  /// A connection alone can take this long.
  private static let minimumTime = Duration.milliseconds(100)

  /// - Parameter blocked: the relays that have no route, because they are out of service.
  init(_ routes: [Route], without blocked: Set<String> = [], by deadline: Deadline) {
    self.routes = routes[...]
    self.deadline = deadline
    if !blocked.isEmpty {
      lastRetryable = (.relayFailure("the relay that may support the address cannot be tried now", after: nil), nil)
    }
  }

  /// The current route; nil if the message has none.
  var route: Route? { routes.first }

  /// The deadline of the current route, which leaves time for the others.
  var routeDeadline: Deadline { deadline.atMost(deadline.remaining / max(1, routes.count)) }

  /// Moves to the next route.
  /// - Returns: false if the attempt is final: it does not allow another relay, or there is no other relay or no time.
  mutating func advance(after attempt: DeliveryAttempt) -> Bool {
    if let (reason, pause) = failure(attempt), let route {
      failures.append(RelayFailure(relay: route.name, reason: reason, pause: pause))
    }
    guard attempt.allowsNextRelay, routes.count > 1, deadline.remaining > Self.minimumTime else { return false }
    if !attempt.isUnsupported { lastRetryable = (attempt, route?.name) }
    routes.removeFirst()
    return true
  }

  /// The result of the message after its last attempt. A mail that this relay does not support waits for another one
  /// that may.
  func finished(_ message: OutboxMessage, after attempt: DeliveryAttempt) -> FinishedMessage {
    var (result, relay) = (attempt, route?.name)
    if case .unsupported(let reason, let text) = attempt {
      if routes.count > 1 {
        (result, relay) = (.relaySlow("\(reason); there was no time for the next relay"), nil)
      } else {
        (result, relay) = lastRetryable ?? (.bounced(.other, reason, text: text), relay)
      }
    }
    return FinishedMessage(message, result, relay: relay, failures: failures)
  }

  private func failure(_ attempt: DeliveryAttempt) -> (reason: String, pause: Duration?)? {
    switch attempt {
    case .relayFailure(let reason, let pause), .relayInDoubt(let reason, let pause, _): (reason, pause)
    // With another relay nobody needs to wait for this one. The only relay may answer to deliver-mail, which waits
    // longer.
    case .relaySlow(let reason) where routes.count > 1: (reason, nil)
    default: nil
    }
  }
}
