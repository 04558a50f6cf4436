// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The invited person does not want an invitation. Its inviter is told, with the person's reason, and may invite again.
/// Declining it again is granted and changes nothing.
package enum DeclineInvitation: Function {
  package static let name = "decline-invitation"

  package struct Event {
    let invitation: Choice
    /// The person's own words to the inviter.
    let reason: String?
  }

  enum Choice {
    case code(PresentedCode)
    /// The id of an invitation that waits for the caller's address.
    case waiting(String)
  }

  package struct Output: FunctionOutput {
    let invitation: Invitation
    let now: Timestamp

    package var json: JSON { ["invitation": invitation.json(at: now)] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    let invitation: Choice =
      if let id = data.optionalText("invitationId") { .waiting(id) } else { .code(try data.presentedCode("code")) }
    return Event(invitation: invitation, reason: data.optionalText("reason"))
  }

  /// With a code, a session is ignored: the code is enough.
  package static func access(_ rule: AccessRule, to data: Fields) -> AccessRule {
    data.has("invitationId") ? .session : .anyone
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(
      call,
      onRefusal: { (decision, problem) throws(Problem) in
        guard case .code(let code) = event.invitation else { return }
        try decision.invitations.countWrongShortCode(problem, code)
      }
    ) { (decision) throws(Problem) in
      let (details, account) = try details(event.invitation, decision)
      var invitation = details.invitation
      if invitation.storedStatus != .declined {
        try invitation.requirePending(at: decision.now)
        invitation = try decision.invitations.decline(details, by: account, because: event.reason)
      }
      // A person who was given a link or a short code does not learn the invited address.
      if account == nil, invitation.channel != .mail { invitation.email = nil }
      return Output(invitation: invitation, now: decision.now)
    }
  }

  /// The invitation, and the account that declines it; nil for the person who has the code.
  private static func details(
    _ choice: Choice, _ decision: Decision
  ) throws(Problem) -> (details: InvitationDetails, account: Account?) {
    switch choice {
    case .code(let code):
      guard case .invitation(let details) = try decision.invitations.offer(of: code) else {
        throw Problem.isJoinLink
      }
      return (details, nil)
    case .waiting(let id):
      let account = try decision.requireCaller()
      return (try decision.tables.invitations.details(id: id, to: account, decision.policy), account)
    }
  }
}

extension Invitations {
  /// Stores that an invitation was declined, cancels its unsent messages, and tells the inviter.
  fileprivate func decline(
    _ details: InvitationDetails, by account: Account?, because reason: String?
  ) throws(Problem) -> Invitation {
    var invitation = details.invitation
    try decision.tables.invitations.markDeclined(invitation.id, because: reason, at: decision.now)
    try decision.tables.outbox.cancel(of: [invitation], at: decision.now)
    if let told = try forContact(details) {
      try decision.outbox.mailInviter(.invitationDeclined, about: told) { DeclinedMail($0, note: reason) }
      try decision.outbox.pushToInviter(.invitationDeclined, about: told)
    }
    try decision.outbox.announce(
      .invitationDeclined, invitation, account: account, with: .object(["reason": reason.map(JSON.string)]))
    try decision.audit(
      .invitationDeclined, account: account?.id, team: details.invitation.teamID, subject: invitation.id)
    invitation.storedStatus = .declined
    (invitation.declinedAt, invitation.declineReason) = (decision.now, reason)
    return invitation
  }
}

extension Problem {
  /// Nobody declines a link by which many people join.
  package static var isJoinLink: Problem {
    Problem(.invitationNotFound, "the code is that of a link by which people join")
  }
}
