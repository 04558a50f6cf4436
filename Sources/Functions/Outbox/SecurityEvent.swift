// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A change or a sign-in that an attacker would hide. The owner of the account gets a mail, and a push message on each
/// device with a push token. The app's server gets a webhook with the event's name.
package enum SecurityEvent {
  case newDevice
  case newCountry(String)
  case newAddress
  case locked(minutes: Int)
  case factorAdded(name: String?)
  case factorRemoved(name: String?)
  case providerAdded(SignInMethod)
  case providerRemoved(SignInMethod)
  case passwordChanged
  case emailChanged(to: EmailAddress)
  case exported
  case deletionRequested(until: Timestamp)
  case restored
  case underage
}

extension SecurityEvent {
  package enum Name: String, CaseIterable {
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
  }

  var name: Name {
    switch self {
    case .newDevice: .newDevice
    case .newCountry: .newCountry
    case .newAddress: .newAddress
    case .locked: .locked
    case .factorAdded: .factorAdded
    case .factorRemoved: .factorRemoved
    case .providerAdded: .providerAdded
    case .providerRemoved: .providerRemoved
    case .passwordChanged: .passwordChanged
    case .emailChanged: .emailChanged
    case .exported: .exported
    case .deletionRequested: .deletionRequested
    case .restored: .restored
    case .underage: .underage
    }
  }

  var country: String? { if case .newCountry(let country) = self { country } else { nil } }

  var provider: String? {
    switch self {
    case .providerAdded(let method), .providerRemoved(let method): method.name
    default: nil
    }
  }

  /// What the webhook says in addition to the account and the origin. It contains no secrets, and not how long a lock
  /// lasts.
  fileprivate var json: JSON {
    switch self {
    case .newCountry(let country): ["country": .string(country)]
    case .factorAdded(let name), .factorRemoved(let name): .object(["factor": name.map { ["name": .string($0)] }])
    case .providerAdded(let method), .providerRemoved(let method): ["provider": .string(method.name)]
    case .emailChanged(let email): ["newEmail": .string(email.text)]
    case .deletionRequested(let end): ["deletesAt": .string(end.rfc3339)]
    case .newDevice, .newAddress, .locked, .passwordChanged, .exported, .restored, .underage: [:]
    }
  }
}

extension Outbox {
  /// Notifies the owner of an account and the app's server of a security event, in the transaction of the event. An
  /// address that is not verified gets no mail.
  /// - Parameter call: the call that caused the event. Mail and webhook contain the device and the address of its
  ///   client.
  package func notify(_ account: Account, of event: SecurityEvent, by call: Call? = nil) throws(Problem) {
    try notify(account, of: event, from: call?.eventOrigin ?? EventOrigin())
  }

  /// Notifies of a security event, or does the same work with no effect.
  /// - Parameters:
  ///   - account: nil if the address has no account. The same rows are written, but nothing is sent.
  ///   - email: the address that the event names, if the answer must not show whether it has an account.
  func notify(
    _ account: Account?, of event: SecurityEvent, from origin: EventOrigin, decoyFor email: EmailAddress? = nil
  ) throws(Problem) {
    try queueMail(about: event, from: origin, to: account, decoyFor: email)
    let name = event.name
    if name.isForOwner { try push(event, to: account, from: origin, hidesAccount: email != nil) }
    let data = JSON.object(["accountId": JSON(account?.id ?? "")]).merging(origin.json).merging(event.json)
    for webhook in decision.policy.webhooks where webhook.events?.contains(name.rawValue) ?? (name != .newAddress) {
      try queueWebhook(name.rawValue, to: webhook, of: account?.id, data, dispatch: account == nil ? .decoy : .later)
    }
  }

  /// Queues the mail about an event; none if the function sends its own, which contains a code, or if there is none.
  private func queueMail(
    about event: SecurityEvent, from origin: EventOrigin, to account: Account?, decoyFor email: EmailAddress?
  ) throws(Problem) {
    switch event {
    case .newDevice: try queueNotice(.newDevice, to: account, origin, decoyFor: email)
    case .newCountry(let country):
      try queueNotice(.newCountry, to: account, NewCountry(origin, country: country), decoyFor: email)
    case .locked(let minutes):
      try queueNotice(.accountLocked, to: account, AccountLock(minutes: minutes), decoyFor: email)
    case .factorAdded(let name):
      try queueNotice(.factorAdded, to: account, FactorChange(origin, name: name), decoyFor: email)
    case .factorRemoved(let name):
      try queueNotice(.factorRemoved, to: account, FactorChange(origin, name: name), decoyFor: email)
    case .providerAdded(let method):
      try queueNotice(.providerAdded, to: account, ProviderChange(origin, method), decoyFor: email)
    case .providerRemoved(let method):
      try queueNotice(.providerRemoved, to: account, ProviderChange(origin, method), decoyFor: email)
    case .passwordChanged: try queueNotice(.passwordChanged, to: account, NoDetails(), decoyFor: email)
    case .exported: try queueNotice(.accountExported, to: account, origin, decoyFor: email)
    case .restored: try queueNotice(.accountRestored, to: account, origin, decoyFor: email)
    // The former address was told when the new one was requested, or is told by `update-account`.
    case .emailChanged, .deletionRequested, .newAddress, .underage: break
    }
  }
}

extension Call {
  /// The device and the address of the client.
  fileprivate var eventOrigin: EventOrigin { EventOrigin(device: shown(session?.device), address: origin.address) }

  /// The device that signs in, or else that of the session, and the address of the client.
  func origin(of device: Device?) -> EventOrigin {
    EventOrigin(device: shown(device) ?? shown(session?.device), address: origin.address)
  }

  /// The browser of a page that acts for a person, as people call it; nil for apps, and if it is unknown.
  var browserName: String? { isFromPage ? origin.browser.name(userAgent: origin.userAgent) : session?.browserName }

  /// A device, or else the browser, as mails call it.
  private func shown(_ device: Device?) -> MailedDevice? {
    device.map { MailedDevice($0) } ?? browserName.map { MailedDevice(name: $0, platform: nil) }
  }
}
