// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Outbox {
  /// Queues a mail or text message in the transaction of the decision.
  /// - Parameters: as of the other messages.
  func queue<Values>(
    _ mail: MailKind<Values>, about invitationID: String? = nil, of accountID: String? = nil, to recipient: String,
    locale: String?, _ values: Values, expiresAt: Timestamp, isLeased: Bool, isDecoy: Bool = false
  ) throws(Problem) -> OutboxMessage {
    try queue(
      mail.kind, about: invitationID, of: accountID, to: recipient, locale: locale, values.json, expiresAt: expiresAt,
      isLeased: isLeased, isDecoy: isDecoy)
  }

  /// Queues a message in the transaction of the decision.
  /// - Parameters:
  ///   - accountID: the account that the message belongs to. The message is erased with the account.
  ///   - values: the values of its template. They are stored encrypted, because they may contain a code.
  ///   - isLeased: whether this process sends the message itself, so that no other process leases it.
  ///   - isDecoy: whether the row is never sent. It hides that an address has no account. It has no recipient, is
  ///     created as `cancelled`, and is deleted with other ended messages.
  ///   - traceparent: the trace context to use if this event has none.
  func queue(
    _ kind: OutboxMessage.Kind, about invitationID: String? = nil, of accountID: String? = nil, to recipient: String,
    locale: String?, _ values: JSON, expiresAt: Timestamp, isLeased: Bool, isDecoy: Bool = false,
    traceparent: String? = nil
  ) throws(Problem) -> OutboxMessage {
    let id = decision.environment.newID()
    let sealed = try decision.environment.secret.seal(values.text, for: .mailValues, at: id)
    var message = OutboxMessage(
      id: id, kind: kind, invitationID: invitationID, accountID: accountID,
      locale: LanguageTag.best(for: locale, among: decision.policy.app.locales).text,
      recipient: isDecoy ? "" : recipient,
      sealedValues: isDecoy ? "" : sealed, state: isDecoy ? .cancelled : isLeased ? .leased : .queued,
      attempts: isLeased ? 1 : 0,
      dueAt: isLeased ? LeasedMessages(decision.call, decision.environment).end : decision.now,
      expiresAt: expiresAt, createdAt: decision.now)
    message.traceparent = decision.environment.traceparent ?? traceparent
    try decision.transaction.outbox.insert(message)
    return message
  }
}
