import Domain
import Functions
import Identity
import Runtime

/// Makes mails from templates and hands them to the relay of `MAIL_URL`.
public final class MailCourier: Courier {
  private let settings: Settings
  private let policy: Policy
  private let secret: SecretKey
  private let messages: Messages
  private let now: Timestamp
  private var relays: Relays?
  private var webhooks: WebhookSender?
  private var sms: SMSSender?
  private var templates: MailTemplates?
  // Read once, for a run that sends many mails.
  private var checkedSender: Mailbox?
  private var checkedURL: String?

  public init(settings: Settings, policy: Policy, secret: SecretKey, messages: Messages, now: Timestamp) {
    self.settings = settings
    self.policy = policy
    self.secret = secret
    self.messages = messages
    self.now = now
  }

  public func check() throws(Problem) {
    _ = try sender()
    _ = try publicURL()
    if relays == nil { relays = try Relays(settings) }
  }

  public func check(_ kind: OutboxMail.Kind, locales: [String?]) throws(Problem) {
    try check()
    let offered = Set(locales.map { LanguageTag.best(for: $0, among: policy.app.locales).text })
    for locale in offered.sorted() { try loadedTemplates().check(kind, locale: locale, default: defaultLocale) }
  }

  private var defaultLocale: String { policy.app.locales.first ?? "en" }

  public func send(_ mail: OutboxMail, by deadline: Deadline) throws(Problem) -> DeliveryAttempt {
    // One relay after the other, until one takes it or says no for ever.
    var last = DeliveryAttempt.later("there is no relay", after: nil)
    for route in try routes(mail) {
      last = try route.send(deadline).at(route.name)
      guard last.letsAnotherRelayTry, deadline.remaining > .milliseconds(100) else { return last }
    }
    return last
  }

  public var rate: Double? {
    get throws(Problem) {
      guard let text = try settings["MAIL_RATE"] else { return nil }
      guard let rate = Double(text), rate > 0, rate <= 10_000 else {
        throw .misconfigured("MAIL_RATE", "should be mails a second, more than 0")
      }
      return rate
    }
  }

  private var connections: Int {
    get throws(Problem) {
      guard let text = try settings["MAIL_CONNECTIONS"] else { return 8 }
      guard let count = Int(text), (1...100).contains(count) else {
        throw .misconfigured("MAIL_CONNECTIONS", "should be a number of connections, 1 to 100")
      }
      return count
    }
  }

  public func send(
    next: () throws(Problem) -> NextMail, patience: Duration, by deadline: Deadline,
    ended: (OutboxMail, DeliveryAttempt) throws(Problem) -> Void, meanwhile: () throws(Problem) -> Void
  ) throws(Problem) {
    try check()
    let sideBySide = try SideBySide(connections: try connections, patience: patience, deadline: deadline)
    try sideBySide.send(
      next: next,
      routes: { mail in
        do throws(Problem) { return .success(try routes(mail)) } catch { return .failure(error) }
      }, ended: ended, meanwhile: meanwhile)
  }

  /// The ways that a mail can go, with its message made.
  private func routes(_ mail: OutboxMail) throws(Problem) -> [Route] {
    switch mail.kind {
    case .webhook:
      let sender = if let webhooks { webhooks } else { try WebhookSender(settings, now: now) }
      webhooks = sender
      return [sender.route(to: mail.recipient, id: mail.id, payload: try values(of: mail))]
    case .invitationSMS:
      let sender = if let sms { sms } else { try SMSSender(settings) }
      sms = sender
      return [sender.route(to: mail.recipient, text: try textMessage(mail))]
    default:
      try check()
      guard let relays else { throw .bug("no relays after the check") }
      return relays.routes(try message(mail))
    }
  }

  private func values(of mail: OutboxMail) throws(Problem) -> JSON {
    let sealed = try secret.open(mail.sealedValues, for: .mailValues, at: mail.id)
    guard let values = try? JSON(parsing: sealed) else { throw .bug("a queued mail's values are no JSON") }
    return values
  }

  private func textMessage(_ mail: OutboxMail) throws(Problem) -> String {
    try loadedTemplates().text(
      mail.kind, locale: mail.locale, default: defaultLocale,
      try templateValues(mail, try values(of: mail), nil))
  }

