// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A change or a sign-in that an attacker would hide. The owner of the account gets a mail, and the app's server a webhook
/// of this name.
enum SecurityEvent: String, CaseIterable {
  case newDevice = "security.new-device"
  case newCountry = "security.new-country"
  case locked = "security.locked"
  case factorAdded = "security.factor-added"
  case factorRemoved = "security.factor-removed"
  case providerAdded = "security.provider-added"
  case providerRemoved = "security.provider-removed"
  case passwordChanged = "security.password-changed"
  case emailChanged = "security.email-changed"
  case exported = "security.exported"
  case deletionRequested = "security.deletion-requested"
  case restored = "security.restored"
}

extension Environment {
  /// Notifies the owner of an account and the app's server of a security event, in the transaction of the event. An
  /// address that is not verified gets no mail.
  /// - Parameter values: the variables of the mail beside `account` and `when`.
  func notify(
    _ account: Account, of event: SecurityEvent, _ values: JSON = [:], _ rows: Transaction
  ) throws(Problem) {
    let data: JSON = ["accountId": .string(account.id)]
    for webhook in policy.webhooks where webhook.events?.contains(event.rawValue) ?? true {
      let payload: JSON = ["type": .string(event.rawValue), "timestamp": .string(now.rfc3339), "data": data]
      _ = try queue(
        .webhook, of: account.id, to: webhook.url, locale: nil, payload, expiresAt: now + .days(3), isLeased: false, rows)
    }
  }
}
