// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Whether a mail was made due now.
package struct RequeueResult {
  package let id: String
  /// Why it was refused, as the end of a sentence that starts with the id; nil if it was requeued.
  package private(set) var refusal: String?
}

extension Deliveries {
  package func requeue(_ id: String) throws(Problem) -> RequeueResult {
    guard let record = try decision.tables.mailRecords.find(id: id) else {
      return RequeueResult(id: id, refusal: "is not a mail's id")
    }
    return try requeue(record)
  }

  package func requeue(_ record: MailRecord) throws(Problem) -> RequeueResult {
    let mail = record.mail
    let invitation = try mail.invitationID.flatMap { (id) throws(Problem) in
      try decision.tables.invitations.find(id: id)
    }
    if let refusal = try refusal(record, invitation) { return RequeueResult(id: mail.id, refusal: refusal) }
    guard try decision.tables.mailRecords.makeDue(mail.id, at: decision.now) else {
      throw .bug("a mail can no longer be queued")
    }
    if let invitation, mail.kind.isInvitation, try decision.tables.outbox.isLatestInvitation(mail) {
      try decision.tables.invitations.setDelivery(.queued, of: invitation.id)
    }
    try decision.audit(
      .mailRequeued, team: mail.kind.offersInvitation ? invitation?.teamID : nil,
      subject: mail.invitationID ?? mail.id)
    return RequeueResult(id: mail.id)
  }

  private func refusal(_ record: MailRecord, _ invitation: Invitation?) throws(Problem) -> String? {
    let mail = record.mail
    switch mail.state {
    case .queued: break
    case .leased where mail.dueAt > decision.now:
      return "is being sent; if that is interrupted, deliver-mail sends it after \(mail.dueAt.rfc3339)"
    case .leased:
      return "was interrupted while it was being sent; the next run of deliver-mail sends it"
    case .failed where record.hasValues && mail.expiresAt > decision.now: break
    case .sent, .failed, .unknown, .cancelled:
      let cause = record.failure.map { " (\($0))" } ?? ""
      return "has ended as \(mail.state.rawValue)\(cause), its secrets were erased, and it cannot be sent again: "
        + mail.kind.anotherWay
    }
    if mail.expiresAt <= decision.now { return "expired at \(mail.expiresAt.rfc3339): " + mail.kind.anotherWay }
    if mail.kind.offersInvitation, let status = invitation?.status(at: decision.now), status != .pending {
      return "offers an invitation that is \(status.rawValue)"
    }
    if mail.kind.offersInvitation, mail.kind.isMail, let invitation,
      OutboxMessage.key(ofRecipient: mail.recipient) != invitation.email?.mailboxKey
    {
      return "offers an invitation whose address was corrected"
    }
    if let address = EmailAddress(mail.recipient), let suppression = try decision.suppressions.suppression(of: address),
      suppression.blocks(mail.kind)
    {
      return "would not be sent: its recipient is suppressed (\(suppression.rawValue))"
    }
    return nil
  }
}

extension OutboxMessage.Kind {
  /// An alternative if a mail can no longer be sent.
  fileprivate var anotherWay: String {
    switch self {
    case .invitation, .resentInvitation, .reminder, .invitationSMS:
      "resend-invitation sends the invitation with a new code"
    case .verifyEmail: "the person can ask for a new code with verify-email"
    case .signInCode: "the person can ask for a new code with request-sign-in"
    case .resetPassword: "the person can ask for a new code with reset-password"
    case .confirmEmailChange: "the person can change the address again with update-account, which sends a new code"
    case .accountDeletion: "the person can restore the account by signing in with restore-account"
    case .guardianRequest: "the person can name their guardian again with complete-account, which sends a new code"
    case .invitationAccepted: "the inviter sees the acceptance in list-clients"
    case .invitationDeclined: "the inviter sees in list-clients who has declined"
    case .invitationRequested: "the person can ask again with request-invitation"
    case .clientLeft: "the inviter sees in list-clients who has left"
    case .joinRequest: "the inviter sees it in list-join-requests"
    case .joinAnswer: "the person sees in the app whether they are a client"
    case .push: "the person sees in the app what has changed"
    case .webhook: "the receiver has to be informed in another way"
    case .appleExchange: "the next sign-in with Apple gives another code"
    case .appleRevocation: "the person can end the app's access in the settings of their Apple Account"
    case .emailChangeNotice, .passwordChanged, .newDevice, .newCountry, .accountLocked, .factorAdded, .factorRemoved,
      .providerAdded, .providerRemoved, .accountExported, .accountRestored, .addressProven, .addressMoved,
      .accountClosed:
      "such a notice is not sent again; the person has to be informed in another way"
    }
  }
}
