// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Identity

/// Renders messages from templates and sends them: mails through the relays of `MAIL_URL`, text messages through
/// `SMS_URL`, webhooks to the policy's URLs, and requests to Apple.
package final class LiveCourier: Courier {
  private let settings: Settings
  private let policy: Policy
  private let secret: SecretKey
  private let now: Timestamp
  private let renderer: MailRenderer
  private var relays: Relays?
  private var webhooks: WebhookSender?
  private var sms: SMSSender?
  private var push: PushSender?
  private var tokens: ServiceTokens?
  private var apple: AppleTokenSender?
  /// Its connections are closed with this courier, after the answer: a relay may not answer to QUIT.
  private var lastSender: ConcurrentSender?

  package init(settings: Settings, policy: Policy, secret: SecretKey, messages: Messages, now: Timestamp) {
    self.settings = settings
    self.policy = policy
    self.secret = secret
    self.now = now
    renderer = MailRenderer(settings: RenderingSettings(settings), policy: policy, messages: messages)
  }

  /// Checks the settings for mail and loads the relays.
  package func check() throws(Problem) {
    try renderer.check()
    _ = try retryTime
    if relays == nil { relays = try Relays(settings) }
  }

  /// Checks each relay of `MAIL_URL` without sending mail.
  /// - Parameter tokens: the tokens for mail servers; nil if there is no database.
  package func probes(
    by deadline: Deadline, tokens: ServiceTokens?
  ) throws(Problem) -> [(relay: String, probe: RelayProbe)] {
    let relays = try Relays(settings)
    if let tokens { relays.use(tokens) }
    return try relays.probes(from: try renderer.sender(), by: deadline)
  }

  /// Sends a test mail through each relay of `MAIL_URL` in turn, until one accepts it or refuses it permanently.
  /// - Parameters:
  ///   - tokens: the tokens for mail servers; nil if there is no database.
  ///   - recorder: gets each line of a conversation over SMTP, without secrets.
  package func test(
    to recipient: EmailAddress, id: String, by deadline: Deadline, tokens: ServiceTokens?,
    recorder: @escaping (_ isSent: Bool, _ line: String) -> Void
  ) throws(Problem) -> [(relay: String, attempt: DeliveryAttempt)] {
    let relays = try Relays(settings)
    if let tokens { relays.use(tokens) }
    let text = "\(policy.app.name) can send mail to this address.\n"
    let message = MailMessage(
      id: id, date: now, from: try renderer.sender(), to: Mailbox(name: "", address: recipient), replyTo: nil,
      subject: "A test of the mail of \(policy.app.name)", extraHeaders: [], text: text,
      html: "<p>This is a test. Mail can be sent to this address.</p>\n")
    return try relays.test(message, by: deadline, recorder: recorder)
  }

  /// Also checks the templates of one kind, in the best available language for each locale.
  package func check(_ kind: OutboxMessage.Kind, locales: [String?]) throws(Problem) {
    try check()
    if kind == .invitationSMS, sms == nil { sms = try SMSSender(settings) }
    let used = Set(locales.map { LanguageTag.best(for: $0, among: policy.app.locales).text })
    for locale in used.sorted() { try renderer.check(kind, locale: locale) }
  }

  /// The names of the relays of `MAIL_URL`, for a process that sends nothing.
  package static func relayNames(_ settings: Settings) throws(Problem) -> [String] { try Relays(settings).names }

  /// The names of the relays of `MAIL_URL`.
  package var relayNames: [String] {
    get throws(Problem) {
      try check()
      return relays?.names ?? []
    }
  }

  /// `MAIL_RETRY_HOURS`: how long a mail is tried.
  package var retryTime: Duration {
    get throws(Problem) { .hours(try settings.number("MAIL_RETRY_HOURS", in: 1...8760) ?? 120) }
  }

  /// Renders a message and tries its routes in order.
  package func send(
    _ message: OutboxMessage, avoiding relays: Set<String>, by deadline: Deadline, tokens: ServiceTokens
  ) throws(Problem) -> FinishedMessage {
    try use(tokens)
    // The tokens belong to the environment, which owns this courier: what is kept would keep the connections open.
    defer { release() }
    var failover = Failover(try routes(message, avoiding: relays), without: relays, by: deadline)
    while let route = failover.route {
      let attempt = try route.send(failover.routeDeadline, tokens.sendingEnd).at(route.name)
      guard failover.advance(after: attempt) else { return failover.finished(message, after: attempt) }
    }
    return FinishedMessage(message, .relayFailure("no relay can be tried now", after: nil))
  }

  /// `MAIL_RATE`: the maximum number of mails per second; nil for no limit.
  package var rate: Double? {
    get throws(Problem) {
      guard let text = try settings["MAIL_RATE"] else { return nil }
      guard let rate = Double(text), rate >= 0.001, rate <= 10_000 else {
        throw .misconfigured("MAIL_RATE", "should be a number of mails per second, 0.001 to 10000")
      }
      return rate
    }
  }

  /// `MAIL_CONNECTIONS`: how many messages are sent at once.
  var connections: Int {
    get throws(Problem) { try settings.number("MAIL_CONNECTIONS", in: 1...100) ?? 8 }
  }

  /// A sender with `MAIL_CONNECTIONS` connections.
  package func sender(
    timeout: Duration, by deadline: Deadline, tokens: ServiceTokens
  ) throws(Problem) -> any OutboxSender {
    try use(tokens)
    let sender = try ConcurrentSender(connections: try connections, timeout: timeout, deadline: deadline) {
      [unowned self] (message, relays) throws(Problem) in try routes(message, avoiding: relays)
    }
    lastSender = sender
    return sender
  }

  private func release() {
    tokens = nil
    relays?.use(nil)
  }

  private func use(_ tokens: ServiceTokens) throws(Problem) {
    try check()
    self.tokens = tokens
    relays?.use(tokens)
  }

  /// Renders a message and returns its routes.
  private func routes(_ message: OutboxMessage, avoiding avoided: Set<String>) throws(Problem) -> [Route] {
    switch message.kind.route {
    case .webhooks:
      let sender = try kept(&webhooks) { () throws(Problem) in try WebhookSender(settings) }
      return [
        sender.route(
          to: message.recipient, id: message.id, payload: try values(of: message), traceparent: message.traceparent)
      ]
    case .textMessages:
      let sender = try kept(&sms) { () throws(Problem) in try SMSSender(settings) }
      return [
        sender.route(
          to: message.recipient, text: try renderer.textMessage(try content(of: message, at: now)),
          traceparent: message.traceparent)
      ]
    case .pushServices:
      let sender = try kept(&push) { () throws(Problem) in try PushSender(settings, policy, tokens: tokens) }
      return [try pushRoute(message, sender)]
    case .apple:
      let sender = try kept(&apple) { () throws(Problem) in try AppleTokenSender(settings, policy) }
      return [sender.route(message.kind, try values(of: message), traceparent: message.traceparent)]
    case .mailRelay:
      try check()
      guard let relays else { throw .bug("no relays after the check") }
      var mail = try renderer.message(try content(of: message, at: now), date: now)
      mail.traceparent = message.traceparent
      return relays.routes(mail, avoiding: avoided)
    }
  }

  /// A sender that is made for the first message that needs it.
  private func kept<Sender>(_ sender: inout Sender?, _ make: () throws(Problem) -> Sender) throws(Problem) -> Sender {
    if let sender { return sender }
    let made = try make()
    sender = made
    return made
  }

  private func pushRoute(_ message: OutboxMessage, _ sender: PushSender) throws(Problem) -> Route {
    guard let address = message.pushAddress else { throw .bug("a push message has no address") }
    let push = try PushMessage(message, try values(of: message), app: policy.app.name, renderer.messages)
    let token = try secret.open(address.sealedToken, for: .pushTokens, at: address.sessionID)
    return try sender.route(push, to: token, at: address.service)
  }

  /// Checks the settings and texts for push messages, without sending one.
  /// - Returns: the names of the services; empty if the policy has no `push`.
  /// - Throws: `service/misconfigured` with the name of the variable.
  package func checkPush() throws(Problem) -> [String] {
    let sender = try PushSender(settings, policy, tokens: nil)
    for event in PushEvent.all where policy.push?.includes(event) ?? false {
      for locale in policy.app.locales {
        for part in ["title", "body"] { _ = try renderer.messages.push(event, part, [:], LanguageTag(locale)) }
      }
    }
    return sender.names
  }

  private func content(of message: OutboxMessage, at date: Timestamp) throws(Problem) -> MailContent {
    var content = try renderer.content(
      id: message.id, message.kind, locale: message.locale, recipient: message.recipient,
      values: try values(of: message))
    content.values = content.values.sent(at: date, before: message.expiresAt)
    if message.kind.offersInvitation, message.kind != .invitationSMS, content.unsubscribeToken == nil {
      // A release before schema 2 queued the mail.
      content.unsubscribeToken = try secret.seal(message.recipient, for: .unsubscribe, at: "unsubscribe")
    }
    return content
  }

  private func values(of message: OutboxMessage) throws(Problem) -> JSON {
    let sealed = try secret.open(message.sealedValues, for: .mailValues, at: message.id)
    guard let values = try? JSON(parsing: sealed) else { throw .bug("a queued message's values are not JSON") }
    return values
  }
}
