// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Templates

/// A mail or a text message that is rendered.
package struct MailContent {
  package var id: String
  package var kind: OutboxMessage.Kind
  package var locale: String
  /// A mail address, or the phone number of a text message.
  package var recipient: String
  package var values: any MailModel
  /// Identifies the recipient in the unsubscribe link; nil if the mail has no such link.
  package var unsubscribeToken: String?

  /// - Parameters:
  ///   - model: the model of the mail's kind.
  ///   - stored: the values of the queued message.
  /// - Throws: if one is missing.
  package init(
    id: String, locale: String, _ model: any MailModel.Type, _ stored: StoredMail
  ) throws(MissingMailValue) {
    self.id = id
    kind = stored.kind
    self.locale = locale
    recipient = stored.recipient
    values = try model.init(stored)
    unsubscribeToken = values.unsubscribeToken
  }
}

/// Renders mails and text messages from templates and the policy.
package final class MailRenderer {
  private let settings: RenderingSettings
  private let policy: Policy
  let messages: Messages
  private var templates: MailTemplates?
  // Read once, because a run may render many mails.
  private var checkedSender: Mailbox?
  private var checkedURL: String?
  /// The shared values of mails without an inviter's branding, by language.
  private var knownValues: [String: SharedValues] = [:]
  /// The time zones of recipients, by name; nil for one that the machine does not know.
  private var knownZones: [String: TimeZoneRules?] = [:]

  /// The values that all mails have.
  private struct SharedValues {
    let values: JSON
    /// The values that are the same in all mails of the language; nil with an inviter's branding.
    let constant: ConstantValues?
  }

  package init(settings: RenderingSettings, policy: Policy, messages: Messages) {
    self.settings = settings
    self.policy = policy
    self.messages = messages
  }

  /// Checks the variables that every mail needs.
  /// - Throws: `service/misconfigured` with the name of the variable.
  package func check() throws(Problem) {
    _ = try sender()
    _ = try publicURL()
  }

  /// Checks the templates of a message.
  /// - Throws: `service/misconfigured` with the file and line of the error.
  package func check(_ kind: OutboxMessage.Kind, locale: String) throws(Problem) {
    try loadedTemplates().check(kind, locale: locale, default: defaultLocale)
  }

  /// Renders a mail.
  package func message(_ content: MailContent, date: Timestamp) throws(Problem) -> MailMessage {
    guard let recipient = EmailAddress.stored(content.recipient) else {
      throw .bug("a mail's recipient is not an address")
    }
    let shared = try sharedValues(of: content)
    // An inviter without a usable name is called like the app.
    let hasName = content.values.sender?.name != policy.app.name
    let rendered = try loadedTemplates().render(
      content.kind, locale: content.locale, default: defaultLocale, try templateValues(content, shared.values),
      constant: shared.constant)
    return MailMessage(
      id: content.id, date: date, from: sender(try sender(), named: hasName ? rendered.sender : nil),
      to: Mailbox(name: content.values.recipientName(of: content.kind) ?? "", address: recipient),
      replyTo: content.kind.offersInvitation ? content.values.sender.flatMap(replyAddress) : support(),
      subject: rendered.subject.withoutDirections,
      extraHeaders: try unsubscribeLink(content).map(Self.unsubscribeHeaders) ?? [], text: rendered.text,
      html: rendered.html)
  }

  /// Renders the text of a text message.
  package func textMessage(_ content: MailContent) throws(Problem) -> String {
    return try loadedTemplates().text(
      content.kind, locale: content.locale, default: defaultLocale,
      try templateValues(content, try sharedValues(of: content).values))
  }

  /// A queued mail.
  func content(
    id: String, _ kind: OutboxMessage.Kind, locale: String, recipient: String, values: JSON
  ) throws(Problem) -> MailContent {
    guard let model = kind.model else { throw .bug("\(kind.rawValue) is not a mail") }
    let stored = StoredMail(kind, values, appName: policy.app.name, recipient: recipient)
    do throws(MissingMailValue) { return try MailContent(id: id, locale: locale, model, stored) } catch {
      throw .bug("a queued mail has no \(error.pointer)")
    }
  }

  private var defaultLocale: String { policy.app.locales.first ?? "en" }

  func sender() throws(Problem) -> Mailbox {
    if let checkedSender { return checkedSender }
    guard let text = try settings.sender() else {
      throw .misconfigured("MAIL_FROM", "is unset; it should be the sender, such as PFA <hello@example.com>")
    }
    guard let mailbox = Mailbox(text) else {
      throw .misconfigured("MAIL_FROM", "should be an address, or a name and an address: PFA <hello@example.com>")
    }
    checkedSender = mailbox
    return mailbox
  }

  /// The sender of a mail that an inviter caused: "Ada via PFA", if the sender of all mails has the app's name.
  /// - Parameter name: the name that the templates give to the sender; nil for other mails.
  private func sender(_ known: Mailbox, named name: String?) -> Mailbox {
    guard let name = name?.withoutDirections.trimmed, !name.isEmpty, known.name == policy.app.name else { return known }
    return Mailbox(name: name, address: known.address)
  }

  private func publicURL() throws(Problem) -> String {
    if let checkedURL { return checkedURL }
    let url = try settings.publicURL()
    checkedURL = url
    return url
  }

  private func loadedTemplates() throws(Problem) -> MailTemplates {
    if let templates { return templates }
    let loaded = MailTemplates(folders: try settings.templateFolders())
    templates = loaded
    return loaded
  }

  /// The Reply-To of mails about accounts: the app's support.
  private func support() -> Mailbox? {
    policy.app.supportEmail.flatMap(EmailAddress.init).map { Mailbox(name: policy.app.name, address: $0) }
  }

  /// The Reply-To of invitations: the inviter, because the invited person knows no one else here.
  private func replyAddress(_ inviter: MailedInviter) -> Mailbox? {
    inviter.email.flatMap(EmailAddress.init).map { Mailbox(name: inviter.name, address: $0) }
  }

  /// The headers for unsubscribing (RFC 2369), also with one click (RFC 8058).
  private static func unsubscribeHeaders(_ link: String) -> [(name: String, value: String)] {
    [("List-Unsubscribe", "<\(link)>"), ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")]
  }

  private func unsubscribeLink(_ content: MailContent) throws(Problem) -> String? {
    try content.unsubscribeToken.map { (token) throws(Problem) in try publicURL() + "/unsubscribe?token=" + token }
  }

  private func sharedValues(of content: MailContent) throws(Problem) -> SharedValues {
    let link: JSON? = policy.password == nil ? nil : .string(try publicURL() + "/reset-password")
    if let branding = content.values.shownBranding {
      return SharedValues(
        values: SharedVariables.values(policy, content.locale, branding).merging(.object(["resetLink": link])),
        constant: nil)
    }
    if let known = knownValues[content.locale] { return known }
    let values = SharedVariables.values(policy, content.locale).merging(.object(["resetLink": link]))
    var constant = values.members
    // Mails for inviters have none.
    constant?["phrases"] = nil
    let shared = SharedValues(values: values, constant: constant.map { ConstantValues(id: content.locale, $0) })
    knownValues[content.locale] = shared
    return shared
  }

  private func templateValues(_ content: MailContent, _ shared: JSON) throws(Problem) -> JSON {
    var members = shared.members ?? JSON.Members()
    if !content.values.hasPhrases { members["phrases"] = nil }
    let language = LanguageTag(content.locale)
    let context = MailContext(
      kind: content.kind, language: language, messages: messages, zone: try zone(content.values.timeZone, language),
      policy: policy, base: try publicURL() + "/", unsubscribeLink: try unsubscribeLink(content))
    return .object(JSON.Members(members.pairs + (try content.values.members(in: context))))
  }

  /// The time zone of the account that a mail is about; nil for UTC, which the message file of an app may name.
  private func zone(_ name: String?, _ language: LanguageTag) throws(Problem) -> TimeZoneRules? {
    guard let name, try messages.canShowTimeZone(language) else { return nil }
    if let known = knownZones[name] { return known }
    let rules = try settings.timeZone(name)
    knownZones[name] = .some(rules)
    return rules
  }
}

extension String {
  /// The text without characters that change the direction of what follows. A subject stands next to other text of the
  /// mail program.
  fileprivate var withoutDirections: String {
    // Few subjects have any, and a string is made slowly from its scalars.
    guard unicodeScalars.contains(where: { $0.isBidirectionalControl }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isBidirectionalControl }))
  }
}
