// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Templates

/// The input from which a mail or a text message is rendered.
package struct MailContent {
  package var id: String
  package var kind: OutboxMessage.Kind
  package var locale: String
  /// A mail address, or the phone number of a text message.
  package var recipient: String
  /// The values of the template.
  package var values: JSON
  /// Identifies the recipient in the unsubscribe link; nil if the mail has no such link.
  package var unsubscribeToken: String?

  package init(
    id: String, kind: OutboxMessage.Kind, locale: String, recipient: String, values: JSON, unsubscribeToken: String?
  ) {
    self.id = id
    self.kind = kind
    self.locale = locale
    self.recipient = recipient
    self.values = values
    self.unsubscribeToken = unsubscribeToken
  }
}

/// Renders mails and text messages from templates and the policy.
package final class MailRenderer {
  private let settings: Settings
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
    /// Those that are the same in all mails of the language; nil with an inviter's branding.
    let constant: ConstantValues?
  }

  package init(settings: Settings, policy: Policy, messages: Messages) {
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
    let content = checked(content)
    guard let recipient = EmailAddress.stored(content.recipient) else {
      throw .bug("a mail's recipient is not an address")
    }
    let shared = sharedValues(of: content)
    // An inviter without a usable name is called like the app.
    let hasName = content.values["inviter"]?["displayName"]?.string != policy.app.name
    let rendered = try loadedTemplates().render(
      content.kind, locale: content.locale, default: defaultLocale, try templateValues(content, shared.values),
      constant: shared.constant)
    return MailMessage(
      id: content.id, date: date, from: sender(try sender(), named: hasName ? rendered.sender : nil),
      to: Mailbox(name: recipientName(content.kind, content.values), address: recipient),
      replyTo: content.kind.offersInvitation ? inviter(content.values) : support(),
      subject: rendered.subject.withoutDirections,
      extraHeaders: try unsubscribeLink(content).map(Self.unsubscribeHeaders) ?? [], text: rendered.text,
      html: rendered.html)
  }

  /// Renders the text of a text message.
  package func textMessage(_ content: MailContent) throws(Problem) -> String {
    let content = checked(content)
    return try loadedTemplates().text(
      content.kind, locale: content.locale, default: defaultLocale,
      try templateValues(content, sharedValues(of: content).values))
  }

  private func checked(_ content: MailContent) -> MailContent {
    var checked = content
    checked.values = PersonNames.checked(content.values, app: policy.app.name, recipient: content.recipient)
    return checked
  }

  private var defaultLocale: String { policy.app.locales.first ?? "en" }

  func sender() throws(Problem) -> Mailbox {
    if let checkedSender { return checkedSender }
    guard let text = try settings["MAIL_FROM"] else {
      throw .misconfigured("MAIL_FROM", "is unset; it should be the sender, such as PFA <hello@example.com>")
    }
    guard let mailbox = Mailbox(text) else {
      throw .misconfigured("MAIL_FROM", "should be an address, or a name and an address: PFA <hello@example.com>")
    }
    checkedSender = mailbox
    return mailbox
  }

  /// The sender of a mail that an inviter is the cause of: "Ada via PFA", if the sender of all mails has the app's
  /// name.
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
    let loaded = MailTemplates(folders: try settings.templatesDirectories)
    templates = loaded
    return loaded
  }

  private func recipientName(_ kind: OutboxMessage.Kind, _ values: JSON) -> String {
    let name: String? =
      switch kind {
      case .invitation, .resentInvitation, .reminder: values["client"]?["name"]?.string
      case .invitationAccepted, .invitationDeclined, .invitationRequested, .clientLeft, .joinRequest:
        values["inviter"]?["displayName"]?.string
      case .invitationSMS, .push, .webhook, .appleExchange, .appleRevocation: nil
      // These addresses are not verified: the recipient may be another person.
      case .verifyEmail, .confirmEmailChange, .guardianRequest, .signInCode: nil
      case .resetPassword, .emailChangeNotice, .passwordChanged, .newDevice, .newCountry, .accountLocked, .factorAdded,
        .factorRemoved, .providerAdded, .providerRemoved, .accountExported, .accountRestored, .addressProven,
        .addressMoved, .accountClosed, .accountDeletion, .joinAnswer:
        values["account"]?["displayName"]?.string
      }
    return name ?? ""
  }

  /// The Reply-To of mails about accounts: the app's support.
  private func support() -> Mailbox? {
    policy.app.supportEmail.flatMap(EmailAddress.init).map { Mailbox(name: policy.app.name, address: $0) }
  }

  /// The Reply-To of invitations: the inviter, because the invited person knows no one else here. The values contain
  /// the inviter's address only if it is verified.
  private func inviter(_ values: JSON) -> Mailbox? {
    guard let address = values["inviter"]?["email"]?.string.flatMap(EmailAddress.init) else { return nil }
    return Mailbox(name: values["inviter"]?["displayName"]?.string ?? "", address: address)
  }

  /// The headers for unsubscribing (RFC 2369), also with one click (RFC 8058).
  private static func unsubscribeHeaders(_ link: String) -> [(name: String, value: String)] {
    [("List-Unsubscribe", "<\(link)>"), ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")]
  }

  private func unsubscribeLink(_ content: MailContent) throws(Problem) -> String? {
    try content.unsubscribeToken.map { (token) throws(Problem) in try publicURL() + "/unsubscribe?token=" + token }
  }

  private func sharedValues(of content: MailContent) -> SharedValues {
    if let branding = Branding(content.values["inviter"]?["branding"]) {
      return SharedValues(values: SharedVariables.values(policy, content.locale, branding), constant: nil)
    }
    if let known = knownValues[content.locale] { return known }
    let values = SharedVariables.values(policy, content.locale)
    var constant = values.members
    // Mails for inviters have none.
    constant?["phrases"] = nil
    let shared = SharedValues(values: values, constant: constant.map { ConstantValues(id: content.locale, $0) })
    knownValues[content.locale] = shared
    return shared
  }

  private func templateValues(_ content: MailContent, _ shared: JSON) throws(Problem) -> JSON {
    let values = content.values
    let app = policy.app
    var filled = values.merging(shared).members ?? JSON.Members()
    // The app's phrases are about clients.
    if values["isForInvitee"]?.bool == false { filled["phrases"] = nil }
    let language = LanguageTag(content.locale)
    let zone = try zone(values["timeZone"]?.string, language)
    if let timestamp = values["when"]?.string.flatMap(Timestamp.init(rfc3339:)) {
      filled["when"] = .string(try messages.timestamp(timestamp, language, in: zone))
    }
    if let end = values["deletesAt"]?.string.flatMap(Timestamp.init(rfc3339:)) {
      filled["deletesOn"] = .string(try messages.day(end, language, in: zone))
    }
    if let provider = values["provider"]?.string {
      filled["provider"] = .string(Provider.displayName(of: provider))
      filled["isPassword"] = .bool(provider == "password")
    }
    for (name, value) in EventOrigin.shown(values, language).pairs { filled[name] = value }
    filled["link"] = try link(of: content).map(JSON.string)
    if policy.password != nil { filled["resetLink"] = .string(try publicURL() + "/reset-password") }
    // A client of Supabase Auth takes what is typed.
    if values["path"] != nil { filled["typedCode"] = values["code"] }
    guard content.kind.offersInvitation else { return .object(filled) }
    if let page = content.kind.page, let code = values["code"]?.string {
      filled["appLink"] = .string(OutboxMessage.link(to: page, code: code, from: "\(app.urlScheme)://"))
    }
    filled["offersApp"] = .bool(app.appStoreURL != nil || app.playStoreURL != nil)
    filled["unsubscribeLink"] = try unsubscribeLink(content).map(JSON.string)
    if let end = values["expiresAt"]?.string.flatMap(Timestamp.init(rfc3339:)) {
      filled["expiresOn"] = .string(try messages.day(InvitationTerm.lastDay(endingAt: end), language))
    }
    filled["isOneDay"] = .bool(values["days"]?.integer == 1)
    return .object(filled)
  }

  /// The time zone of the account that a mail is about; nil for UTC, which the message file of an app may name.
  private func zone(_ name: String?, _ language: LanguageTag) throws(Problem) -> TimeZoneRules? {
    guard let name, try messages.takesZone(language) else { return nil }
    if let known = knownZones[name] { return known }
    let rules = try TimeZoneFiles.rules(named: name)
    knownZones[name] = .some(rules)
    return rules
  }

  /// The link of the button. It is always one of https below `PUBLIC_URL`: Gmail and others remove links to an app's
  /// own scheme.
  private func link(of content: MailContent) throws(Problem) -> String? {
    let (kind, values) = (content.kind, content.values)
    let base = try publicURL() + "/"
    // The link for a client of Supabase Auth is one of its own routes.
    if let path = values["path"]?.string { return base + path }
    if let page = kind.page {
      return values["code"]?.string.map { OutboxMessage.link(to: page, code: $0, from: base) }
    }
    // Somebody whose request was declined has nothing to open.
    guard let page = kind.ownPage, values["isApproved"]?.bool ?? true else { return nil }
    guard page == "client" else { return base + page }
    return values["clientId"]?.string.map { "\(base)\(page)?id=\($0)" }
  }
}

extension String {
  /// The text without characters that change the direction of what follows. A subject stands beside other text of the
  /// mail program.
  fileprivate var withoutDirections: String {
    // Few subjects have any, and a string is made slowly from its scalars.
    guard unicodeScalars.contains(where: { $0.isBidirectionalControl }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isBidirectionalControl }))
  }
}
