// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// One sending of an invitation, as it was decided: a new invitation, or one that is sent again.
struct Sending {
  /// The client's record before the event; nil for a new client.
  let existing: Client?
  /// The client and the invitation as they will be stored.
  let client: Client
  let invitation: Invitation
  /// The client's invitation before the event; nil for a new client.
  let earlier: Invitation?
  /// Another record that has this address but whose account is gone; nil if there is none.
  var abandoned: AbandonedRecord?
  /// The address that was probably meant.
  var suggestion: String?

  /// Whether an invitation is sent again. After an acceptance the next one is new.
  var isResent: Bool { earlier.map { $0.storedStatus != .accepted } ?? false }

  /// Whether the recipient has an earlier code. The message then says that the new code replaces it.
  var replacesCode: Bool { isResent && client.email.map { earlier?.isTo($0) ?? false } ?? (earlier?.email == nil) }
}

/// The result of one sending: the invitation, and the mail or the link.
struct SentInvitation {
  let client: Client
  var invitation: Invitation
  let isResent: Bool
  /// The message for the inviter about the delivery.
  var message: String
  /// The mail, or the text message.
  var primaryMessage: OutboxMessage?
  /// The mail that goes with a text message.
  var mailCopy: OutboxMessage?
  var link: LinkToPassOn?
  /// The address that was probably meant.
  let suggestion: String?

  /// The members that every result of a sending has.
  func json(at now: Timestamp) -> JSON {
    JSON.object([
      "invitation": invitation.json(at: now), "message": JSON(message), "suggestion": suggestion.map(JSON.string),
    ]).merging(link?.members ?? [:])
  }

  /// The same result with the delivery of its message.
  func amended(
    with deliveries: [String: PromisedDelivery], _ call: Call, _ environment: Environment
  ) throws(Problem) -> SentInvitation {
    guard let promised = primaryMessage.flatMap({ deliveries[$0.id] }) else { return self }
    var amended = self
    amended.invitation.delivery = promised.delivery
    amended.message = try amended.invitation.message(
      to: client, promised, isResent: isResent, call.language, environment)
    return amended
  }
}

extension [SentInvitation] {
  /// The messages of all of them. Text messages come last, because the delivery of an invitation is that of the last
  /// message.
  var messages: [OutboxMessage] { compactMap(\.mailCopy) + compactMap(\.primaryMessage) }
}

/// A result whose messages are tried after the commit, so that it can say what became of them.
protocol SendingOutput: FunctionOutput {
  /// The results that were not refused.
  var sent: [SentInvitation] { get }
  /// Whether the event is about many. A repeated event then waits longer for the messages.
  var isBulk: Bool { get }
  /// The same result with each of `sent` replaced.
  func amended(_ amend: (SentInvitation) throws(Problem) -> SentInvitation) throws(Problem) -> Self
}

extension SendingOutput {
  /// Decides an event that sends invitations, and tries to send their messages after the commit.
  /// - Parameters:
  ///   - onRefusal: as for `decide`.
  ///   - body: as for `decide`.
  /// - Returns: the result with the delivery of the messages that were tried.
  static func decideWithDeliveries(
    _ call: Call, _ environment: Environment,
    onRefusal: (Decision, Problem) throws(Problem) -> Void = { (_, _) throws(Problem) in },
    _ body: (Decision) throws(Problem) -> Self
  ) throws(Problem) -> Answer<Self> {
    var messages: [OutboxMessage] = []
    var teams: [String] = []
    var isBulk = false
    // For links, a repeated event has no message to wait for.
    func amendableFor() -> Duration? {
      messages.isEmpty ? nil : isBulk ? environment.clock.deadline.leaseTime : PromisedMessages.amendableFor
    }
    let answer = try environment.decide(call, amendableFor: amendableFor(), onRefusal: onRefusal) {
      (decision) throws(Problem) in
      let output = try body(decision)
      (messages, teams, isBulk) = (output.sent.messages, decision.usedTeams, output.isBulk)
      return output
    }
    guard case .decided(let output) = answer else { return answer }
    let amended = try PromisedMessages(messages, of: teams, call, environment).send { (deliveries) throws(Problem) in
      try output.amended { (sent) throws(Problem) in try sent.amended(with: deliveries, call, environment) }
    }
    return .decided(amended ?? output)
  }
}

