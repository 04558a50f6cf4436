// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A change or a sign-in that an attacker would hide. The owner of the account gets a mail, and a push message on each
/// device with a push token. The app's server gets a webhook of this name.
package enum SecurityEvent: String, CaseIterable {
  case newDevice = "security.new-device"
  case newCountry = "security.new-country"
  /// A known device at a network address from which the account was not used. Phones change it often, so it is only
  /// sent to webhooks that name it.
  case newAddress = "security.new-address"
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
  /// The owner of an account stated a birth date under the policy's minimum age. Only webhooks get it.
  case underage = "security.underage"

  /// Whether the owner gets a mail and push messages.
  var isForOwner: Bool { self != .newAddress && self != .underage }

  /// The mail about the event; nil if the function sends its own mail, which contains a code, or if there is none.
  var mail: OutboxMessage.Kind? {
    switch self {
    case .newDevice: .newDevice
    case .newCountry: .newCountry
    case .locked: .accountLocked
    case .factorAdded: .factorAdded
    case .factorRemoved: .factorRemoved
    case .providerAdded: .providerAdded
    case .providerRemoved: .providerRemoved
    case .passwordChanged: .passwordChanged
    case .emailChanged: .emailChangeNotice
    case .exported: .accountExported
    case .deletionRequested, .newAddress, .underage: nil
    case .restored: .accountRestored
    }
  }
}

extension Outbox {
  /// Notifies the owner of an account and the app's server of a security event, in the transaction of the event. An
  /// address that is not verified gets no mail.
  /// - Parameters:
  ///   - values: the variables of the mail in addition to `account` and `when`. The webhook contains them too, so they
  ///     are not secrets.
  ///   - call: the call that caused the event. Mail and webhook contain the device and the address of its client.
  package func notify(_ account: Account, of event: SecurityEvent, _ values: JSON = [:], by call: Call? = nil)
    throws(Problem)
  {
    try notify(account, of: event, (call?.client ?? [:]).merging(values), decoyFor: nil)
  }

  /// Notifies the owner of an account of a sign-in on a new device.
  func notifyOfNewDevice(_ account: Account, _ device: Device?) throws(Problem) {
    try notify(account, of: .newDevice, .object(["device": decision.call.shown(device)]), by: decision.call)
  }

  /// Notifies of a security event, or does the same work with no effect.
  /// - Parameters:
  ///   - account: nil if the address has no account. The same rows are written, but nothing is sent.
  ///   - more: variables that only the mail has.
  ///   - email: the address that the event names, if the answer must not show whether it has an account.
  func notify(
    _ account: Account?, of event: SecurityEvent, _ values: JSON, inMail more: JSON = [:],
    decoyFor email: EmailAddress?
  ) throws(Problem) {
    if let mail = event.mail { try queueNotice(mail, to: account, values.merging(more), decoyFor: email) }
    if event.isForOwner { try queuePush(to: account, about: event, values, hidesAccount: email != nil) }
    let data = JSON.object(["accountId": JSON(account?.id ?? "")]).merging(values)
    for webhook in decision.policy.webhooks where webhook.events?.contains(event.rawValue) ?? (event != .newAddress) {
      try queueWebhook(event.rawValue, to: webhook, of: account?.id, data, isDecoy: account == nil)
    }
  }
}

extension Call {
  /// The device and the address of the client, in the variables of mails.
  fileprivate var client: JSON {
    .object(["device": shown(session?.device), "address": origin.address.map(JSON.string)])
  }

  /// The browser of a page that acts for a person, as people call it; nil for apps, and if it is unknown.
  var browserName: String? { isOfPage ? origin.browser.name(userAgent: origin.userAgent) : session?.browserName }

  /// A device, or else the browser, in the variables of mails.
  func shown(_ device: Device?) -> JSON? { device?.shown ?? browserName.map { ["name": .string($0)] } }
}

extension Device {
  /// The device in the variables of mails.
  var shown: JSON { .object(["name": name.map(JSON.string), "platform": platform.map(JSON.string)]) }
}
