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
  private let deadline: Deadline

  /// A connection alone can take this long.
  private static let minimumTime = Duration.milliseconds(100)

  init(_ routes: [Route], by deadline: Deadline) {
    self.routes = routes[...]
    self.deadline = deadline
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
    routes.removeFirst()
    return true
  }

  private func failure(_ attempt: DeliveryAttempt) -> (reason: String, pause: Duration?)? {
    switch attempt {
    case .relayFailure(let reason, let pause): (reason, pause)
    // With another relay nobody needs to wait for this one. The only relay may answer to deliver-mail, which waits
    // longer.
    case .relaySlow(let reason) where routes.count > 1: (reason, nil)
    default: nil
    }
  }
}
