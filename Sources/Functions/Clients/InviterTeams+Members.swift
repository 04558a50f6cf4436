// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension InviterTeams {
  /// Whether an account is a member that the inviter may see or change: an invitee who, with the visibility `own`, is a
  /// client of a team that the event means, and with `all` is not only a client of others. `MemberQueries` lists them.
  func sees(_ account: Account, _ visibility: MemberRules.Visibility) throws(Problem) -> Bool {
    guard account.role == decision.policy.roles.invitee else { return false }
    let teams = try namedOrAll()
    guard !teams.isEmpty else { throw Self.notFound }
    let clients = decision.tables.clients
    // Until the person answers whether the inviter stays, the inviter learns nothing about them.
    if visibility == .all {
      for team in teams where try clients.isWaiting(account.id, for: team.teamID) { return false }
    }
    let theirs = try clients.teams(of: account.id)
    if let shared = teams.first(where: { theirs.contains($0.teamID) }) {
      decision.use(shared.teamID)
      return true
    }
    return visibility == .all && (theirs.isEmpty || !decision.policy.hasTeams)
  }
}

extension Policy {
  /// Which accounts `list-members` lists.
  var listedMembers: MemberFilter.Reach {
    guard members.visible == .all else { return .ofTeam }
    return hasTeams ? .ofTeamOrNone : .all
  }
}
