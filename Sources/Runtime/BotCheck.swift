// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Identity
import Logging

/// The check for bots before an event is decided, outside every transaction.
struct BotCheck {
  let settings: Settings
  let log: Logger?

  /// The time that the vendor has for its answer.
  private static let timeout = Duration.seconds(5)

  /// Refuses an event that does not come from a person.
  /// - Parameter token: the envelope's `botToken`.
  /// - Throws: `auth/bot-suspected`; `service/unavailable` if the vendor does not answer and the policy denies then.
  func requirePerson(
    _ token: String?, calling function: String, _ environment: Environment
  ) throws(Problem) {
    guard let rules = environment.policy.botCheck(of: function),
      let verifier = try settings.botVerifier(environment.policy, traceparent: environment.traceparent)
    else { return }
    guard let token else {
      throw Problem(.botSuspected, "the function needs the botToken of \(rules.provider.rawValue)")
    }
    do throws(Problem) {
      // The decision needs the other half of the time.
      let end = environment.clock.deadline.atMost(min(Self.timeout, environment.clock.deadline.remaining / 2))
      guard case .bot(let reason) = try verifier.verdict(on: token, for: function, by: end) else { return }
      log?.info("the bot check has refused the event: \(reason)")
      throw Problem(.botSuspected, "\(rules.provider.rawValue) does not accept the botToken")
    } catch {
      guard error.code == .unavailable, rules.allowsWhenUnavailable else { throw error }
      log?.info("the event was not checked for bots: \(error.detail)", metadata: error.cause.map { ["cause": "\($0)"] })
      PendingNotices.add(.uncheckedBots, ["function": JSON(function), "reason": JSON(error.detail)])
    }
  }
}
