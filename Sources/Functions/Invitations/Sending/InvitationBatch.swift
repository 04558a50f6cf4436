// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// What is decided about one recipient.
enum RecipientOutcome {
  case invite(Sending)
  /// The address looks mistyped: the inviter is asked first.
  case ask(suggestion: EmailAddress)
  case refuse(Problem)
}

/// The recipients of one `send-invitation`, in its transaction.
struct InvitationBatch {
  let event: SendInvitation.Event
  let days: Int
  let inviter: Account
  let team: Membership
  let decision: Decision
  private var sendings: SendingBatch
  /// What was decided about each address, by its key, to find duplicates. Refused recipients are not in it:
  /// the same address may follow.
  private var addresses: [String: Sending] = [:]

  init(event: SendInvitation.Event, days: Int, inviter: Account, _ decision: Decision) throws(Problem) {
    (self.event, self.days, self.inviter, self.decision) = (event, days, inviter, decision)
    team = try decision.teams.of(inviter).chosen()
    sendings = try SendingBatch(of: inviter, note: event.note, alsoByMail: event.alsoByMail, decision)
  }

  /// Decides about all recipients, and then stores the decisions.
  mutating func results(
    for recipients: [Result<Recipient, Problem>]
  ) throws(Problem) -> [Result<SendInvitation.RecipientResult, ErrorResult>] {
    let outcomes = try decide(recipients)
    let again = outcomes.compactMap { if case .invite(let sending) = $0, sending.replacesCode { sending } else { nil } }
    if !again.isEmpty { try sendings.requireChannels(for: again) }
    return try outcomes.map { (outcome) throws(Problem) in
      switch outcome {
      case .invite(let sending): return .success(.sent(try sendings.send(sending)))
      case .ask(let meant):
        let message = try decision.messages.text(
          .invitationUnsent, ["email": meant.text], decision.call.language)
        return .success(.unsent(suggestion: meant.text, message: message))
      case .refuse(let problem):
        guard event.isBulk else { throw problem }
        return .failure(try decision.messages.answer(problem, decision.call.language))
      }
    }
  }

  /// Decides the recipients in order, so the second of two equal addresses is the duplicate. It stores nothing.
  mutating func decide(_ recipients: [Result<Recipient, Problem>]) throws(Problem) -> [RecipientOutcome] {
    decision.prefetch(.recipients(recipients.compactMap { try? $0.get() }, of: team, by: inviter, event.channel))
    var outcomes: [RecipientOutcome] = []
    for recipient in recipients {
      do throws(Problem) {
        outcomes.append(try decide(try recipient.get()))
      } catch {
        guard error.isRefusal else { throw error }
        outcomes.append(.refuse(error))
      }
    }
    return outcomes
  }

  private mutating func decide(_ recipient: Recipient) throws(Problem) -> RecipientOutcome {
    try decision.policy.requireAllowedDomain(recipient.email, at: recipient.place + "/email")
    let meant = recipient.email?.suggestion(decision.policy.email)
    if event.confirmsAddress, let meant { return .ask(suggestion: meant) }
    var existing = try recipient.email.flatMap { (email) throws(Problem) in
      try decision.tables.clients.find(of: team.teamID, email: email)
    }
    var earlier = try existing.flatMap { (client) throws(Problem) in
      try decision.tables.invitations.find(ofClient: client.id)
    }
    let key = recipient.email?.mailboxKey
    if let key, let first = addresses[key] {
      throw .duplicate(of: first.client, first.invitation, isInList: true)
    }
    let abandoned = try existing.flatMap { (client) throws(Problem) in
      try AbandonedRecord(client, earlier, decision)
    }
    if abandoned != nil { (existing, earlier) = (nil, nil) }
    try requireNoMember(recipient, existing, earlier)
    if let existing, let earlier, !earlier.mayBeSentAgain(to: existing, at: decision.now) {
      throw .duplicate(of: existing, earlier)
    }
    try decision.teams.requireCoach(recipient.coachID, in: team.teamID, at: recipient.place + "/coachId")
    var sending = sending(to: recipient, existing, earlier, suggestion: meant)
    sending.abandoned = abandoned
    try sendings.reserve(sending)
    if let key { addresses[key] = sending }
    return .invite(sending)
  }

  /// Requires that a recipient of an invitation into the team is not in it. Ownership can be offered to a member.
  /// - Throws: `client/duplicate`.
  private func requireNoMember(
    _ recipient: Recipient, _ existing: Client?, _ earlier: Invitation?
  ) throws(Problem) {
    guard decision.policy.hasTeams, let offered = event.teamRole(decision.policy) else { return }
    var member = earlier?.storedStatus == .accepted ? existing?.formerAccountID : nil
    if member == nil, let email = recipient.email { member = try decision.tables.accounts.find(email: email)?.id }
    guard let member, let known = try decision.tables.teams.membership(of: member, in: team.teamID) else { return }
    guard offered == .owner, known.role != .owner else { throw .duplicate(of: existing, earlier) }
  }

  /// A resent invitation keeps what the event omits, except the channel, the term and the role, which always come from
  /// the event.
  private func sending(
    to recipient: Recipient, _ existing: Client?, _ earlier: Invitation?, suggestion: EmailAddress?
  ) -> Sending {
    let client = recipient.client(existing, of: inviter, in: team.teamID, decision.environment)
    // The values of an accepted invitation have had their effect, and are not kept.
    let kept = earlier?.storedStatus == .accepted ? nil : earlier
    var invitation = Invitation(
      id: earlier?.id ?? decision.newID(), clientID: client.id, teamID: team.teamID,
      inviterID: inviter.id, email: client.email, channel: event.channel, delivery: event.byLink ? nil : .queued,
      allowOtherEmail: event.allowOtherEmail ?? kept?.allowOtherEmail ?? false,
      role: event.role == decision.policy.roles.invitee ? nil : event.role, sentAt: decision.now,
      expiresAt: InvitationTerm.end(sentAt: decision.now, days: days),
      resendCount: (earlier?.resendCount ?? 0) + (kept == nil ? 0 : 1), openedAt: kept?.openedAt)
    invitation.teamRole = event.teamRole(decision.policy)
    invitation.data = event.data.applied(to: kept?.data)
    invitation.returnURL = event.returnURL ?? kept?.returnURL
    invitation.userMetadata = decision.call.terms.newAccounts.metadata ?? kept?.userMetadata
    return Sending(
      existing: existing, client: client, invitation: invitation, earlier: earlier, suggestion: suggestion?.text)
  }
}

extension Prefetch {
  /// The clients with the recipients' addresses, and what the limits still allow them.
  fileprivate static func recipients(
    _ recipients: [Recipient], of team: Membership, by inviter: Account, _ channel: Invitation.Channel
  ) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      for recipient in recipients {
        if let email = recipient.email {
          _ = try decision.tables.clients.find(of: team.teamID, email: email)
        }
        let keys = decision.policy.recipientKeys(
          of: team.teamID, by: inviter, recipient.email, phone: recipient.phone, channel)
        for key in keys {
          _ = try decision.limits.allowance(.inviteRecipient, of: key)
        }
      }
    }
  }
}
