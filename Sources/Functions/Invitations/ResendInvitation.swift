// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// An inviter sends an invitation again, by the same or another channel, with a new code and a new expiry time. The old
/// code becomes invalid.
package enum ResendInvitation: Function {
  package static let name = "resend-invitation"

  package struct Event {
    let invitationID: String
    /// The new channel; nil for the same one.
    let channel: Invitation.Channel?
    /// Whether a text message's code is also sent by mail.
    let alsoByMail: Bool
    /// The inviter's own text for the client.
    let note: String?
  }

  package struct Output: FunctionOutput {
    let invitation: Invitation
    /// The message for the inviter about the delivery.
    let message: String
    let link: HandedLink?
    let now: Timestamp

    package var json: JSON {
      JSON.object(["invitation": invitation.json(at: now), "message": JSON(message)]).merging(link?.members ?? [:])
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      invitationID: try data.text("invitationId"), channel: SendInvitation.channel(in: data),
      alsoByMail: data.flag("alsoByMail"),
      note: data.optionalText("note"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] { rules.note(in: data) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let inviter = try call.requireCaller()
    var resent: ResentInvitation?
    // For a link, a repeated event has no mail to wait for.
    let answer = try environment.decide(call, amendableFor: resent?.mail == nil ? nil : PromisedMail.amendableFor) {
      (decision) throws(Problem) in
      try inviter.requireVerifiedInviter()
      let invitation = try decision.transaction.invitations.find(id: event.invitationID, of: inviter)
      guard decision.policy.isInvited(to: invitation) else {
        throw Problem(.invalidRole, "the policy no longer invites people to the role of the invitation")
      }
      var offer = try decision.transaction.invitations.offer(invitation)
      let channel = event.channel ?? invitation.channel
      let recipients = environment.policy.recipientKeys(
        of: inviter, invitation.email, phone: offer.client.phone, channel)
      try decision.limits.require(.invite, of: inviter.id)
      try decision.limits.require(recipients.map { (.inviteRecipient, $0) })
      offer.invitation = try decide(
        invitation, by: channel, days: decision.policy.invitation.days, now: decision.now)
      if channel == .sms { try requireNumber(of: offer.client, event, decision.policy) }
      if channel == .mail || event.alsoByMail { try requireAddress(of: offer.client, event) }
      try environment.requireChannel(channel, isResent: true, locales: [offer.client.locale ?? inviter.locale])
      if channel == .sms, event.alsoByMail {
        try environment.requireChannel(.mail, isResent: true, locales: [offer.client.locale ?? inviter.locale])
      }

      try decision.limits.count(.invite, of: inviter.id)
      for recipient in recipients { try decision.limits.count(.inviteRecipient, of: recipient) }
      let renewed = try renew(offer, event, decision)
      resent = renewed
      return try renewed.output(nil, call, environment)
    }
    guard case .decided(let output) = answer, let resent, let mail = resent.mail else { return answer }
    let mails = [resent.copy, mail].compactMap { $0 }
    let amended = try environment.sendPromised(mails, call) { (deliveries) throws(Problem) in
      try resent.output(deliveries[mail.id], call, environment)
    }
    return .decided(amended ?? output)
  }

  /// The resent invitation, with its mail or link.
  private struct ResentInvitation {
    let offer: InvitationDetails
    var mail: OutboxMessage?
    /// The mail that goes with a text message.
    var copy: OutboxMessage?
    var link: HandedLink?

    func output(_ promised: PromisedMail?, _ call: Call, _ environment: Environment) throws(Problem) -> Output {
      var invitation = offer.invitation
      if mail != nil { invitation.delivery = promised?.delivery ?? .queued }
      let message = try environment.message(invitation, offer.client, promised, isResent: true, call.language)
      return Output(invitation: invitation, message: message, link: link, now: environment.now)
    }
  }

  private static func renew(_ offer: InvitationDetails, _ event: Event, _ decision: Decision) throws(Problem)
    -> ResentInvitation
  {
    let (invitation, now) = (offer.invitation, decision.now)
    let code = decision.invitations.newCode()
    let byHand = invitation.channel == .link ? try decision.invitations.newShortCode() : nil
    try decision.transaction.outbox.cancel(ofInvitations: [invitation.id], at: now)
    try decision.transaction.invitations.save(
      invitation, codeHashes: [hashed(code), byHand?.hash].compactMap { $0 },
      remindAt: decision.policy.invitation.reminder(of: invitation, after: now), now: now)
    try decision.audit(.invitationResent, inviter: offer.inviter.id, subject: invitation.id)
    if let byHand {
      let link = HandedLink(try decision.environment.invitationLink(code), byHand.code)
      return ResentInvitation(offer: offer, link: link)
    }
    let mail = try decision.outbox.queueInvitation(
      .invitation(by: invitation.channel, isResent: true), offer, code: code, note: event.note, isLeased: true
    )
    guard invitation.channel == .sms, event.alsoByMail else { return ResentInvitation(offer: offer, mail: mail) }
    let copy = try decision.outbox.queueInvitation(
      .resentInvitation, offer, code: code, note: event.note, isLeased: true
    )
    return ResentInvitation(offer: offer, mail: mail, copy: copy)
  }

  /// Requires that the client has a telephone number. The refused field is the one that selects the client or the
  /// channel, because the event has no number.
  private static func requireNumber(of client: Client, _ event: Event, _ policy: Policy) throws(Problem) {
    guard policy.profile.phoneNumber(client.phone) == nil else { return }
    throw .invalid(
      event.channel == nil ? "/invitationId" : "/deliver", .invalidPhoneNumber,
      "needs a client with a telephone number, such as +1 555 123 4567, to send a text message to")
  }

  private static func requireAddress(of client: Client, _ event: Event) throws(Problem) {
    guard client.email == nil else { return }
    throw .invalid(
      event.channel == nil ? "/invitationId" : "/deliver", .invalidEmail, "needs a client with an address")
  }

  /// The renewed invitation, with the policy's term from now on.
  static func decide(
    _ invitation: Invitation, by channel: Invitation.Channel, days: Int, now: Timestamp
  ) throws(Problem) -> Invitation {
    let status = invitation.status(at: now)
    guard status == .pending || status == .expired else {
      throw Problem(.invitationNotPending, "the invitation is \(status.rawValue)")
    }
    var renewed = invitation
    renewed.storedStatus = .pending
    renewed.channel = channel
    renewed.delivery = channel == .link ? nil : .queued
    renewed.sentAt = now
    renewed.expiresAt = InvitationTerm.end(sentAt: now, days: days)
    renewed.resendCount += 1
    return renewed
  }
}
