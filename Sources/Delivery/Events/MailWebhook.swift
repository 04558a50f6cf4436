// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

/// A vendor's request about the delivery of mails. `verify` authenticates it.
protocol MailWebhook {
  /// The type of the key that verifies the vendor's requests.
  associatedtype Key

  /// The name of the vendor.
  static var vendor: String { get }
  /// The name of the service that signs the requests, if it is not the vendor.
  static var signer: String { get }
  /// The variable that contains the key, or several during a key change. functions.json has it in
  /// `trigger.webhook.secrets`.
  static var variable: String { get }
  /// Parses a key.
  /// - Throws: `service/misconfigured` naming the variable.
  static func key(_ text: String) throws(Problem) -> Key

  /// Nil if the request does not have the vendor's format.
  init?(_ request: WebhookRequest, _ body: JSON)
  /// Whether one of the keys verifies the request.
  /// - Throws: `auth/unauthenticated` with a more precise reason than a wrong signature.
  func isSigned(with keys: [Key], _ webhookKeys: WebhookKeys) throws(Problem) -> Bool
  /// The events of the request.
  var events: [MailEvent] { get }
  /// A token of the request that may be used only once, if the signature does not cover the content.
  var singleUseToken: String? { get }
  /// A URL that the operator must open before the vendor sends events.
  var subscribeURL: String? { get }
}

extension MailWebhook {
  /// The vendor itself.
  static var signer: String { vendor }
  /// None.
  var singleUseToken: String? { nil }
  /// None.
  var subscribeURL: String? { nil }

  /// - Throws: `auth/unauthenticated` unless the vendor sent the request. This includes an unset variable: anyone can
  ///   send a request in the format of a vendor that is not configured, and must not be able to cause an alert.
  func verify(_ webhookKeys: WebhookKeys) throws(Problem) {
    let values = try webhookKeys.keys(in: Self.variable)
    guard !values.isEmpty else {
      throw Problem(.unauthenticated, "the events of \(Self.vendor) are not accepted: \(Self.variable) is unset")
    }
    let keys = try values.map { (text) throws(Problem) in try Self.key(text) }
    guard try isSigned(with: keys, webhookKeys) else {
      throw Problem(.unauthenticated, "the request is not signed by \(Self.signer), or is older than a day")
    }
  }
}

extension MailWebhook where Key == String {
  /// The text itself.
  static func key(_ text: String) -> String { text }
}

extension Timestamp {
  /// Whether an event with that time is accepted now: vendors retry for a day.
  /// - Parameter second: the time at which it was sent, in seconds since 1970.
  func acceptsEvent(sentAt second: Int) -> Bool { admits(second, past: .days(1)) }
}
