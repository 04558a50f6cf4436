// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Outbox {
  /// Queues a mail or text message that offers an invitation.
  /// - Parameters:
  ///   - note: the inviter's own text.
  @discardableResult
  func queueInvitation(
    _ kind: MailKind<InvitationMail>, _ details: InvitationDetails, code: String, note: String? = nil,
    dispatch: Dispatch = .later
  ) throws(Problem) -> OutboxMessage {
    let (invitation, client, inviter) = (details.invitation, details.client, details.inviter)
    let isSMS = kind.kind == .invitationSMS
    let number = isSMS ? decision.policy.profile.phoneNumber(client.phone) : nil
    guard let recipient = number ?? client.email?.text else { throw .bug("a message goes to nobody") }
    let token =
      isSMS
      ? nil : try decision.hashKeys.unsubscribeToken(of: recipient, in: decision.tables)
    let values = InvitationMail(
      code: code, unsubscribeToken: token, client: MailedClient(name: client.name, email: nil),
      inviter: MailedInviter(name: decision.policy.name(of: inviter), email: inviter.replyEmail?.text),
      inviterID: inviter.id, branding: decision.policy.branding(of: inviter), isForInvitee: invitation.role == nil,
      note: note, expiresAt: invitation.expiresAt,
      days: max(1, InvitationTerm.daysLeft(endingAt: invitation.expiresAt, at: decision.now)))
    return try queue(
      kind, about: invitation.id, to: recipient, locale: client.locale ?? inviter.locale, values,
      expiresAt: invitation.expiresAt, dispatch: dispatch
    )
  }

  /// Queues a mail that informs an inviter about a client: what the person has answered, or that the person has left.
  /// - Parameter details: with the inviter who is told, as of `Decision.forContact`.
  func mailInviter<Values>(
    _ kind: MailKind<Values>, about details: InvitationDetails, _ values: (ClientMail) -> Values
  ) throws(Problem) {
    guard let email = details.inviter.verifiedEmail else { return }
    try queue(
      kind, about: details.invitation.id, of: details.inviter.id, to: email.text, locale: details.inviter.locale,
      values(clientMail(about: details)), expiresAt: decision.now + .days(7)
    )
  }

  /// The values of a mail to an inviter about a client.
  func clientMail(about details: InvitationDetails) -> ClientMail {
    ClientMail(
      client: MailedClient(details.client), clientID: details.client.id,
      inviter: MailedInviter(name: decision.policy.name(of: details.inviter)),
      isColleague: details.invitation.teamRole != nil)
  }
}
