// SPDX-License-Identifier: Apache-2.0

import CFastCGI
import Configuration
import Domain
import Functions
import Glibc

extension Service {
  /// Answers the requests of web servers, one after the other (FastCGI 1.0). The process that starts the function has
  /// opened the socket on which it listens.
  func runOnFastCGI() -> Never {
    do throws(Problem) { try answer(FastCGIQueue(self)) } catch { runOnStdin(refusing: error) }
  }
}

/// The requests of web servers.
private final class FastCGIQueue<F: Function>: EventQueue {
  private let service: Service<F>
  private let connections: FastCGIConnections
  /// The number of events that this process may still answer.
  private var remainingEvents: Int

  init(_ service: Service<F>) throws(Problem) {
    self.service = service
    remainingEvents = try service.settings.maximumEvents ?? .max
    connections = try FastCGIConnections(idleTime: service.settings.idleTime)
  }

  func next() throws(Problem) -> Int32? {
    guard remainingEvents > 0 else { return nil }
    guard let connection = try connections.next() else { return nil }
    // Until the request is known there is nothing to answer. This comes before the alarm is set, which would otherwise
    // write the answer of the former request to this connection.
    Interruption.prepare(on: connection) { _ in ([], 75) }
    return connection
  }

  func time(for connection: Int32) throws(Problem) -> Duration { .seconds(try service.settings.deadlineSeconds) }

  func answer(_ connection: Int32) throws(Problem) -> Bool {
    guard let request = FastCGIRequest(on: connection) else { return true }
    remainingEvents -= 1
    let outcome = answer(request, on: connection)
    connections.release(connection, keeps: request.keepsConnection)
    return outcome?.isOfSoundProcess ?? true
  }

  /// - Returns: nil if the request is a preflight.
  private func answer(_ request: FastCGIRequest, on connection: Int32) -> EventOutcome? {
    let webRequest = HTTPRequest(request.variables) { (limit, _) throws(Problem) in request.readPiece(limit) }
    let exchange = HTTPExchange(webRequest, service)
    Interruption.prepare(on: connection) { problem in
      let outcome = EventOutcome(interruption: problem)
      let response = exchange.response(to: outcome, language: LanguageTag("en"))
      return (request.records(of: response.cgi), outcome.exitStatus)
    }
    if let preflight = exchange.preflight {
      request.respond(preflight.cgi)
      return nil
    }
    let (outcome, language) = service.outcome(of: exchange.source { self.service.deadline })
    request.respond(exchange.response(to: outcome, language: language).cgi)
    return outcome
  }
}

extension Settings {
  /// The number of events after which a process ends, from `FASTCGI_MAX_EVENTS`; nil for any number.
  package var maximumEvents: Int? {
    get throws(Problem) {
      let count = try number("FASTCGI_MAX_EVENTS", in: 0...1_000_000_000) ?? 10_000
      return count == 0 ? nil : count
    }
  }

  /// The time without an event after which a process ends, from `FASTCGI_IDLE_SECONDS`; nil for any time.
  var idleTime: Duration? {
    get throws(Problem) {
      let seconds = try number("FASTCGI_IDLE_SECONDS", in: 0...86_400) ?? 0
      return seconds == 0 ? nil : .seconds(seconds)
    }
  }
}

extension EventOutcome {
  /// Whether the process that had this outcome can answer other events. After a missed deadline, a bug or a wrong
  /// configuration another process is started. An unavailable database is opened again.
  fileprivate var isOfSoundProcess: Bool { isAnswered || exitStatus == 75 && error?.code != .deadline }
}
