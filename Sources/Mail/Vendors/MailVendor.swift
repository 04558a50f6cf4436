// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions

/// A vendor of mail: the relay that it is, and the webhook that tells what became of the mails.
public struct MailVendor {
  let service: any MailService.Type
  let webhook: any MailWebhook.Type

  init(_ service: any MailService.Type, _ webhook: any MailWebhook.Type) {
    self.service = service
    self.webhook = webhook
  }

  /// Every vendor. `MAIL_URL`, `on-mail-event` and `vestibule doctor` know those that are here. functions.json names
  /// their variables; a test compares it with this list.
  public static var all: [MailVendor] {
    [
      MailVendor(ResendService.self, ResendWebhook.self),
      MailVendor(SendGridService.self, SendGridWebhook.self),
      MailVendor(MailgunService.self, MailgunWebhook.self),
      MailVendor(PostmarkService.self, PostmarkWebhook.self),
      MailVendor(SESService.self, SESWebhook.self),
    ]
  }

  /// The webhooks of all vendors, for `on-mail-event`.
  public static var webhooks: [any MailWebhook.Type] { all.map(\.webhook) }

  /// What a URL in `MAIL_URL` begins with, without the colon.
  var scheme: String { String(service.relay.prefix { $0 != ":" }) }

  private var takesParameter: Bool { !service.relay.hasSuffix(":") }

  /// - Parameter parameter: what stands behind the scheme.
  /// - Throws: `service/misconfigured` naming the variable.
  func relay(_ parameter: Substring, _ settings: Settings) throws(Problem) -> HTTPRelay {
    guard takesParameter || parameter.isEmpty else {
      throw .misconfigured("MAIL_URL", "has more behind \(scheme): than there should be; keys are in MAIL_API_KEY")
    }
    return HTTPRelay(try service.init(parameter, settings))
  }
}
