// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A person whose invitation has ended asks for a new one. The inviter gets a mail with a link that sends it again. The
/// answer is the same for every code, and each invitation is asked for once a day.
package enum RequestInvitation: Function {
  package static let name = "request-invitation"

  package struct Event {
    let code: PresentedCode
  }

  package typealias Output = MessageOutput

  package static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.presentedCode("code")) }

  /// Every code takes the same work: where nobody is asked, rows are written that are never sent.
  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      try decision.limits.require(call.mailRequests)
      let codeHash = try decision.invitations.hashForLookup(event.code, on: nil) ?? hashed(event.code.text)
      var known = try decision.tables.invitations.details(anyCodeHash: codeHash).map(InvitationDetails.init)
      let left = try decision.limits.allowance(.requestInvitation, of: known?.invitation.id ?? codeHash).left
      let inviter = try decision.contact(of: known)
      let isAsked =
        left > 0 && inviter?.emailVerified ?? false && known?.canBeAskedFor(decision.policy, at: decision.now) ?? false
      if let inviter, let replaced = known?.inviter { known?.inviter = replaced.replaced(by: inviter) }
      let asked = isAsked ? known : nil

      if known == nil { try decision.invitations.countWrongShortCode(event.code, on: nil) }
      let subject = asked?.invitation.id ?? "nobody\n\(codeHash)"
      try decision.limits.count(call.mailRequests + [(.requestInvitation, subject)])
      try decision.outbox.queueRequest(asked, of: inviter)
      try decision.audit(.invitationRequested, team: asked?.invitation.teamID, subject: asked?.invitation.id)
      return Output(message: try decision.messages.text(.invitationRequested, [:], call.language))
    }
  }
}

extension InvitationDetails {
  /// Whether its inviter can be asked for a new one: it has expired or was declined, and its inviter may send it again.
  fileprivate func canBeAskedFor(_ policy: Policy, at now: Timestamp) -> Bool {
    [.expired, .declined].contains(invitation.status(at: now)) && policy.isInvited(to: invitation)
      && (inviter.role == policy.roles.inviter || inviter.hasActiveColleague)
  }
}

extension Decision {
  /// The account that is asked for a new invitation. For an unknown code it looks for one too.
  fileprivate func contact(of details: InvitationDetails?) throws(Problem) -> Account? {
    let id = details?.inviter.id ?? ""
    guard policy.hasTeams else { return try tables.accounts.find(id: id) }
    return try tables.teams.contact(of: details?.invitation.teamID ?? "", for: id)
  }
}

extension Outbox {
  /// Queues the mail and the webhook of a request.
  /// - Parameter details: nil if nobody is asked. The same rows are written then.
  fileprivate func queueRequest(_ details: InvitationDetails?, of inviter: Account?) throws(Problem) {
    try queueRequestMail(about: details, to: details == nil ? nil : inviter)
    guard let details else { return try announceNothing(.invitationRequested) }
    try announce(.invitationRequested, details.invitation)
  }
}