  private func sender() throws(Problem) -> Mailbox {
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

  private func message(_ mail: OutboxMail) throws(Problem) -> MailMessage {
    guard let recipient = EmailAddress(mail.recipient) else { throw .bug("a queued mail's recipient is no address") }
    let values = try values(of: mail)
    let unsubscribeLink = mail.kind.offersInvitation ? try unsubscribeLink(mail) : nil
    let rendered = try loadedTemplates().render(
      mail.kind, locale: mail.locale, default: defaultLocale,
      try templateValues(mail, values, unsubscribeLink))
    return MailMessage(
      id: mail.id, date: now, from: try sender(),
      to: Mailbox(name: recipientName(mail.kind, values), address: recipient),
      replyTo: mail.kind.offersInvitation ? inviter(values) : support(), subject: rendered.subject,
      extraHeaders: unsubscribeLink.map(Self.unsubscribeHeaders) ?? [], text: rendered.text,
      html: rendered.html)
  }

  private func recipientName(_ kind: OutboxMail.Kind, _ values: JSON) -> String {
    let name: String? =
      switch kind {
      case .invitation, .resentInvitation, .reminder: values["client"]?["name"]?.string
      case .invitationAccepted: values["inviter"]?["displayName"]?.string
      case .invitationSMS, .webhook: nil
      // Nobody has shown yet that these addresses are the person's.
      case .verifyEmail, .confirmEmailChange, .guardianNotice: nil
      case .resetPassword, .emailChangeNotice, .passwordChanged, .newDevice, .providerAdded:
        values["account"]?["displayName"]?.string
      }
    return name ?? ""
  }

  /// Answers to a mail about an account go to the app's support.
  private func support() -> Mailbox? {
    policy.app.supportEmail.flatMap(EmailAddress.init).map { Mailbox(name: policy.app.name, address: $0) }
  }

  /// Answers to an invitation go to the inviter: the person who is invited knows nobody else here.
  private func inviter(_ values: JSON) -> Mailbox? {
    guard let address = values["inviter"]?["email"]?.string.flatMap(EmailAddress.init) else { return nil }
    return Mailbox(name: values["inviter"]?["displayName"]?.string ?? "", address: address)
  }

  /// RFC 2369 and, for the one click, RFC 8058.
  private static func unsubscribeHeaders(_ link: String) -> [(name: String, value: String)] {
    [("List-Unsubscribe", "<\(link)>"), ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")]
  }

  private func unsubscribeLink(_ mail: OutboxMail) throws(Problem) -> String {
    let token = try secret.seal(mail.recipient, for: .unsubscribe, at: "unsubscribe")
    return try publicURL() + "/unsubscribe?token=" + token
  }

  private func templateValues(
    _ mail: OutboxMail, _ values: JSON, _ unsubscribeLink: String?
  ) throws(Problem) -> [String: Any] {
    var filled = plain(values)
    let app = policy.app
    filled["app"] = plain(
      .object([
        "name": JSON(app.name), "tagline": app.tagline.map(JSON.string), "urlScheme": JSON(app.urlScheme),
        "appStoreURL": app.appStoreURL.map(JSON.string),
        "playStoreURL": app.playStoreURL.map(JSON.string), "supportEmail": app.supportEmail.map(JSON.string),
      ]))
    filled["language"] = mail.locale
    let language = LanguageTag(mail.locale)
    if let moment = values["when"]?.string.flatMap(Timestamp.init(rfc3339:)) {
      filled["when"] = try messages.moment(moment, language)
    }
    guard let page = mail.kind.page, let code = values["code"]?.string else { return filled }
    filled["link"] = OutboxMail.link(to: page, code: code, from: try publicURL() + "/")
    filled["appLink"] = OutboxMail.link(to: page, code: code, from: "\(app.urlScheme)://")
    filled["offersApp"] = mail.kind.offersInvitation
    filled["unsubscribeLink"] = unsubscribeLink
    if let end = values["expiresAt"]?.string.flatMap(Timestamp.init(rfc3339:)) {
      filled["expiresOn"] = try messages.day(end, language)
    }
    filled["isOneDay"] = values["days"]?.integer == 1
    return filled
  }

  private func plain(_ json: JSON) -> [String: Any] {
    var values: [String: Any] = [:]
    for (name, value) in json.members?.pairs ?? [] {
      switch value {
      case .string(let text): values[name] = text
      case .number(let digits): values[name] = digits
      case .bool(let flag): values[name] = flag
      case .object: values[name] = plain(value)
      case .null, .array: break
      }
    }
    return values
  }
}
