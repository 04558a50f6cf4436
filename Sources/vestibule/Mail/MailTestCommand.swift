// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Delivery
import Domain
import Functions
import Runtime

struct MailTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Sends a mail to an address and prints the conversation with the relay.",
    discussion: """
      The mail is not queued: the relays of MAIL_URL are tried in turn, as functions do. Lines that are sent begin with \
      >, and those of the server with <; passwords and tokens are left out. The exit status is 0 if a relay has accepted \
      the mail.
      """)

  @Argument(help: "The recipient.")
  var address: TestedAddress

  @Option(help: ArgumentHelp("The time limit in seconds.", valueName: "seconds"))
  var timeout = 30

  func run() throws {
    try reportingFailure { () throws(Failure) in try test() }
  }

  private func test() throws(Failure) {
    var lines: [String] = []
    let attempts = try orFailure { () throws(Problem) in
      let settings = Settings()
      let policy = try settings.policy()
      let environment = try Environment.forOperator(settings, needsKey: false)
      let courier = LiveCourier(
        settings: settings, policy: policy, secret: environment.secret,
        messages: settings.messages(wording: policy.messages), now: environment.now)
      return try courier.test(
        to: address.address, id: environment.newID(), by: Deadline(in: .seconds(timeout)),
        tokens: ServiceTokens(environment)
      ) { isSent, line in lines.append("\(isSent ? ">" : "<") \(line)") }
    }
    for line in lines { try printLine(line.printable) }
    for (relay, attempt) in attempts { try printLine("\(relay): \(attempt.words)".printable) }
    guard case .sent? = attempts.last?.attempt else { throw .unavailable("no relay has accepted the mail") }
  }
}

/// An address as a person types it.
struct TestedAddress: ExpressibleByArgument {
  let address: EmailAddress

  init?(argument: String) {
    guard let address = EmailAddress(argument.trimmed) else { return nil }
    self.address = address
  }
}

extension DeliveryAttempt {
  /// The result for the operator.
  fileprivate var words: String {
    switch self {
    case .sent(let id): "accepted" + (id.map { ", as \($0)" } ?? "")
    case .exchanged: "accepted"
    case .bounced(let reason, let failure, _): "refused (\(reason.rawValue)): \(failure)"
    case .refused(let reason), .deadToken(let reason): "refused: \(reason)"
    case .unknown(let reason): "unknown: \(reason)"
    case .retry(let reason, _), .retrySameRelay(let reason, _), .waitForOperator(let reason),
      .relayFailure(let reason, _), .relayInDoubt(let reason, _, _), .relayBusy(let reason), .relaySlow(let reason),
      .unsupported(let reason, _):
      "the mail would wait: \(reason)"
    }
  }
}
