// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

/// Events about mails that the relay has accepted: a vendor's webhook, or a bounce that a mail server pipes in.
package enum OnMailEvent: Function {
  package static let name = "on-mail-event"

  package struct Event {
    let data: JSON
  }

  package struct Output: FunctionOutput {
    let processed: Int
    let ignored: Int
    let unknown: Int
    /// The URL that an operator opens to confirm a subscription.
    let subscribeURL: String?
    /// Whether a message that a mail server passed is not a report, for example a person's reply.
    let isNoReport: Bool

    package var json: JSON {
      .object([
        "processed": JSON(processed), "ignored": JSON(ignored), "unknown": JSON(unknown),
        "subscribeURL": subscribeURL.map(JSON.string), "notice": isNoReport ? "not-a-report" : nil,
      ])
    }
  }

  package static func event(from data: Fields) -> Event { Event(data: data.all) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let report = try Report(event.data, isAuthenticatedByPlatform: call.isAuthenticatedByPlatform, environment)
    let call =
      report.singleUseToken.map { token in
        call.identified(by: EventKey(function: name, caller: "", source: "webhook", id: token), report.content)
      } ?? call
    return try environment.decide(call) { (decision) throws(Problem) in
      var counts: [EventResult: Int] = [:]
      if report.isNoReport { counts[.ignored] = 1 }
      if let url = report.subscribeURL {
        try decision.tables.notices.save(
          Notice(.unconfirmedSubscription, detail: ["url": .string(url)], at: decision.now))
      }
      for event in report.events { counts[try decision.record(event), default: 0] += 1 }
      return Output(
        processed: counts[.processed] ?? 0, ignored: counts[.ignored] ?? 0, unknown: counts[.unknown] ?? 0,
        subscribeURL: report.subscribeURL, isNoReport: report.isNoReport)
    }
  }

  /// Events whose sender is authenticated.
  private struct Report {
    let events: [MailEvent]
    let content: [UInt8]
    var singleUseToken: String?
    var subscribeURL: String?
    var isNoReport = false

    init(_ data: JSON, isAuthenticatedByPlatform: Bool, _ environment: Environment) throws(Problem) {
      if data["message"] != nil {
        content = try data.content("message")
        let bounce = BounceMessage(content)
        events = bounce.map { [$0.event] } ?? []
        isNoReport = bounce == nil
        return
      }
      let request = try WebhookRequest(data)
      content = request.body
      let webhook = try Self.webhook(request, try request.json())
      if !isAuthenticatedByPlatform { try webhook.verify(environment.webhookKeys) }
      events = webhook.events
      singleUseToken = webhook.singleUseToken
      subscribeURL = webhook.subscribeURL
    }

    private static func webhook(_ request: WebhookRequest, _ body: JSON) throws(Problem) -> any MailWebhook {
      let vendors = MailVendor.webhooks
      for vendor in vendors { if let webhook = vendor.init(request, body) { return webhook } }
      let signers = vendors.map { $0.signer }
      throw Problem(
        .unauthenticated,
        "the request is not signed by \(signers.dropLast().joined(separator: ", ")) or \(signers.last ?? "")")
    }
  }
}

/// The result of an event about a mail.
private enum EventResult {
  /// It was stored.
  case processed
  /// It has no effect, is known already, or is older than the stored state.
  case ignored
  /// No mail has these ids.
  case unknown
}

