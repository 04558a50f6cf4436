// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An invitation with its client and its inviter.
package struct InvitationDetails: Equatable {
  package var invitation: Invitation
  package var client: Client
  package var inviter: Inviter

  init(invitation: Invitation, client: Client, inviter: Inviter) {
    (self.invitation, self.client, self.inviter) = (invitation, client, inviter)
  }

  init(_ row: (invitation: Invitation, client: Client, inviter: Inviter)) {
    self.init(invitation: row.invitation, client: row.client, inviter: row.inviter)
  }
}

extension Invitations {
  package func details(of invitation: Invitation) throws(Problem) -> InvitationDetails {
    guard let client = try decision.tables.clients.find(id: invitation.clientID),
      let inviter = try decision.tables.accounts.find(id: invitation.inviterID)
    else {
      throw .bug("an invitation has no client or no inviter")
    }
    return InvitationDetails(
      invitation: invitation, client: client, inviter: try decision.teams.inviter(inviter, in: invitation.teamID))
  }

  /// An invitation with the inviter who is told about its answer; nil if nobody is.
  func forContact(_ details: InvitationDetails) throws(Problem) -> InvitationDetails? {
    guard let inviter = try decision.teams.contact(of: details.invitation.teamID, for: details.inviter) else {
      return nil
    }
    var told = details
    told.inviter = inviter
    return told
  }
}

extension Inviter {
  /// Another member of the team, who speaks for it instead.
  func replaced(by account: Account) -> Inviter {
    var other = Inviter(account)
    (other.team, other.hasActiveColleague) = (team, hasActiveColleague)
    if let branding { other.branding = branding }
    return other
  }
}