/// The sendings of one event, in its transaction. First all of them are decided, and then they are stored.
struct SendingBatch {
  let inviter: Account
  /// The inviter's own text for the clients.
  let note: String?
  /// Whether the code of a text message is also sent by mail.
  let alsoByMail: Bool
  let decision: Decision
  /// What the limits allow after the sendings that were decided.
  private var invites: Allowance
  /// What is left of the limit of each team, if the policy has teams.
  private var ofTeams: [String: Allowance] = [:]
  private var counts: [String: Int] = [:]

  init(of inviter: Account, note: String?, alsoByMail: Bool, _ decision: Decision) throws(Problem) {
    (self.inviter, self.note, self.alsoByMail, self.decision) = (inviter, note, alsoByMail, decision)
    invites = try decision.limits.allowance(.invite, of: inviter.id)
  }

  /// Takes a sending out of what the limits allow. It stores nothing.
  /// - Throws: `auth/too-many-requests`.
  mutating func reserve(_ sending: Sending) throws(Problem) {
    guard invites.left > 0 else { throw Limits.exceeded(.invite, invites) }
    let ofTeam = try allowance(ofTeam: sending.client.teamID)
    if let ofTeam, ofTeam.left <= 0 { throw Limits.exceeded(.inviteTeam, ofTeam) }
    let keys = recipientKeys(of: sending)
    for key in keys {
      let own = try decision.limits.allowance(.inviteRecipient, of: key)
      guard own.left > counts[key] ?? 0 else { throw Limits.exceeded(.inviteRecipient, own) }
    }
    invites.left -= 1
    if ofTeam != nil { ofTeams[sending.client.teamID]?.left -= 1 }
    for key in keys { counts[key, default: 0] += 1 }
  }

  /// What is left of the invitations of a team; nil if the policy has no teams.
  private mutating func allowance(ofTeam id: String) throws(Problem) -> Allowance? {
    guard decision.policy.hasTeams else { return nil }
    if let known = ofTeams[id] { return known }
    let found = try decision.limits.allowance(.inviteTeam, of: id)
    ofTeams[id] = found
    return found
  }

  /// Checks that the messages can be made, before one is queued.
  /// - Throws: `service/misconfigured`.
  func requireChannels(for sendings: [Sending]) throws(Problem) {
    for channel in Invitation.Channel.allCases {
      for isResent in [false, true] {
        let locales = sendings.filter { $0.invitation.channel == channel && $0.replacesCode == isResent }.map {
          $0.client.locale ?? inviter.locale
        }
        guard !locales.isEmpty else { continue }
        try channel.requireSettings(isResent: isResent, locales: locales, decision.environment)
        guard channel == .sms, alsoByMail else { continue }
        try Invitation.Channel.mail.requireSettings(isResent: isResent, locales: locales, decision.environment)
      }
    }
  }

  /// Stores a sending: the records, a new code in place of earlier ones, and the message. Messages with earlier codes
  /// are cancelled.
  func send(_ sending: Sending) throws(Problem) -> SentInvitation {
    let (client, invitation, now) = (sending.client, sending.invitation, decision.now)
    let code = decision.invitations.newCode()
    let byHand = invitation.channel == .link ? try decision.invitations.newShortCode() : nil
    if let abandoned = sending.abandoned { try abandoned.giveUpAddress(decision) }
    if sending.existing == nil {
      try decision.tables.clients.insert(client)
    } else if client != sending.existing {
      try decision.tables.clients.update(client)
    }
    if let earlier = sending.earlier, earlier.email?.mailboxKey != invitation.email?.mailboxKey {
      // A person who accepted at the wrong address is not the intended client.
      try decision.tables.waitingAcceptances.remove(subject: invitation.id)
    }
    if sending.isResent { try decision.tables.outbox.cancel(of: [invitation], at: now) }
    try decision.tables.invitations.save(
      invitation, codeHashes: [hashed(code), byHand?.hash].compactMap { $0 },
      supersedes: try !keepsEarlierCodes(sending),
      remindAt: decision.policy.invitation.reminder(of: invitation, after: now), now: now)
    try decision.limits.count(.invite, of: inviter.id)
    if decision.policy.hasTeams { try decision.limits.count(.inviteTeam, of: client.teamID) }
    for key in recipientKeys(of: sending) { try decision.limits.count(.inviteRecipient, of: key) }
    try decision.audit(
      sending.isResent ? .invitationResent : .invitationSent, team: invitation.teamID, subject: invitation.id)
    return try queued(sending, code, byHand?.code)
  }

