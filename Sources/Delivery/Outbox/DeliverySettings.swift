// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Identity

/// The variables with which messages are sent, and with which the reports of vendors are verified.
package enum DeliverySettings {
  /// Checks what the policy or a variable names, without sending anything. `LiveCourier` checks relays and pushes.
  /// - Returns: a `service/misconfigured` for each wrong variable.
  package static func problems(
    _ settings: Settings, _ courier: LiveCourier, _ environment: Environment
  ) -> [Problem] {
    var problems: [Problem] = []
    func check(_ body: () throws(Problem) -> Void) {
      do throws(Problem) { try body() } catch { problems.append(error) }
    }
    check { () throws(Problem) in _ = try courier.rate }
    check { () throws(Problem) in _ = try courier.retryTime }
    check { () throws(Problem) in _ = try courier.connections }
    check { () throws(Problem) in
      let secret = try settings["WEBHOOK_SIGNING_SECRET"]
      if secret != nil || !environment.policy.webhooks.isEmpty { _ = try WebhookSender(settings) }
    }
    check { () throws(Problem) in if try settings["SMS_URL"] != nil { _ = try SMSSender(settings) } }
    for webhook in MailVendor.webhooks {
      check { () throws(Problem) in try webhook.checkKeys(environment.webhookKeys) }
    }
    return problems
  }
}

extension MailWebhook {
  /// - Throws: `service/misconfigured` if the variable has a value that is not a key.
  fileprivate static func checkKeys(_ webhookKeys: WebhookKeys) throws(Problem) {
    for text in try webhookKeys.keys(in: variable) { _ = try key(text) }
  }
}
