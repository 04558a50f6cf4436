// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import HTTP

/// A relay or receiver to which one message can be sent. The relays of a mail are tried in order, each as a route.
struct Route {
  /// The name in reasons of failures, without credentials.
  let name: String
  /// Sets the options of a transfer and returns its upload; nil if the message cannot be sent with one transfer, so
  /// that `send` has to be called.
  let prepare: (Curl) throws(Problem) -> [UInt8]?
  /// Converts the reply of the transfer.
  let attempt: (Curl.Reply) -> DeliveryAttempt
  /// Sends the message and waits for the result: until the first deadline, or until the second one if the relay has
  /// asked for the message by the first.
  let send: (_ beginning: Deadline, _ end: Deadline) throws(Problem) -> DeliveryAttempt
  var needsSeveralTransfers = false
}

/// Sends messages over several connections at once.
final class ConcurrentSender: OutboxSender {
  private let timeout: Duration
  private let deadline: Deadline
  private let routes: (OutboxMessage, Set<String>) throws(Problem) -> [Route]
  private let transfers: ConcurrentTransfers
  private var idle: [Curl] = []
  private var sending: [ObjectIdentifier: MessageUnderWay] = [:]
  /// A message that needs several transfers blocks this thread, so it waits until no other message is being sent.
  private var waiting: MessageUnderWay?
  /// Messages for which the relay had no connection. They are sent as soon as one of the others has ended.
  private var postponed: [MessageUnderWay] = []
  /// How many messages are sent at once.
  private var limit: Int
  /// How many messages each relay has answered since it last refused a connection.
  private var answered: [String: Int] = [:]
  /// The relays and receivers that have accepted a message.
  private var accepting: Set<String> = []
  private var reduced: (relay: String, connections: Int)?
  private var ended: [FinishedMessage] = []
  private(set) var slowest = Duration.zero
  private var begun: [ObjectIdentifier: ContinuousClock.Instant] = [:]

  /// One message that is being sent.
  private struct MessageUnderWay {
    let message: OutboxMessage
    var failover: Failover
  }

  /// - Parameters:
  ///   - timeout: the time limit of one message.
  ///   - deadline: when sending has to end.
  ///   - routes: returns the routes of a message.
  init(
    connections: Int, timeout: Duration, deadline: Deadline,
    routes: @escaping (OutboxMessage, _ avoiding: Set<String>) throws(Problem) -> [Route]
  ) throws(Problem) {
    self.timeout = timeout
    self.deadline = deadline
    self.routes = routes
    limit = connections
    transfers = try ConcurrentTransfers()
    for _ in 0..<connections { idle.append(try Curl()) }
  }

  var capacity: Int { waiting == nil && postponed.isEmpty ? min(idle.count, max(0, limit - sending.count)) : 0 }

  var isIdle: Bool { sending.isEmpty && waiting == nil && postponed.isEmpty && ended.isEmpty }

  /// Nil for a relay that has accepted nothing: it is down, and its refusals say nothing about connections.
  var reduction: (relay: String, connections: Int)? {
    reduced.flatMap { accepting.contains($0.relay) ? $0 : nil }
  }

  func limit(to connections: Int) { limit = min(limit, max(1, connections)) }

  func start(_ message: OutboxMessage, avoiding relays: Set<String>) {
    // A receiver of webhooks or text messages that hangs must not delay the mails for long.
    let timeout = message.kind.isMail ? timeout : min(timeout, .seconds(5))
    do throws(Problem) {
      let failover = Failover(try routes(message, relays), without: relays, by: deadline.atMost(timeout))
      let delivery = MessageUnderWay(message: message, failover: failover)
      if !sending.isEmpty, failover.routes.contains(where: \.needsSeveralTransfers) {
        waiting = delivery
      } else {
        start(delivery)
      }
    } catch {
      ended.append(FinishedMessage(message, .renderingFailed(error)))
    }
  }

  func finished(waitingAtMost timeout: Duration) -> [FinishedMessage] {
    if sending.isEmpty, let delivery = waiting {
      waiting = nil
      start(delivery)
    }
    for (curl, reply) in transfers.wait(atMost: ended.isEmpty ? timeout : .zero) { finish(curl, reply) }
    while !postponed.isEmpty, sending.count < limit, !idle.isEmpty { start(postponed.removeFirst()) }
    defer { ended = [] }
    return ended
  }

  /// Sends a message over its current route.
  private func start(_ delivery: MessageUnderWay) {
    do throws(Problem) {
      guard let route = delivery.failover.route, let curl = idle.last else {
        return ended.append(FinishedMessage(delivery.message, .relayFailure("no relay can be tried now", after: nil)))
      }
      if let upload = try route.prepare(curl) {
        idle.removeLast()
        sending[ObjectIdentifier(curl)] = delivery
        begun[ObjectIdentifier(curl)] = .now
        let failover = delivery.failover
        transfers.start(
          curl, upload: upload, by: failover.deadline,
          beginningBy: failover.routes.count > 1 ? failover.routeDeadline : nil)
      } else {
        let attempt = try route.send(delivery.failover.routeDeadline, delivery.failover.deadline)
        endOrTryNextRoute(delivery, after: attempt.at(route.name))
      }
    } catch {
      ended.append(FinishedMessage(delivery.message, .renderingFailed(error)))
    }
  }

  private func finish(_ curl: Curl, _ reply: Curl.Reply) {
    guard let delivery = sending.removeValue(forKey: ObjectIdentifier(curl)), let route = delivery.failover.route else {
      return
    }
    let attempt = route.attempt(reply).at(route.name)
    if case .sent = attempt, delivery.message.kind.isMail, let begun = begun[ObjectIdentifier(curl)] {
      slowest = max(slowest, .now - begun)
    }
    // Handles that have a connection are used first.
    if case .relayBusy = attempt { idle.insert(curl, at: 0) } else { idle.append(curl) }
    endOrTryNextRoute(delivery, after: attempt)
  }

  private func endOrTryNextRoute(_ delivery: MessageUnderWay, after attempt: DeliveryAttempt) {
    var attempt = attempt
    let name = delivery.failover.route?.name
    // Nobody waits here: a relay that has not asked for the mail by now is out of service.
    if case .relaySlow(let reason) = attempt { attempt = .relayFailure(reason, after: nil) }
    if case .relayBusy(let reason) = attempt {
      if postpone(delivery) { return }
      attempt = .relayFailure(reason, after: nil)
    } else if let name {
      answered[name, default: 0] += 1
      if case .sent = attempt { accepting.insert(name) }
    }
    var next = delivery
    if next.failover.advance(after: attempt) {
      start(next)
    } else {
      ended.append(next.failover.finished(delivery.message, after: attempt))
    }
  }

  /// Uses fewer connections from now on, and sends the message over one of those that the relay has accepted.
  /// - Returns: false if it has accepted none, and so is out of service.
  private func postpone(_ delivery: MessageUnderWay) -> Bool {
    guard let name = delivery.failover.route?.name else { return false }
    let connections = sending.values.count { $0.failover.route?.name == name }
    guard answered[name, default: 0] > 0 || connections > 0 else { return false }
    if connections == 0 { answered[name] = 0 }
    limit = max(1, min(limit - 1, connections))
    reduced = (name, limit)
    postponed.append(delivery)
    return true
  }
}
