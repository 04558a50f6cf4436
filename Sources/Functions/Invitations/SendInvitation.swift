// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// An inviter adds clients and invites them. Each client gets a record and a mail or text message with a code, or the
/// inviter gets the link to pass on.
package enum SendInvitation: Function {
  package static let name = "send-invitation"

  package struct Event {
    let recipients: Recipients
    let days: Int?
    let allowOtherEmail: Bool
    let channel: Invitation.Channel
    /// Whether a text message's code is also sent by mail.
    let alsoByMail: Bool
    /// The role of the accounts that accept; nil for the invitee's.
    let role: String?
    /// The inviter's own text for the clients.
    let note: String?

    /// Whether the event has a list, so that each client has its own result.
    var isBulk: Bool { if case .list = recipients { true } else { false } }
    var byLink: Bool { channel == .link }
    var sendsCopy: Bool { channel == .sms && alsoByMail }
  }

  enum Recipients {
    case one(Recipient)
    /// The unvalidated clients of a list. Each is validated separately.
    case list([JSON])
  }

  package struct Output: FunctionOutput {
    /// One result per recipient.
    var results: [Result<SentInvitation, ErrorAnswer>]
    let isBulk: Bool
    let now: Timestamp

    package var json: JSON {
      let results = results.map { result in
        switch result {
        case .success(let sent): sent.json(at: now)
        case .failure(let error): FunctionResult.failure(error).json
        }
      }
      return isBulk ? ["results": .array(results)] : results[0]
    }
  }

  /// The result of one recipient: a client, and the mail or the link.
  struct SentInvitation {
    let client: Client
    var invitation: Invitation
    /// The message for the inviter about the delivery.
    var message: String
    var mail: OutboxMessage?
    /// The mail that goes with a text message.
    var copy: OutboxMessage?
    var link: HandedLink?
    /// The address that was probably meant.
    let suggestion: String?

    func json(at now: Timestamp) -> JSON {
      JSON.object([
        "client": client.json, "invitation": invitation.json(at: now), "message": JSON(message),
        "suggestion": suggestion.map(JSON.string),
      ]).merging(link?.members ?? [:])
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    let recipients: Recipients =
      if let list = data.json("clients")?.array { .list(list) } else {
        .one(try Recipient(try data.fields("client"), at: "/client"))
      }
    return Event(
      recipients: recipients, days: data.optionalInteger("days"), allowOtherEmail: data.flag("allowOtherEmail"),
      channel: channel(in: data) ?? .mail, alsoByMail: data.flag("alsoByMail"), role: data.optionalText("role"),
      note: data.optionalText("note"))
  }

  static func channel(in data: Fields) -> Invitation.Channel? {
    data.optionalText("deliver").flatMap(Invitation.Channel.init)
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    let ofClient = data.optionalFields("client").map {
      Recipient.badFields(of: $0, at: "/client", by: channel(in: data) ?? .mail, rules.policy)
    }
    let wrongCopy = Problem.Field(pointer: "/alsoByMail", detail: "should be given only with deliver \"sms\"")
    let copy = data.flag("alsoByMail") && channel(in: data) != .sms ? [wrongCopy] : []
    let client = data.optionalFields("client")
    let copyGoesNowhere = data.flag("alsoByMail") && client.map { !$0.has("email") } ?? false
    return rules.note(in: data) + (ofClient ?? []) + copy
      + (copyGoesNowhere ? [.missing("/client/email", .invalidEmail)] : [])
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let inviter = try call.requireCaller()
    let days = event.days ?? environment.policy.invitation.days
    guard days <= environment.policy.invitation.days else {
      throw .invalid("/days", .eventInvalid, "the policy allows at most \(environment.policy.invitation.days) days")
    }
    if let wrong = environment.policy.wrongInvitedRole(event.role, at: "/role") { throw .broken([wrong]) }
    let recipients =
      switch event.recipients {
      case .one(let recipient): [Result<Recipient, Problem>.success(recipient)]
      case .list(let list): try environment.recipients(list, by: event.channel)
      }
    let locales = recipients.compactMap { try? $0.get() }.map { $0.locale ?? inviter.locale }
    try environment.requireChannel(event.channel, isResent: false, locales: locales)
    if event.sendsCopy { try environment.requireChannel(.mail, isResent: false, locales: locales) }

    let amendableFor = event.byLink ? nil : event.isBulk ? environment.leaseTime : PromisedMail.amendableFor
    let answer = try environment.decide(call, amendableFor: amendableFor) { (decision) throws(Problem) in
      try inviter.requireVerifiedInviter()
      let batch = InvitationBatch(event: event, days: days, inviter: inviter, decision: decision)
      return Output(results: try batch.results(for: recipients), isBulk: event.isBulk, now: decision.now)
    }
    guard case .decided(let output) = answer else { return answer }
    // The text message comes last, because the delivery of the invitation is that of the last message.
    let sent = output.results.compactMap { try? $0.get() }
    let mails = sent.compactMap(\.copy) + sent.compactMap(\.mail)
    let amended = try environment.sendPromised(mails, call) { (deliveries) throws(Problem) in
      try output.amended(with: deliveries, call, environment)
    }
    return .decided(amended ?? output)
  }
}

/// What is decided about one recipient.
enum RecipientOutcome {
  /// `earlier` is the ended invitation of an existing client; nil for a new one.
  case invite(Client, earlier: Invitation?)
  case refuse(Problem)
}

/// The recipients of one event, in its transaction.
struct InvitationBatch {
  let event: SendInvitation.Event
  let days: Int
  let inviter: Account
  let decision: Decision

  /// The state after the earlier recipients of the same event.
  private struct Progress {
    var invites: Allowance
    /// The keys of the addresses, to find duplicates.
    var addresses: Set<String> = []
    /// The number of invitations for each of `recipientKeys`.
    var counts: [String: Int] = [:]
  }

  /// Decides about all recipients, and then stores the decisions.
  func results(
    for recipients: [Result<Recipient, Problem>]
  ) throws(Problem) -> [Result<SendInvitation.SentInvitation, ErrorAnswer>] {
    try decide(recipients).map { (outcome) throws(Problem) in try apply(outcome) }
  }

  /// Decides the recipients in order, so that the second of two equal addresses is the duplicate. It stores nothing.
  func decide(_ recipients: [Result<Recipient, Problem>]) throws(Problem) -> [RecipientOutcome] {
    var progress = Progress(invites: try decision.limits.allowance(.invite, of: inviter.id))
    decision.transaction.prefetch { () throws(Problem) in
      for recipient in recipients {
        guard let recipient = try? recipient.get() else { continue }
        if let email = recipient.email { _ = try decision.transaction.clients.find(of: inviter.id, email: email) }
        for key in decision.policy.recipientKeys(
          of: inviter, recipient.email, phone: recipient.phone, event.channel)
        {
          _ = try decision.limits.allowance(.inviteRecipient, of: key)
        }
      }
    }
    return try recipients.map { (recipient) throws(Problem) in
      do throws(Problem) {
        return try decide(try recipient.get(), &progress)
      } catch {
        guard error.isRefusal else { throw error }
        return .refuse(error)
      }
    }
  }

  private func decide(_ recipient: Recipient, _ progress: inout Progress) throws(Problem) -> RecipientOutcome {
    try decision.policy.requireAllowedDomain(recipient)
    let existing = try recipient.email.flatMap { (email) throws(Problem) in
      try decision.transaction.clients.find(of: inviter.id, email: email)
    }
    let earlier = try existing.flatMap { (client) throws(Problem) in
      try decision.transaction.invitations.find(ofClient: client.id)
    }
    let isRepeated = recipient.email.map { !progress.addresses.insert($0.mailboxKey).inserted } ?? false
    guard !isRepeated, earlier.map({ $0.hasEnded(for: existing) }) ?? true else {
      throw Problem(.clientDuplicate, "this inviter already has a client with that address")
    }
    guard progress.invites.left > 0 else { throw Limits.exceeded(.invite, progress.invites) }
    let client = recipient.client(existing, of: inviter, decision.environment)
    let keys = decision.policy.recipientKeys(of: inviter, client.email, phone: client.phone, event.channel)
    for key in keys {
      let own = try decision.limits.allowance(.inviteRecipient, of: key)
      guard own.left > progress.counts[key] ?? 0 else { throw Limits.exceeded(.inviteRecipient, own) }
    }
    progress.invites.left -= 1
    for key in keys { progress.counts[key, default: 0] += 1 }
    return .invite(client, earlier: earlier)
  }

  /// Stores the decision about one recipient, and queues the mail.
  private func apply(
    _ outcome: RecipientOutcome
  ) throws(Problem) -> Result<SendInvitation.SentInvitation, ErrorAnswer> {
    let (client, earlier): (Client, Invitation?)
    switch outcome {
    case .refuse(let problem):
      guard event.isBulk else { throw problem }
      return .failure(try decision.environment.answer(problem, decision.call.language))
    case .invite(let invited, let revoked): (client, earlier) = (invited, revoked)
    }
    let now = decision.now
    let invitation = Invitation(
      id: earlier?.id ?? decision.environment.newID(), clientID: client.id, inviterID: inviter.id, email: client.email,
      channel: event.channel, delivery: event.byLink ? nil : .queued, allowOtherEmail: event.allowOtherEmail,
      role: event.role == decision.policy.roles.invitee ? nil : event.role, sentAt: now,
      expiresAt: InvitationTerm.end(sentAt: now, days: days), resendCount: earlier?.resendCount ?? 0)
    let code = decision.invitations.newCode()
    let byHand = event.byLink ? try decision.invitations.newShortCode() : nil
    if earlier == nil {
      try decision.transaction.clients.insert(client)
    } else {
      try decision.transaction.clients.update(client)
    }
    try decision.transaction.invitations.save(
      invitation, codeHashes: [hashed(code), byHand?.hash].compactMap { $0 },
      remindAt: decision.policy.invitation.reminder(of: invitation, after: now), now: now)
    try decision.limits.count(.invite, of: inviter.id)
    for key in decision.policy.recipientKeys(of: inviter, client.email, phone: client.phone, event.channel) {
      try decision.limits.count(.inviteRecipient, of: key)
    }
    try decision.audit(.invitationSent, inviter: inviter.id, subject: invitation.id)
    let message = try decision.environment.message(invitation, client, nil, isResent: false, decision.call.language)
    var sent = SendInvitation.SentInvitation(
      client: client, invitation: invitation, message: message,
      suggestion: client.email?.suggestion(decision.policy.email)?.text)
    if let byHand {
      sent.link = HandedLink(try decision.environment.invitationLink(code), byHand.code)
    } else {
      let offer = InvitationDetails(invitation: invitation, client: client, inviter: Inviter(inviter))
      sent.mail = try decision.outbox.queueInvitation(
        .invitation(by: event.channel, isResent: false), offer, code: code, note: event.note, isLeased: true
      )
      if event.sendsCopy, client.email != nil {
        sent.copy = try decision.outbox.queueInvitation(
          .invitation, offer, code: code, note: event.note, isLeased: true
        )
      }
    }
    return .success(sent)
  }
}

extension SendInvitation.Output {
  /// The same result with the delivery of the mails.
  /// - Parameter deliveries: the delivery of each mail, by the mail's id.
  fileprivate func amended(
    with deliveries: [String: PromisedMail], _ call: Call, _ environment: Environment
  ) throws(Problem) -> Self {
    var amended = self
    amended.results = try results.map { (result) throws(Problem) in
      guard case .success(var sent) = result, let promised = sent.mail.flatMap({ deliveries[$0.id] }) else {
        return result
      }
      sent.invitation.delivery = promised.delivery
      sent.message = try environment.message(sent.invitation, sent.client, promised, isResent: false, call.language)
      return .success(sent)
    }
    return amended
  }
}
