// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter admits a person who wants to join by a link, or refuses. The approval takes the place. A request may be
/// answered after its link was closed.
package enum AnswerJoinRequest: Function {
  package static let name = "answer-join-request"

  package struct Event {
    let joinRequestID: String
    let approves: Bool
  }

  package struct Output: FunctionOutput {
    let request: JoinRequest
    let client: Client?
    let now: Timestamp

    package var json: JSON { .object(["joinRequest": request.json(at: now), "client": client?.json]) }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(joinRequestID: try data.text("joinRequestId"), approves: data.flag("approve"))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      var request = try decision.teams.of(inviter).joinRequest(event.joinRequestID)
      let answer: JoinRequest.Status = event.approves ? .approved : .refused
      let status = request.status(at: decision.now)
      guard status == .pending else {
        guard status == answer else {
          throw Problem(.invitationNotPending, "the request is \(status.rawValue)")
        }
        // The same answer again changes nothing.
        return Output(
          request: request,
          client: try decision.tables.clients.find(of: request.teamID, account: request.accountID),
          now: decision.now)
      }
      let (account, details) = try parties(of: request, inviter, isApproval: event.approves, decision)
      // The person may have become a client in another way.
      let state = try decision.invitations.joinState(of: account, by: details.link)
      if event.approves { try decision.invitations.requirePlace(for: state, of: details.link) }

      (request.storedStatus, request.answeredAt) = (answer, decision.now)
      try decision.tables.joinRequests.answer(request.id, answer, at: decision.now)
      let client: Client? =
        if event.approves {
          try decision.invitations.join(details, by: account, state).client
        } else if case .client(let client) = state { client } else { nil }
      try decision.audit(.joinRequestAnswered, account: account.id, team: request.teamID, subject: request.id)
      try decision.outbox.announceRequest(.joinRequestAnswered, request, to: details.link.inviterID, by: account)
      try decision.outbox.pushAnswer(to: request, of: details.inviter)
      try decision.outbox.mailAnswer(to: request, of: account, details)
      return Output(request: request, client: client, now: decision.now)
    }
  }

  /// - Throws: for an approval, `invitation/not-found` if the person has closed the account, and `auth/role-mismatch`
  ///   if the role has changed.
  private static func parties(
    of request: JoinRequest, _ inviter: Account, isApproval: Bool, _ decision: Decision
  ) throws(Problem) -> (account: Account, details: JoinLinkDetails) {
    guard let link = try decision.tables.joinLinks.find(id: request.joinLinkID) else {
      throw .bug("a request to join has no link")
    }
    guard let account = try decision.tables.accounts.find(id: request.accountID),
      account.status == .active || !isApproval
    else { throw Problem(.invitationNotFound, "the person has no active account any more") }
    guard account.role == decision.policy.roles.invitee || !isApproval else {
      throw .roleMismatch(accountIs: account.role)
    }
    return (account, JoinLinkDetails(link: link, inviter: try decision.teams.inviter(inviter, in: link.teamID)))
  }
}
