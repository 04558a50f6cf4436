// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Teams {
  /// Whether an account is a member that the inviter may see or change: an invitee who, with the visibility `own`, is a
  /// client of one of the teams. `MemberQueries` lists them.
  func see(_ account: Account, _ visibility: MemberRules.Visibility) throws(Problem) -> Bool {
    guard account.role == decision.policy.roles.invitee else { return false }
    let clients = decision.transaction.clients
    switch visibility {
    // Until the person answers whether the inviter stays, the inviter learns nothing about them.
    case .all:
      for membership in try memberships() where try clients.isWaiting(account.id, for: membership.teamID) {
        return false
      }
      return true
    case .own:
      for membership in try memberships() where try clients.isClient(account.id, of: membership.teamID) {
        return try reach(membership.teamID)
      }
      return false
    }
  }
}
