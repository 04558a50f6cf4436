// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Who may accept an invitation: the one rule of acceptances, triggers, imports, lists, pages, previews and reminders.
extension InvitationDetails {
  /// Requires that anybody may accept the invitation: it is pending and not overdue, and its inviter may invite.
  /// - Throws: why it cannot be accepted; `invitation/not-found` if its inviter may no longer invite.
  func requireAcceptable(_ policy: Policy, at now: Timestamp) throws(Problem) {
    try invitation.requirePending(at: now)
    try inviter.requireMayInvite(policy)
    guard policy.isInvited(to: invitation) else {
      throw Problem(.invalidRole, "the policy no longer invites people to the role \"\(policy.role(of: invitation))\"")
    }
  }

  /// Requires that the invitation fits a person: an account keeps its role, and the record of somebody who has left
  /// contains their workouts, so nobody else gets it.
  /// - Parameter account: nil for a new account.
  /// - Throws: `auth/role-mismatch`, `invitation/email-mismatch`.
  func requireFit(of account: Account?, _ policy: Policy) throws(Problem) {
    if let account, account.role != policy.role(of: invitation) { throw .roleMismatch(accountIs: account.role) }
    guard client.leftAt != nil, client.formerAccountID != account?.id else { return }
    throw Problem(.invitationEmailMismatch, "the client was another person's; add the person as a new client")
  }

  /// Whether anybody may accept the invitation.
  func isAcceptable(_ policy: Policy, at now: Timestamp) -> Bool {
    (try? requireAcceptable(policy, at: now)) != nil
  }

  /// Whether an account may accept the invitation.
  func isAcceptable(by account: Account, _ policy: Policy, at now: Timestamp) -> Bool {
    isAcceptable(policy, at: now) && (try? requireFit(of: account, policy)) != nil
  }
}
