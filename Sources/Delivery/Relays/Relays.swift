// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import HTTP

/// The relays of `MAIL_URL`, in the order in which they are tried.
final class Relays {
  private let all: [any Relay]

  /// - Throws: `service/misconfigured` with the name of the variable.
  init(_ settings: Settings) throws(Problem) {
    var relays: [any Relay] = []
    for url in (try settings["MAIL_URL"] ?? "maildir:data/mail").split(whereSeparator: \.isWhitespace) {
      relays.append(try Self.relay(String(url), settings))
    }
    guard !relays.isEmpty else { throw .misconfigured("MAIL_URL", "names no relay") }
    all = relays
  }

  private static func relay(_ url: String, _ settings: Settings) throws(Problem) -> any Relay {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    let rest = url.dropFirst(scheme.count + 1)
    switch scheme {
    case "maildir":
      let path = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
      guard !path.isEmpty else { throw .misconfigured("MAIL_URL", "has no path after maildir:") }
      return MaildirRelay(path: String(path))
    case "smtp", "smtps":
      return try SMTPRelay(url: url, returnPath: try returnPath(settings)) { () throws(Problem) in
        try MailOAuth(settings)
      }
    default:
      let vendors = MailVendor.all
      guard let vendor = vendors.first(where: { $0.scheme == scheme }) else {
        let schemes = (["maildir", "smtp", "smtps"] + vendors.map(\.scheme)).map { "\($0):" }
        throw .misconfigured(
          "MAIL_URL", "should begin with \(schemes.dropLast().joined(separator: ", ")) or \(schemes.last!)")
      }
      return try vendor.relay(rest, settings)
    }
  }

  /// `MAIL_RETURN_PATH`: the address to which bounces go.
  private static func returnPath(_ settings: Settings) throws(Problem) -> EmailAddress? {
    guard let text = try settings["MAIL_RETURN_PATH"] else { return nil }
    guard let address = EmailAddress(text) else {
      throw .misconfigured("MAIL_RETURN_PATH", "should be an address, such as bounces@example.com")
    }
    return address
  }

  /// The access tokens of relays that need some.
  func use(_ tokens: ServiceTokens?) { for relay in all { relay.use(tokens) } }

  /// Checks each relay without sending mail.
  func probes(from sender: Mailbox, by deadline: Deadline) throws(Problem) -> [(relay: String, probe: RelayProbe)] {
    try all.map { (relay) throws(Problem) in (relay.name, try relay.probe(from: sender, by: deadline)) }
  }

  /// Sends a message through each relay in turn, until one accepts it or refuses it permanently.
  /// - Parameter recorder: gets each line of a conversation over SMTP.
  func test(
    _ message: MailMessage, by deadline: Deadline, recorder: @escaping (_ isSent: Bool, _ line: String) -> Void
  ) throws(Problem) -> [(relay: String, attempt: DeliveryAttempt)] {
    var attempts: [(relay: String, attempt: DeliveryAttempt)] = []
    for relay in all {
      relay.record(recorder)
      let attempt = try relay.send(message, by: deadline, until: deadline)
      attempts.append((relay.name, attempt))
      guard attempt.allowsNextRelay else { break }
    }
    return attempts
  }

  /// The names of the relays, in order.
  var names: [String] { all.map(\.name) }

  /// One route for each relay, in order.
  /// - Parameter relays: the names of relays that are not tried.
  func routes(_ message: MailMessage, avoiding relays: Set<String> = []) -> [Route] {
    all.filter { !relays.contains($0.name) }.map { relay in
      let network = relay.network
      return Route(
        name: relay.name,
        prepare: { (curl) throws(Problem) in try network?.prepare(curl, for: message) },
        attempt: { reply in network?.attempt(reply, for: message) ?? .retry("no transfer", after: nil) },
        send: { (beginning, end) throws(Problem) in try relay.send(message, by: beginning, until: end) },
        needsSeveralTransfers: relay.needsSeveralTransfers(for: message))
    }
  }
}

extension DeliveryAttempt {
  /// Whether the next relay is tried, because the failure concerns this relay and not the mail.
  var allowsNextRelay: Bool {
    switch self {
    case .retry, .unsupported, .waitForOperator, .relayFailure, .relayBusy, .relaySlow: true
    case .sent, .exchanged, .refused, .bounced, .deadToken, .unknown, .retrySameRelay, .relayInDoubt: false
    }
  }

  /// The same attempt, with the name of the relay in its reason.
  func at(_ relay: String) -> DeliveryAttempt {
    switch self {
    case .sent, .exchanged: self
    case .retry(let reason, let after): .retry("\(relay): \(reason)", after: after)
    case .retrySameRelay(let reason, let after): .retrySameRelay("\(relay): \(reason)", after: after)
    case .refused(let reason): .refused("\(relay): \(reason)")
    case .deadToken(let reason): .deadToken("\(relay): \(reason)")
    case .unsupported(let reason, let text): .unsupported("\(relay): \(reason)", text: text)
    case .unknown(let reason): .unknown("\(relay): \(reason)")
    case .waitForOperator(let reason): .waitForOperator("\(relay): \(reason)")
    case .bounced(let reason, let failure, let text): .bounced(reason, "\(relay): \(failure)", text: text)
    case .relayFailure(let reason, let after): .relayFailure("\(relay): \(reason)", after: after)
    case .relayInDoubt(let reason, let after, let recognises):
      .relayInDoubt("\(relay): \(reason)", after: after, recognises: recognises)
    case .relayBusy(let reason): .relayBusy("\(relay): \(reason)")
    case .relaySlow(let reason): .relaySlow("\(relay): \(reason)")
    }
  }
}
