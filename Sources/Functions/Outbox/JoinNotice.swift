// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Mails, push messages and webhooks about requests to join.
extension Outbox {
  /// Announces a request, or its answer.
  func announceRequest(
    _ announcement: Announcement, _ request: JoinRequest, to inviterID: String, by account: Account
  ) throws(Problem) {
    let data: JSON = .object([
      "joinRequestId": JSON(request.id), "joinLinkId": JSON(request.joinLinkID), "inviterId": JSON(inviterID),
      "accountId": JSON(account.id), "email": account.emailVerified ? account.email.map { JSON($0.text) } : nil,
      "status": JSON(request.storedStatus.rawValue),
    ])
    try announce(announcement, of: account.id, data.merging(try decision.teams.webhookMember(request.teamID)))
  }

  /// Queues a mail to the inviter about a person who wants to join. A crowd does not fill the mailbox.
  func mailJoinRequest(of account: Account, by link: JoinLink, to inviter: Inviter) throws(Problem) {
    guard let recipient = inviter.verifiedEmail, try decision.invitations.isNoticeDue(aboutLink: link.id)
    else { return }
    let name = try name(of: account, for: inviter)
    let email = account.provenEmails.first.flatMap { $0.text == name ? nil : $0.text }
    let values = JoinRequestMail(
      account: MailedAccount(name: name, email: email), inviter: MailedInviter(name: decision.policy.name(of: inviter)),
      link: link.name)
    try queue(
      .joinRequest, of: account.id, to: recipient.text, locale: inviter.locale, values,
      expiresAt: decision.now + .days(7))
  }

  /// Queues a mail to the person about the inviter's answer. An address that is only claimed gets none.
  func mailAnswer(to request: JoinRequest, of account: Account, _ details: JoinLinkDetails) throws(Problem) {
    let inviter = MailedInviter(name: decision.policy.name(of: details.inviter))
    try queueNotice(.joinAnswer, to: account, JoinAnswer(inviter, isApproved: request.storedStatus == .approved))
  }
}

extension Outbox {
  /// What an inviter calls a person who joins: the name, or a proven address, or "Somebody". An address that nobody has
  /// proven says nothing about the person.
  func name(of account: Account, for inviter: Inviter) throws(Problem) -> String {
    if let name = [account.displayName, account.provenEmails.first?.text ?? ""].first(where: PersonName.isUsable) {
      return name
    }
    return try decision.messages.text(
      .somebody, [:], .best(for: inviter.locale, among: decision.policy.app.locales))
  }
}
