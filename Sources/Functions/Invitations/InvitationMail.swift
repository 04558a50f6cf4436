// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Outbox {
  /// Queues a mail or text message that offers an invitation.
  /// - Parameters:
  ///   - note: the inviter's own text.
  ///   - isLeased: whether this process sends the message itself, so that no other process leases it.
  func queueInvitation(
    _ kind: OutboxMessage.Kind, _ offer: InvitationDetails, code: String, note: String? = nil, isLeased: Bool
  )
    throws(Problem) -> OutboxMessage
  {
    let (invitation, client, inviter) = (offer.invitation, offer.client, offer.inviter)
    let number = kind == .invitationSMS ? decision.policy.profile.phoneNumber(client.phone) : nil
    guard let recipient = number ?? client.email?.text else { throw .bug("a message goes to nobody") }
    let token =
      kind == .invitationSMS
      ? nil : try decision.environment.hashKeys.unsubscribeToken(of: recipient, in: decision.transaction)
    let values: JSON = .object([
      "code": JSON(code), "unsubscribeToken": token.map(JSON.string), "client": ["name": .string(client.name)],
      "inviter": .object([
        "displayName": JSON(decision.policy.name(of: inviter)),
        "email": inviter.verifiedEmail.map { JSON($0.text) },
        "id": JSON(inviter.id),
        "branding": decision.policy.branding(of: inviter)?.json,
      ]),
      "isForInvitee": .bool(invitation.role == nil), "note": note.map(JSON.string),
      "expiresAt": JSON(invitation.expiresAt.rfc3339),
      "days": JSON(max(1, InvitationTerm.daysLeft(endingAt: invitation.expiresAt, at: decision.now))),
    ])
    return try queue(
      kind, about: invitation.id, to: recipient, locale: client.locale ?? inviter.locale, values,
      expiresAt: invitation.expiresAt, isLeased: isLeased
    )
  }

  /// Queues a mail that informs an inviter about a client: what the person has answered, or that the person has left.
  /// - Parameters:
  ///   - offer: with the inviter who is told, as of `Decision.forContact`.
  ///   - more: further values of the mail.
  func queueNotice(
    _ kind: OutboxMessage.Kind, about offer: InvitationDetails, _ more: JSON = [:]
  ) throws(Problem) {
    guard let email = offer.inviter.verifiedEmail else { return }
    _ = try queue(
      kind, about: offer.invitation.id, of: offer.inviter.id, to: email.text, locale: offer.inviter.locale,
      noticeValues(offer).merging(more), expiresAt: decision.now + .days(7), isLeased: false
    )
  }

  /// The values of a mail to an inviter about a client.
  func noticeValues(_ offer: InvitationDetails) -> JSON {
    [
      "client": .object([
        "name": .string(offer.client.name), "email": offer.client.email.map { .string($0.text) },
      ]),
      "clientId": .string(offer.client.id),
      "inviter": ["displayName": .string(decision.policy.name(of: offer.inviter))],
    ]
  }
}