  /// Whether the person keeps the code of an earlier mail: the new one would not arrive, because the address is
  /// suppressed.
  private func keepsEarlierCodes(_ sending: Sending) throws(Problem) -> Bool {
    guard sending.invitation.channel == .mail, sending.replacesCode, let email = sending.client.email,
      let earlier = sending.earlier, [.pending, .expired].contains(earlier.status(at: decision.now))
    else { return false }
    return try decision.suppressions.suppression(of: email)?.blocks(.resentInvitation) ?? false
  }

  private func queued(
    _ sending: Sending, _ code: String, _ shortCode: ShortCode?
  ) throws(Problem) -> SentInvitation {
    let (client, invitation) = (sending.client, sending.invitation)
    var sent = SentInvitation(
      client: client, invitation: invitation, isResent: sending.isResent,
      message: try invitation.message(
        to: client, nil, isResent: sending.isResent, decision.call.language, decision.environment),
      suggestion: sending.suggestion)
    if let shortCode {
      let base = try decision.publicURL() + "/"
      sent.link = LinkToPassOn(OutboxMessage.link(to: "invite", code: code, from: base), shortCode)
      return sent
    }
    let details = InvitationDetails(
      invitation: invitation, client: client, inviter: try decision.teams.inviter(inviter, in: invitation.teamID))
    sent.primaryMessage = try decision.outbox.queueInvitation(
      .invitation(by: invitation.channel, isResent: sending.replacesCode), details, code: code, note: note,
      dispatch: .now
    )
    if invitation.channel == .sms, alsoByMail, client.email != nil {
      sent.mailCopy = try decision.outbox.queueInvitation(
        .invitation(by: .mail, isResent: sending.replacesCode), details, code: code, note: note, dispatch: .now
      )
    }
    return sent
  }

  private func recipientKeys(of sending: Sending) -> [String] {
    decision.policy.recipientKeys(
      of: sending.client.teamID, by: inviter, sending.client.email, phone: sending.client.phone,
      sending.invitation.channel)
  }
}

extension Invitation {
  /// The invitation when it is sent again, with a term from now on.
  func renewed(by channel: Channel, days: Int, now: Timestamp) -> Invitation {
    var renewed = self
    renewed.storedStatus = .pending
    renewed.channel = channel
    renewed.delivery = channel == .link ? nil : .queued
    renewed.sentAt = now
    renewed.expiresAt = InvitationTerm.end(sentAt: now, days: days)
    renewed.resendCount += 1
    (renewed.declinedAt, renewed.declineReason) = (nil, nil)
    return renewed
  }
}

extension Problem {
  /// Refuses a second record of a person.
  /// - Parameters:
  ///   - client: the record that the inviter has; nil if it is not stored yet.
  ///   - invitation: its invitation.
  ///   - isInList: whether the same event invites the person before.
  static func duplicate(of client: Client?, _ invitation: Invitation?, isInList: Bool = false) -> Problem {
    Problem(
      .clientDuplicate,
      isInList
        ? "the address is already in an earlier entry of the list"
        : "this inviter already has a client with that address",
      message: Message(isInList ? "in-list" : nil),
      hints: Hints(clientID: client?.id, invitationID: client == nil ? nil : invitation?.id))
  }
}
