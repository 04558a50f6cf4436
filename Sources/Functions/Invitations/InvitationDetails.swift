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
  package func offer(_ invitation: Invitation) throws(Problem) -> InvitationDetails {
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
    return inviter
  }
}

extension Client {
  /// The name that the inviter typed, if it is valid for an account.
  var usableName: String? { PersonName.isUsable(name) ? name : nil }
}

extension Invitation {
  /// Whether an address is the invited one.
  func isTo(_ address: EmailAddress) -> Bool { email?.isSameMailbox(as: address) ?? false }

  /// Whether a person may take the invitation with an address. The person must have proven the invited address, by the
  /// mailed code or before, unless no address is invited, or the policy or the inviter allows any. See `CodeOffer.fit`.
  func fit(
    of address: EmailAddress?, isVerified: Bool, isRelay: Bool, _ rule: Policy.InvitationRules.EmailMatch,
    at pointer: String
  ) -> AddressFit {
    func mismatch(_ detail: String) -> AddressFit {
      .wrong([Problem.Field(pointer: pointer, code: .invitationEmailMismatch, detail: detail)])
    }
    if email == nil || allowOtherEmail || rule == .any { return .fits }
    guard let address else { return mismatch("has no address, but the invitation requires the invited one") }
    if rule == .relay, isRelay, isVerified { return .fits }
    guard isTo(address) else { return mismatch("is not the invited address") }
    return isVerified || channel == .mail ? .fits : .waits
  }
}
