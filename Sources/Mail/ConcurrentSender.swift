// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import HTTP

/// One way for one message: the relays of a mail are tried in order, each as a route.
struct Route {
  /// As it is told in a mail's story; no credential is in it.
  let name: String
  /// Sets the options of a transfer, and gives what it uploads; nil where one transfer is not enough, and for what is no
  /// transfer at all: `send` does it then.
  let prepare: (Curl) throws(Problem) -> [UInt8]?
  /// What the transfer's end means.
  let attempt: (Curl.Reply) -> DeliveryAttempt
  let send: (Deadline) throws(Problem) -> DeliveryAttempt
  var takesSeveralTransfers = false
}

/// Sends messages over several connections at once.
final class ConcurrentSender: OutboxSender {
  private let timeout: Duration
  private let deadline: Deadline
  private let routes: (OutboxMessage) throws(Problem) -> [Route]
  private let multi: CurlMulti
  private var free: [Curl] = []
  private var flights: [ObjectIdentifier: Flight] = [:]
  /// What takes more than one transfer holds the others up: it waits until no other is on its way.
  private var alone: Flight?
  private var ended: [FinishedMessage] = []

  /// One message on its way.
  private struct Flight {
    let message: OutboxMessage
    /// The ways that are left, the one that it is on first.
    var routes: ArraySlice<Route>
    let deadline: Deadline

    /// How long the way that it is on may take, so that the others have their turn.
    var share: Deadline { deadline.atMost(deadline.remaining / max(1, routes.count)) }
  }

  /// - Parameters:
  ///   - timeout: how long one message may take.
  ///   - deadline: until when messages may be on their way.
  ///   - routes: the ways that a message can go.
  init(
    connections: Int, timeout: Duration, deadline: Deadline,
    routes: @escaping (OutboxMessage) throws(Problem) -> [Route]
  ) throws(Problem) {
    self.timeout = timeout
    self.deadline = deadline
    self.routes = routes
    multi = try CurlMulti()
    for _ in 0..<connections { free.append(try Curl()) }
  }

  var capacity: Int { alone == nil ? free.count : 0 }

  var isIdle: Bool { flights.isEmpty && alone == nil && ended.isEmpty }

  func start(_ message: OutboxMessage) {
    // A receiver of webhooks or text messages that hangs is not to hold the mails up for long.
    let timeout = message.kind.isMail ? timeout : min(timeout, .seconds(5))
    do throws(Problem) {
      let flight = Flight(message: message, routes: try routes(message)[...], deadline: deadline.atMost(timeout))
      if !flights.isEmpty, flight.routes.contains(where: \.takesSeveralTransfers) {
        alone = flight
      } else {
        start(flight)
      }
    } catch {
      ended.append(FinishedMessage(message, .unmade(error)))
    }
  }

  func finished(waitingAtMost timeout: Duration) -> [FinishedMessage] {
    if flights.isEmpty, let flight = alone {
      alone = nil
      start(flight)
    }
    for (curl, reply) in multi.wait(atMost: ended.isEmpty ? timeout : .zero) { land(curl, reply) }
    defer { ended = [] }
    return ended
  }

  /// Puts a message on the first of its ways.
  private func start(_ flight: Flight) {
    do throws(Problem) {
      guard let route = flight.routes.first, let curl = free.last else { throw .bug("a flight without a way") }
      if let upload = try route.prepare(curl) {
        free.removeLast()
        flights[ObjectIdentifier(curl)] = flight
        multi.start(curl, upload: upload, by: flight.share)
      } else {
        goOn(flight, after: try route.send(flight.share).at(route.name))
      }
    } catch {
      ended.append(FinishedMessage(flight.message, .unmade(error)))
    }
  }

  private func land(_ curl: Curl, _ reply: Curl.Reply) {
    guard let flight = flights.removeValue(forKey: ObjectIdentifier(curl)), let route = flight.routes.first else {
      return
    }
    free.append(curl)
    goOn(flight, after: route.attempt(reply).at(route.name))
  }

  /// Tries the next way where this one has failed, and the message has not.
  private func goOn(_ flight: Flight, after attempt: DeliveryAttempt) {
    if attempt.letsAnotherRelayTry, flight.routes.count > 1, flight.deadline.remaining > .milliseconds(100) {
      var again = flight
      again.routes.removeFirst()
      start(again)
    } else {
      ended.append(FinishedMessage(flight.message, attempt))
    }
  }
}
