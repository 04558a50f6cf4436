// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Environment {
  /// Queues a mail in the transaction that promises it.
  /// - Parameters:
  ///   - accountID: the account that it goes with: what is left of it is erased with the account.
  ///   - values: what its template is filled with; sealed, for a code may be among it.
  ///   - isTaken: whether this process will send it itself, so that no other one takes it meanwhile.
  ///   - isDecoy: whether nobody is to get it: the same is written for an address without an account.
  ///   - traceparent: the trace that it goes on with, where this event has none.
  func queue(
    _ kind: OutboxMessage.Kind, about invitationID: String? = nil, of accountID: String? = nil, to recipient: String,
    locale: String?,
    _ values: JSON, expiresAt: Timestamp, isTaken: Bool, isDecoy: Bool = false, traceparent: String? = nil,
    _ rows: Transaction
  ) throws(Problem) -> OutboxMessage {
    let id = newID()
    let sealed = try secret.seal(values.text, for: .mailValues, at: id)
    var mail = OutboxMessage(
      id: id, kind: kind, invitationID: invitationID, accountID: accountID,
      locale: LanguageTag.best(for: locale, among: policy.app.locales).text, recipient: recipient,
      sealedValues: isDecoy ? "" : sealed, state: isDecoy ? .cancelled : isTaken ? .leased : .queued,
      attempts: isTaken ? 1 : 0, dueAt: isTaken ? leaseEnd : now, expiresAt: expiresAt, createdAt: now)
    mail.traceparent = self.traceparent ?? traceparent
    try rows.insert(mail)
    return mail
  }
}
