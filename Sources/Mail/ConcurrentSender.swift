// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Glibc
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

/// Sends mails over several connections at once.
final class ConcurrentSender {
  private let timeout: Duration
  private let deadline: Deadline
  private let multi: CurlMulti
  private var free: [Curl] = []
  private var flights: [ObjectIdentifier: Flight] = [:]

  /// One mail on its way.
  private struct Flight {
    let mail: OutboxMessage
    /// The ways that are left, the one that it is on first.
    var routes: ArraySlice<Route>
    let deadline: Deadline

    /// How long the way that it is on may take, so that the others have their turn.
    var share: Deadline { deadline.atMost(deadline.remaining / max(1, routes.count)) }
  }

  init(connections: Int, timeout: Duration, deadline: Deadline) throws(Problem) {
    self.timeout = timeout
    self.deadline = deadline
    multi = try CurlMulti()
    for _ in 0..<connections { free.append(try Curl()) }
  }

  /// Sends mails until there are no more.
  /// - Parameters:
  ///   - next: gives the next mail.
  ///   - routes: the ways that a mail can go.
  ///   - ended: called for each mail, in the order in which they end.
  ///   - meanwhile: called now and then.
  func send(
    next: () throws(Problem) -> NextMail, routes: (OutboxMessage) -> Result<[Route], Problem>,
    ended: (OutboxMessage, DeliveryAttempt) throws(Problem) -> Void, meanwhile: () throws(Problem) -> Void
  ) throws(Problem) {
    // What takes more than one transfer holds everybody up: it waits until nobody else is on their way.
    var alone: Flight?
    while true {
      var pause = Duration.milliseconds(20)
      var isDrained = false
      if flights.isEmpty, let flight = alone {
        alone = nil
        if let attempt = try start(flight) { try ended(flight.mail, attempt) }
      }
      filling: while !free.isEmpty, alone == nil {
        switch try next() {
        case .none:
          isDrained = true
          break filling
        case .later(let wait):
          pause = min(pause, wait)
          break filling
        case .mail(let mail):
          switch routes(mail) {
          case .failure(let problem): try ended(mail, .unmade(problem))
          case .success(let routes):
            // A receiver of webhooks or text messages that hangs is not to hold the mails up for long.
            let timeout = mail.kind.isMail ? timeout : min(timeout, .seconds(5))
            let flight = Flight(mail: mail, routes: routes[...], deadline: deadline.atMost(timeout))
            if !flights.isEmpty, routes.contains(where: \.takesSeveralTransfers) {
              alone = flight
            } else if let attempt = try start(flight) {
              try ended(mail, attempt)
            }
          }
        }
      }
      // What was started is said to the relay before what has ended is written to the disk: both take a while.
      multi.goOn()
      try meanwhile()
      if flights.isEmpty, alone == nil {
        if isDrained { return }
        usleep(UInt32(pause.wholeMilliseconds) * 1000)
      }
      for (curl, reply) in multi.wait(atMost: pause) {
        if let (mail, attempt) = try land(curl, reply) { try ended(mail, attempt) }
      }
    }
  }

  /// Puts a mail on its way.
  /// - Returns: how it ended, where it did at once.
  private func start(_ flight: Flight) throws(Problem) -> DeliveryAttempt? {
    guard let route = flight.routes.first, let curl = free.last else { throw .bug("a flight without a way") }
    if let upload = try route.prepare(curl) {
      free.removeLast()
      flights[ObjectIdentifier(curl)] = flight
      multi.start(curl, upload: upload, by: flight.share)
      return nil
    }
    return try goOn(flight, after: try route.send(flight.share).at(route.name))
  }

  private func land(_ curl: Curl, _ reply: Curl.Reply) throws(Problem) -> (OutboxMessage, DeliveryAttempt)? {
    guard let flight = flights.removeValue(forKey: ObjectIdentifier(curl)), let route = flight.routes.first else {
      throw .bug("a transfer of no flight")
    }
    free.append(curl)
    let attempt = try goOn(flight, after: route.attempt(reply).at(route.name))
    return attempt.map { (flight.mail, $0) }
  }

  /// Tries the next way, where this one is in trouble.
  private func goOn(_ flight: Flight, after attempt: DeliveryAttempt) throws(Problem) -> DeliveryAttempt? {
    guard attempt.letsAnotherRelayTry, flight.routes.count > 1, flight.deadline.remaining > .milliseconds(100) else {
      return attempt
    }
    var again = flight
    again.routes.removeFirst()
    return try start(again)
  }
}