extension Decision {
  /// Stores an event if it is new: events arrive twice, late, and in any order.
  fileprivate func record(_ event: MailEvent) throws(Problem) -> EventResult {
    if event.kind == .other { return .ignored }
    guard let mail = try mail(event.names) else { return .unknown }
    let text = mail.isErased ? nil : event.text(to: mail.recipient)
    let address = EmailAddress.stored(mail.recipient)
    switch event.kind {
    case .other: return .ignored
    case .delayed:
      return try text.map { (text) throws(Problem) in try tables.outbox.recordDelay(text, of: mail.id) } ?? false
        ? .processed : .ignored
    case .unsubscribed:
      guard let address else { return .ignored }
      return try suppressions.unsubscribe(address) ? .processed : .ignored
    case .delivered: return try store(.delivered, of: mail, nil, text)
    case .bounced(let said, let isSaidDead):
      let isOther = event.failedElsewhere(than: address)
      let (reason, isAddressDead) = (isOther && said == .address ? .other : said, isSaidDead && !isOther)
      let result = try refine(mail, reason, text) ? .processed : store(.bounced, of: mail, reason, text)
      if result == .processed, isAddressDead, let address {
        _ = try suppressions.suppress(address, .bounced, detail: text)
      }
      return result
    case .complained:
      let result = try store(.complained, of: mail, nil, text)
      if result == .processed, let address { _ = try suppressions.suppress(address, .complained, detail: text) }
      return result
    }
  }

  /// Stores the outcome of a mail, unless it is known or a worse one is.
  private func store(_ outcome: OutboxMessage.Outcome, of mail: OutboxMessage, _ reason: BounceReason?, _ text: String?)
    throws(Problem) -> EventResult
  {
    guard outcome.follows(mail.outcome) else { return .ignored }
    try tables.outbox.setOutcome(outcome, of: mail.id, reason: reason, text: text, at: now)
    let invitation = try mail.invitationID.flatMap { (id) throws(Problem) in try tables.invitations.find(id: id) }
    if let invitation, invitation.delivery != nil, mail.kind.isInvitation, mail.outcome != .bounced,
      try tables.outbox.isLatestInvitation(mail)
    {
      try tables.invitations.setDelivery(outcome == .bounced ? .bounced : .delivered, of: invitation.id)
      if outcome == .bounced { try outbox.announceBounce(of: invitation, mail, reason, text) }
    }
    try audit(
      AuditAction(outcome), team: mail.kind.offersInvitation ? invitation?.teamID : nil,
      subject: mail.invitationID ?? mail.id)
    return .processed
  }

  /// Stores the reason of a bounce that was known, but not why. The inviter has been told.
  /// - Returns: whether it was stored.
  private func refine(_ mail: OutboxMessage, _ reason: BounceReason, _ text: String?) throws(Problem) -> Bool {
    guard mail.outcome == .bounced, mail.bounceReason?.isVague ?? true, !reason.isVague else { return false }
    try tables.outbox.setOutcome(.bounced, of: mail.id, reason: reason, text: text, at: now)
    return true
  }

  private func mail(_ names: MailNames) throws(Problem) -> OutboxMessage? {
    for id in names.own { if let mail = try tables.outbox.find(id: id) { return mail } }
    for id in names.vendors { if let mail = try tables.outbox.find(vendorID: id) { return mail } }
    return nil
  }
}

extension Call {
  /// The same call with another event key.
  fileprivate func identified(by key: EventKey, _ data: [UInt8]) -> Call {
    var call = self
    call.event = (key, data)
    return call
  }
}

extension AuditAction {
  fileprivate init(_ outcome: OutboxMessage.Outcome) {
    self =
      switch outcome {
      case .delivered: .mailDelivered
      case .bounced: .mailBounced
      case .complained: .mailComplained
      }
  }
}

extension MailEvent {
  /// Whether the mail was forwarded, and failed at an address of another domain: then that one may be dead, and the
  /// mail's own address is not. Servers rewrite addresses between a domain and its hosts.
  fileprivate func failedElsewhere(than own: EmailAddress?) -> Bool {
    guard let own, let failedAt, failedAt.mailboxKey != own.mailboxKey else { return false }
    let (domain, other) = (own.asciiDomain, failedAt.asciiDomain)
    return domain != other && !other.hasSuffix(".\(domain)") && !domain.hasSuffix(".\(other)")
  }
}
