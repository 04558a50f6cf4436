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
  /// Sends the message and waits for the result.
  let send: (Deadline) throws(Problem) -> DeliveryAttempt
  var needsSeveralTransfers = false
}

/// Sends messages over several connections at once.
final class ConcurrentSender: OutboxSender {
  private let timeout: Duration
  private let deadline: Deadline
  private let routes: (OutboxMessage) throws(Problem) -> [Route]
  private let multi: CurlMulti
  private var idle: [Curl] = []
  private var sending: [ObjectIdentifier: Delivery] = [:]
  /// A message that needs several transfers blocks this thread, so it waits until no other message is being sent.
  private var waiting: Delivery?
  private var ended: [FinishedMessage] = []

  /// One message that is being sent.
  private struct Delivery {
    let message: OutboxMessage
    var failover: Failover
  }

  /// - Parameters:
  ///   - timeout: the time limit of one message.
  ///   - deadline: when sending has to end.
  ///   - routes: returns the routes of a message.
  init(
    connections: Int, timeout: Duration, deadline: Deadline,
    routes: @escaping (OutboxMessage) throws(Problem) -> [Route]
  ) throws(Problem) {
    self.timeout = timeout
    self.deadline = deadline
    self.routes = routes
    multi = try CurlMulti()
    for _ in 0..<connections { idle.append(try Curl()) }
  }

  var capacity: Int { waiting == nil ? idle.count : 0 }

  var isIdle: Bool { sending.isEmpty && waiting == nil && ended.isEmpty }

  func start(_ message: OutboxMessage) {
    // A receiver of webhooks or text messages that hangs must not delay the mails for long.
    let timeout = message.kind.isMail ? timeout : min(timeout, .seconds(5))
    do throws(Problem) {
      let failover = Failover(try routes(message), by: deadline.atMost(timeout))
      let delivery = Delivery(message: message, failover: failover)
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
    for (curl, reply) in multi.wait(atMost: ended.isEmpty ? timeout : .zero) { finish(curl, reply) }
    defer { ended = [] }
    return ended
  }

  /// Sends a message over its current route.
  private func start(_ delivery: Delivery) {
    do throws(Problem) {
      guard let route = delivery.failover.route, let curl = idle.last else { throw .bug("a message without a route") }
      if let upload = try route.prepare(curl) {
        idle.removeLast()
        sending[ObjectIdentifier(curl)] = delivery
        multi.start(curl, upload: upload, by: delivery.failover.routeDeadline)
      } else {
        endOrTryNextRoute(delivery, after: try route.send(delivery.failover.routeDeadline).at(route.name))
      }
    } catch {
      ended.append(FinishedMessage(delivery.message, .renderingFailed(error)))
    }
  }

  private func finish(_ curl: Curl, _ reply: Curl.Reply) {
    guard let delivery = sending.removeValue(forKey: ObjectIdentifier(curl)), let route = delivery.failover.route else {
      return
    }
    idle.append(curl)
    endOrTryNextRoute(delivery, after: route.attempt(reply).at(route.name))
  }

  private func endOrTryNextRoute(_ delivery: Delivery, after attempt: DeliveryAttempt) {
    var next = delivery
    if next.failover.advance(after: attempt) {
      start(next)
    } else {
      ended.append(FinishedMessage(delivery.message, attempt))
    }
  }
}
