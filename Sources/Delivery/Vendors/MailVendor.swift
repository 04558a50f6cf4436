// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions

/// A mail vendor: its interface for sending, and its webhook for delivery events.
struct MailVendor {
  let service: any MailService.Type
  let webhook: any MailWebhook.Type

  init(_ service: any MailService.Type, _ webhook: any MailWebhook.Type) {
    self.service = service
    self.webhook = webhook
  }

  /// All vendors that `MAIL_URL`, `on-mail-event` and `vestibule doctor` support. functions.json contains their
  /// variables; a test compares it with this list.
  static var all: [MailVendor] {
    [
      MailVendor(ResendService.self, ResendWebhook.self),
      MailVendor(SendGridService.self, SendGridWebhook.self),
      MailVendor(MailgunService.self, MailgunWebhook.self),
      MailVendor(PostmarkService.self, PostmarkWebhook.self),
      MailVendor(SESService.self, SESWebhook.self),
    ]
  }

  /// The webhooks of all vendors, for `on-mail-event`.
  static var webhooks: [any MailWebhook.Type] { all.map(\.webhook) }

  /// The scheme in `MAIL_URL`, without the colon.
  var scheme: String { String(service.relay.prefix { $0 != ":" }) }

  private var takesParameter: Bool { !service.relay.hasSuffix(":") }

  /// - Parameter parameter: the text after the scheme.
  /// - Throws: `service/misconfigured` with the name of the variable.
  func relay(_ parameter: Substring, _ settings: Settings) throws(Problem) -> HTTPRelay {
    guard takesParameter || parameter.isEmpty else {
      throw .misconfigured("MAIL_URL", "should have nothing after \(scheme): (the key is in MAIL_API_KEY)")
    }
    return HTTPRelay(try service.init(parameter, settings))
  }
}
