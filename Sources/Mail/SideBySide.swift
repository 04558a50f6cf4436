import Domain
import Functions
import HTTP

/// Sends mails over several connections at once.
final class SideBySide {
  private let relays: Relays
  private let patience: Duration
  private let deadline: Deadline
  private let multi: CurlMulti
  private var free: [Curl] = []
  private var flights: [ObjectIdentifier: Flight] = [:]

  /// One mail on its way.
  private struct Flight {
    let mail: OutboxMail
    let message: MailMessage
    /// Which relay it is tried at.
    var index: Int
    let deadline: Deadline
  }

  init(relays: Relays, connections: Int, patience: Duration, deadline: Deadline) throws(Problem) {
    self.relays = relays
    self.patience = patience
    self.deadline = deadline
    multi = try CurlMulti()
    for _ in 0..<connections { free.append(try Curl()) }
  }

  /// Sends mails until there are no more.
  /// - Parameters:
  ///   - next: the next mail, with its message.
  ///   - ended: called for each mail, in the order in which they end.
  ///   - meanwhile: called now and then.
  func send(
    next: () throws(Problem) -> NextMail, message: (OutboxMail) throws(Problem) -> Result<MailMessage, Problem>,
    ended: (OutboxMail, DeliveryAttempt) throws(Problem) -> Void, meanwhile: () throws(Problem) -> Void
  ) throws(Problem) {
    while true {
      var pause = Duration.milliseconds(20)
      var isDrained = false
      filling: while !free.isEmpty {
        switch try next() {
        case .none:
          isDrained = true
          break filling
        case .later(let wait):
          pause = min(pause, wait)
          break filling
        case .mail(let mail):
          switch try message(mail) {
          case .failure(let problem): try ended(mail, .unmade(problem))
          case .success(let message):
            let flight = Flight(mail: mail, message: message, index: 0, deadline: deadline.atMost(patience))
            if let attempt = try start(flight) { try ended(mail, attempt) }
          }
        }
      }
      try meanwhile()
      if flights.isEmpty, isDrained { return }
      for (curl, reply) in multi.wait(atMost: pause) {
        if let (mail, attempt) = try land(curl, reply) { try ended(mail, attempt) }
      }
    }
  }

  /// Puts a mail on its way.
  /// - Returns: how it ended, where it did at once.
  private func start(_ flight: Flight) throws(Problem) -> DeliveryAttempt? {
    guard let relay = relays[flight.index] else { throw .bug("a flight without a relay") }
    var attempt: DeliveryAttempt
    if let network = relay as? any NetworkRelay, let curl = free.last {
      if let upload = try network.prepare(curl, for: flight.message) {
        free.removeLast()
        flights[ObjectIdentifier(curl)] = flight
        multi.start(curl, upload: upload, by: flight.deadline)
        return nil
      }
    }
    attempt = try relay.send(flight.message, by: flight.deadline).of(relay)
    return try goOn(flight, after: attempt)
  }

  private func land(_ curl: Curl, _ reply: Curl.Reply) throws(Problem) -> (OutboxMail, DeliveryAttempt)? {
    guard let flight = flights.removeValue(forKey: ObjectIdentifier(curl)),
      let relay = relays[flight.index] as? any NetworkRelay
    else { throw .bug("a transfer of no flight") }
    free.append(curl)
    let attempt = try goOn(flight, after: relay.attempt(reply).of(relay))
    return attempt.map { (flight.mail, $0) }
  }

  /// Tries the next relay, where this one is in trouble.
  private func goOn(_ flight: Flight, after attempt: DeliveryAttempt) throws(Problem) -> DeliveryAttempt? {
    guard attempt.letsAnotherRelayTry, relays[flight.index + 1] != nil, flight.deadline.remaining > .milliseconds(100)
    else { return attempt }
    var again = flight
    again.index += 1
    return try start(again)
  }
}
