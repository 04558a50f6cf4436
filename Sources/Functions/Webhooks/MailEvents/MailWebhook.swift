// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// A request of a vendor that tells what became of mails. Who sent it is known once it is verified.
public protocol MailWebhook {
  /// What the vendor's requests are verified with.
  associatedtype Key

  /// The vendor, as people call it.
  static var vendor: String { get }
  /// Who signs the requests, where that is not the vendor itself.
  static var signer: String { get }
  /// The variable with the key, or with several during a change; functions.json has it in `trigger.webhook.secrets`.
  static var variable: String { get }
  /// Reads a key.
  /// - Throws: `service/misconfigured` naming the variable.
  static func key(_ text: String) throws(Problem) -> Key

  /// Nil for a request that has not the shape of the vendor's.
  init?(_ request: WebhookRequest, _ body: JSON)
  /// Whether the request was made with one of the keys.
  /// - Throws: `auth/unauthenticated` where there is more to say than that it was not.
  func isSigned(with keys: [Key], _ environment: Environment) throws(Problem) -> Bool
  /// What the request tells.
  var events: [MailEvent] { get }
  /// What can be used once, where a signature has nothing else to do with what it comes with.
  var onceOnly: String? { get }
  /// What the operator has to open before the vendor sends anything.
  var subscribeURL: String? { get }
}

extension MailWebhook {
  /// The vendor itself.
  public static var signer: String { vendor }
  /// None.
  public var onceOnly: String? { nil }
  /// None.
  public var subscribeURL: String? { nil }

  /// - Throws: `auth/unauthenticated` unless the vendor made the request. That is also so where the variable is unset:
  ///   anybody can send a request in the shape of a vendor that is not set up, and must not be able to raise an alarm.
  func verify(_ environment: Environment) throws(Problem) {
    let values = try environment.secrets(Self.variable)
    guard !values.isEmpty else {
      throw Problem(
        .unauthenticated, "the events of \(Self.vendor) are not accepted here: \(Self.variable) is unset")
    }
    let keys = try values.map { (text) throws(Problem) in try Self.key(text) }
    guard try isSigned(with: keys, environment) else {
      throw Problem(.unauthenticated, "the request is not signed as \(Self.signer) signs, or not of this day")
    }
  }
}

extension MailWebhook where Key == String {
  /// The text as it is.
  public static func key(_ text: String) -> String { text }
}

extension Environment {
  /// Whether an event that says it was sent at a second may still be on its way: vendors try for a day.
  public func acceptsEvent(sentAt second: Int) -> Bool { now.admits(second, past: .days(1)) }
}
