// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter revokes an invitation. Revoking it again is granted and changes nothing.
package enum RevokeInvitation: Function {
  package static let name = "revoke-invitation"

  package struct Event {
    let invitationID: String
  }

  package struct Output: FunctionOutput {
    let invitation: Invitation
    let now: Timestamp

    package var json: JSON { ["invitation": invitation.json(at: now)] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(invitationID: try data.text("invitationId"))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      var invitation = try decision.teams.of(inviter).invitation(event.invitationID)
      guard invitation.storedStatus != .accepted else {
        throw Problem(.invitationNotPending, "the invitation is accepted and cannot be revoked any more")
      }
      if invitation.storedStatus != .revoked {
        try decision.tables.invitations.markRevoked(invitation.id)
        try decision.tables.outbox.cancel(of: [invitation], at: decision.now)
        try decision.audit(.invitationRevoked, team: invitation.teamID, subject: invitation.id)
        invitation.storedStatus = .revoked
      }
      return Output(invitation: invitation, now: decision.now)
    }
  }
}
