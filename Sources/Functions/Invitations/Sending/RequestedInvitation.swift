// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The link of the mail that asks an inviter for a new invitation. Its code is enough to send the invitation again,
/// once.
package enum RequestedInvitation {
  /// The invitation of a code, and its inviter.
  /// - Throws: `auth/code-invalid`, `auth/code-expired`; `invitation/not-found` for one that was removed, and
  ///   `invitation/not-pending` for one that is accepted or revoked.
  package static func find(
    _ code: String, _ decision: Decision
  ) throws(Problem) -> (inviter: Account, details: InvitationDetails) {
    let (inviter, found) = try decision.codes.requireSameAddress(
      try decision.codes.account(ofCode: code, [.resendInvitation]))
    guard inviter.role == decision.policy.roles.inviter else {
      throw Problem(.codeInvalid, "the account of the code may no longer invite")
    }
    let invitation = try decision.teams.of(inviter).invitation(found.invitationID ?? "")
    try ResendInvitation.requireOpen(invitation, at: decision.now)
    return (inviter, try decision.invitations.details(of: invitation))
  }

  /// Sends the invitation of a code again, as `resend-invitation` does, and uses the code up.
  package static func resend(
    _ code: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<ResendInvitation.Output> {
    try ResendInvitation.Output.decideWithDeliveries(
      call, environment,
      onRefusal: { (decision, problem) throws(Problem) in try decision.codes.countWrongCode(problem, code) }
    ) { (decision) throws(Problem) in
      try decision.limits.requireGuessesLeft(account: nil)
      let (inviter, details) = try find(code, decision)
      let event = ResendInvitation.Event(invitations: .one(details.invitation.id))
      let output = try ResendInvitation.decide(event, by: inviter, decision)
      try decision.tables.accountCodes.remove(selector: Codes.selector(of: code))
      return output
    }
  }
}
