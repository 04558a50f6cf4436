import Domain
import Functions
import HTTP
import Runtime

/// The relays of `MAIL_URL`, in the order in which they are tried.
final class Relays {
  private let all: [any Relay]

  /// - Throws: `service/misconfigured` naming the variable.
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
      guard !path.isEmpty else { throw .misconfigured("MAIL_URL", "has no path behind maildir:") }
      return MaildirRelay(path: String(path))
    case "smtp", "smtps": return try SMTPRelay(url: url)
    default: throw .misconfigured("MAIL_URL", "should begin with maildir:, smtp: or smtps:")
    }
  }

  subscript(index: Int) -> (any Relay)? { index < all.count ? all[index] : nil }

  /// Tries a message at one relay after the other, until one takes it or says no for ever.
  func send(_ message: MailMessage, by deadline: Deadline) throws(Problem) -> DeliveryAttempt {
    var last = DeliveryAttempt.later("there is no relay", after: nil)
    for relay in all {
      last = try relay.send(message, by: deadline).of(relay)
      guard last.letsAnotherRelayTry, deadline.remaining > .milliseconds(100) else { return last }
    }
    return last
  }
}

extension DeliveryAttempt {
  /// Whether the relay is in trouble, rather than the mail.
  var letsAnotherRelayTry: Bool {
    switch self {
    case .later, .held: true
    case .sent, .refused, .unknown: false
    }
  }

  /// The same, saying at which relay it was.
  func of(_ relay: any Relay) -> DeliveryAttempt {
    switch self {
    case .sent(let id, _): .sent(id: id, by: relay.name)
    case .later(let reason, let after): .later("\(relay.name): \(reason)", after: after)
    case .refused(let reason): .refused("\(relay.name): \(reason)")
    case .unknown(let reason): .unknown("\(relay.name): \(reason)")
    case .held(let reason): .held("\(relay.name): \(reason)")
    }
  }
}
