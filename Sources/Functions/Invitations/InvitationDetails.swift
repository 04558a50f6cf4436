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

extension Decision {
  package func details(of invitation: Invitation) throws(Problem) -> InvitationDetails {
    guard let client = try transaction.clients.find(id: invitation.clientID),
      let inviter = try transaction.accounts.find(id: invitation.inviterID)
    else {
      throw .bug("an invitation has no client or no inviter")
    }
    return InvitationDetails(
      invitation: invitation, client: client, inviter: try self.inviter(inviter, in: invitation.teamID))
  }

  /// An account as the inviter of something that belongs to a team, with the name and the branding of the team.
  func inviter(_ account: Account, in teamID: String) throws(Problem) -> Inviter {
    var inviter = Inviter(account)
    guard policy.hasTeams else { return inviter }
    inviter.team = TeamName(id: teamID, name: try transaction.teams.name(of: teamID))
    inviter.branding = try transaction.teams.find(id: teamID)?.branding ?? inviter.branding
    inviter.hasActiveColleague = try transaction.teams.hasActiveMember(teamID, besides: account.id)
    return inviter
  }

  /// An invitation with the inviter who is told about its answer; nil if nobody is.
  func forContact(_ details: InvitationDetails) throws(Problem) -> InvitationDetails? {
    guard let inviter = try contact(of: details.invitation.teamID, for: details.inviter) else { return nil }
    var told = details
    told.inviter = inviter
    return told
  }

  /// The inviter who is told about something that an inviter has made for a team: the same one, or another member of
  /// the team if that one is inactive or no longer in it; nil if nobody is told.
  func contact(of teamID: String, for inviter: Inviter) throws(Problem) -> Inviter? {
    guard policy.hasTeams else { return inviter }
    guard let account = try transaction.teams.contact(of: teamID, for: inviter.id) else { return nil }
    return inviter.replaced(by: account)
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
