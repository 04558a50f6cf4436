// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension MailRecord {
  /// One line of the list.
  var summary: JSON {
    .object([
      "id": JSON(mail.id), "kind": JSON(mail.kind.rawValue), "state": JSON(mail.state.rawValue),
      "outcome": mail.outcome.map { JSON($0.rawValue) }, "recipient": JSON(mail.recipient),
      "attempts": JSON(mail.attempts), "createdAt": JSON(mail.createdAt.rfc3339),
      "dueAt": mail.state == .queued ? JSON(mail.dueAt.rfc3339) : nil, "trouble": failure.map(JSON.string),
    ])
  }

  /// All that the outbox knows about the mail, except the template's values.
  var details: JSON {
    .object([
      "id": JSON(mail.id), "kind": JSON(mail.kind.rawValue), "state": JSON(mail.state.rawValue),
      "recipient": JSON(mail.recipient), "locale": JSON(mail.locale),
      "invitationId": mail.invitationID.map(JSON.string), "accountId": mail.accountID.map(JSON.string),
      "createdAt": JSON(mail.createdAt.rfc3339), "expiresAt": JSON(mail.expiresAt.rfc3339),
      "attempts": JSON(mail.attempts), "doubts": JSON(mail.unknownAttempts),
      "dueAt": mail.state == .queued ? JSON(mail.dueAt.rfc3339) : nil,
      "leasedUntil": mail.state == .leased ? JSON(mail.dueAt.rfc3339) : nil,
      "endedAt": endedAt.map { JSON($0.rfc3339) }, "vendorId": vendorID.map(JSON.string),
      "trouble": failure.map(JSON.string), "outcome": mail.outcome.map { JSON($0.rawValue) },
      "outcomeAt": outcomeAt.map { JSON($0.rfc3339) }, "outcomeDetail": outcomeDetail.map(JSON.string),
    ])
  }
}
