// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Account {
  /// Whether the account is a member that an inviter may see or change: an invitee who, with the visibility `own`, is one
  /// of its clients. `members` of `MemberRows.swift` lists them.
  func isMember(
    for inviter: Account, _ visibility: MemberRules.Visibility, _ roles: Policy.Roles, _ transaction: Transaction
  ) throws(Problem) -> Bool {
    guard role == roles.invitee else { return false }
    switch visibility {
    // Until the person answers whether the inviter stays, the inviter learns nothing about them.
    case .all: return try !transaction.clients.isWaiting(id, for: inviter.id)
    case .own: return try transaction.clients.isClient(id, of: inviter.id)
    }
  }
}
