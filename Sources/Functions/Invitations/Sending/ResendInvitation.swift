// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter sends an invitation again, or many, by the same or another channel, with a new code and a new expiry
/// time. The old code becomes invalid. One invitation can be corrected: its new address counts as a new recipient, and
/// the old one gets nothing more.
package enum ResendInvitation: Function {
  package static let name = "resend-invitation"
  /// The maximum number of invitations of one event.
  static let maximum = 1000

  package struct Event {
    let invitations: Selection
    /// What was wrong; only for one invitation.
    var correction = Correction()
    /// The new channel; nil for the same one.
    var channel: Invitation.Channel?
    /// Whether a text message's code is also sent by mail.
    var alsoByMail = false
    /// The inviter's own text for the clients.
    var note: String?
  }

  enum Selection {
    case one(String)
    case list([String])
    case all(InvitationSelection)
  }

  /// The values that replace those of the client and the invitation; nil for those that stay.
  struct Correction {
    var email: EmailAddress?
    var phone: String?
    var allowOtherEmail: Bool?
  }

  package struct Output: SendingOutput {
    /// One result per invitation.
    var results: [Result<SentInvitation, ErrorResult>]
    /// Whether further invitations of the selection remain; nil if the event is about one invitation.
    let more: Bool?
    let now: Timestamp

    package var json: JSON {
      let results = results.map { result in
        switch result {
        case .success(let sent): sent.json(at: now)
        case .failure(let error): FunctionResult.failure(error).json
        }
      }
      return more.map { ["results": .array(results), "more": .bool($0)] } ?? results[0]
    }

    var isBulk: Bool { more != nil }
    var sent: [SentInvitation] { results.compactMap { try? $0.get() } }

    func amended(
      _ amend: (SentInvitation) throws(Problem) -> SentInvitation
    ) throws(Problem) -> Self {
      var amended = self
      amended.results = try results.map { (result) throws(Problem) in
        guard case .success(let sent) = result else { return result }
        return .success(try amend(sent))
      }
      return amended
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    let invitations: Selection =
      if let selection = data.optionalText("status").flatMap(InvitationSelection.init) {
        .all(selection)
      } else if let list = data.json("invitationIds")?.array {
        .list(list.compactMap(\.string))
      } else {
        .one(try data.text("invitationId"))
      }
    return Event(
      invitations: invitations,
      correction: Correction(
        email: data.optionalEmail("email"), phone: data.optionalText("phone"),
        allowOtherEmail: data.json("allowOtherEmail")?.bool),
      channel: SendInvitation.channel(in: data), alsoByMail: data.flag("alsoByMail"),
      note: data.optionalText("note"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    let corrections = ["email", "phone", "allowOtherEmail"].filter(data.has)
    let misplaced = (data.has("invitationId") ? [] : corrections).map {
      Problem.Field(pointer: "/\($0)", detail: "corrects one invitation, and needs its invitationId")
    }
    return rules.brokenNote(in: data) + misplaced
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try Output.decideWithDeliveries(call, environment) { (decision) throws(Problem) in
      try decide(event, by: try decision.requireCaller(), decision)
    }
  }

  /// Decides about all invitations, and then stores the decisions.
  static func decide(_ event: Event, by inviter: Account, _ decision: Decision) throws(Problem) -> Output {
    try inviter.requireVerifiedInviter()
    let teams = decision.teams.of(inviter)
    let (ids, more) = try selected(event.invitations, of: teams)
    var batch = try SendingBatch(of: inviter, note: event.note, alsoByMail: event.alsoByMail, decision)
    decision.prefetch(.invitations(ids))
    var outcomes: [Result<Sending, Problem>] = []
    var seen: Set<String> = []
    for id in ids {
      do throws(Problem) {
        guard seen.insert(id).inserted else {
          throw .invalid("/invitationIds", .eventInvalid, "has the same id twice")
        }
        let sending = try renewedSending(id, event, inviter, teams)
        try batch.reserve(sending)
        outcomes.append(.success(sending))
      } catch {
        guard error.isRefusal, more != nil else { throw error }
        outcomes.append(.failure(error.about(invitation: id)))
      }
    }
    try batch.requireChannels(for: outcomes.compactMap { try? $0.get() })
    return Output(
      results: try outcomes.map { (outcome) throws(Problem) in
        switch outcome {
        case .success(let sending): .success(try batch.send(sending))
        case .failure(let problem): .failure(try decision.messages.answer(problem, decision.call.language))
        }
      }, more: more, now: decision.now)
  }

  /// The ids of the invitations, and whether further ones remain.
  private static func selected(
    _ selection: Selection, of teams: InviterTeams
  ) throws(Problem) -> (ids: [String], more: Bool?) {
    switch selection {
    case .one(let id): return ([id], nil)
    case .list(let ids): return (ids, false)
    case .all(let selection):
      // Repeating the event while `more` is true reaches each invitation once, and then starts over.
      let team = try teams.chosen().teamID
      let others = try list(selection, of: team, wereSentAgain: false, teams.decision)
      let next = others.isEmpty ? try list(selection, of: team, wereSentAgain: true, teams.decision) : others
      return (next.prefix(maximum).map(\.id), next.count > maximum)
    }
  }

  private static func list(
    _ selection: InvitationSelection, of team: String, wereSentAgain: Bool, _ decision: Decision
  ) throws(Problem) -> [Invitation] {
    try decision.tables.invitations.list(
      of: team, selection, sentAgainSince: decision.now - .hours(1), wereSentAgain, limit: maximum + 1,
      now: decision.now)
  }

  /// The sending of one invitation, with what is corrected.
  private static func renewedSending(
    _ id: String, _ event: Event, _ inviter: Account, _ teams: InviterTeams
  ) throws(Problem) -> Sending {
    let decision = teams.decision
    let earlier = try teams.invitation(id)
    guard decision.policy.isInvited(to: earlier) else {
      throw Problem(.invalidRole, "the policy no longer invites people to the role of the invitation")
    }
    if earlier.teamRole == .owner { try teams.requireOwner(of: earlier.teamID) }
    var invitation = try renewed(
      earlier, by: event.channel ?? earlier.channel, days: decision.policy.invitation.days, now: decision.now)
    let existing = try teams.client(earlier.clientID)
    let client = try corrected(existing, event.correction, decision)
    invitation.email = client.email
    invitation.inviterID = inviter.id
    invitation.allowOtherEmail = event.correction.allowOtherEmail ?? invitation.allowOtherEmail
    if invitation.channel == .sms { try requireNumber(of: client, event, decision.policy) }
    if invitation.channel == .mail || event.alsoByMail { try requireAddress(of: client, event) }
    let sending = Sending(
      existing: existing, client: client, invitation: invitation, earlier: earlier,
      suggestion: event.correction.email?.suggestion(decision.policy.email)?.text)
    return try AbandonedRecord(existing, earlier, decision)?.replaced(sending, newID: decision.newID)
      ?? sending
  }

  private static func corrected(
    _ existing: Client, _ correction: Correction, _ decision: Decision
  ) throws(Problem) -> Client {
    var client = existing
    if let phone = correction.phone { client.phone = decision.policy.profile.clientPhone(phone) }
    guard let email = correction.email else { return client }
    try decision.policy.requireAllowedDomain(email, at: "/email")
    if let other = try decision.tables.clients.find(of: existing.teamID, email: email), other.id != existing.id {
      throw .duplicate(of: other, try decision.tables.invitations.find(ofClient: other.id))
    }
    client.email = email
    return client
  }

  /// Requires that the client has a telephone number. The refused field is the number, or else the one that selects the
  /// client or the channel.
  private static func requireNumber(of client: Client, _ event: Event, _ policy: Policy) throws(Problem) {
    guard policy.profile.phoneNumber(client.phone) == nil else { return }
    if event.correction.phone != nil { throw .broken([.notForTextMessages(at: "/phone")]) }
    throw .invalid(
      event.channel == nil ? "/invitationId" : "/deliver", .invalidPhoneNumber,
      "needs a client with a telephone number, such as +1 555 123 4567, to send a text message to")
  }

  private static func requireAddress(of client: Client, _ event: Event) throws(Problem) {
    guard client.email == nil else { return }
    throw .invalid(event.channel == nil ? "/invitationId" : "/deliver", .invalidEmail, "needs a client with an address")
  }

  /// The renewed invitation, with the policy's term from now on.
  static func renewed(
    _ invitation: Invitation, by channel: Invitation.Channel, days: Int, now: Timestamp
  ) throws(Problem) -> Invitation {
    try requireOpen(invitation, at: now)
    return invitation.renewed(by: channel, days: days, now: now)
  }

  /// Requires an invitation that was neither accepted nor revoked.
  static func requireOpen(_ invitation: Invitation, at now: Timestamp) throws(Problem) {
    let status = invitation.status(at: now)
    guard [.pending, .expired, .declined].contains(status) else {
      throw Problem(.invitationNotPending, "the invitation is \(status.rawValue)")
    }
  }
}

extension Problem {
  /// Names the invitation of an entry, unless the refusal names another one.
  fileprivate func about(invitation id: String) -> Problem {
    guard hints.clientID == nil, hints.invitationID == nil else { return self }
    var problem = self
    problem.hints.invitationID = id
    return problem
  }
}

extension Prefetch {
  fileprivate static func invitations(_ ids: [String]) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      for id in ids { _ = try decision.tables.invitations.find(id: id) }
    }
  }
}
