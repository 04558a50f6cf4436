// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Teams {
  /// Whether an account is a member that the inviter may see or change: an invitee who, with the visibility `own`, is a
  /// client of one of the teams, and with `all` is not only a client of others. `MemberQueries` lists them.
  func sees(_ account: Account, _ visibility: MemberRules.Visibility) throws(Problem) -> Bool {
    guard account.role == decision.policy.roles.invitee else { return false }
    let teams = try memberships()
    guard !teams.isEmpty else { throw Self.notFound }
    let clients = decision.transaction.clients
    for membership in teams {
      switch visibility {
      // Until the person answers whether the inviter stays, the inviter learns nothing about them.
      case .all: if try clients.isWaiting(account.id, for: membership.teamID) { return false }
      case .own:
        if try clients.isClient(account.id, of: membership.teamID), try reaches(membership.teamID) { return true }
      }
    }
    guard visibility == .all else { return false }
    guard decision.policy.hasTeams else { return true }
    let theirs = try clients.teams(of: account.id)
    if theirs.isEmpty { return true }
    for team in theirs where try reaches(team) { return true }
    return false
  }
}

extension Policy {
  /// Which accounts `list-members` lists.
  var listedMembers: MemberFilter.Reach {
    guard members.visible == .all else { return .ofTeam }
    return hasTeams ? .ofTeamOrNone : .all
  }
}
